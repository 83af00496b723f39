import type { Pack } from '@mixreel/contract';
import { makePiece, SPEECH_MS, studioPath } from '../support/audio.ts';
import { enterTeam, invite, makeProject, makeTeam } from '../support/people.ts';
import { expect, freshSession, signInAs, test, watch } from '../support/test.ts';

test.use({ hasModels: true });

test.describe.configure({ timeout: 180_000 });

test('two tabs that change the same piece: the second is told what differs and chooses whose version stays', async ({
  adminPage: page,
  context,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `冲突 ${Date.now()}`);
  const piece = await makePiece(product, admin, { project_id, lines: [{ text: '原来的' }, { text: '第二句' }] });
  const other = await context.newPage();
  await page.goto(studioPath(piece));
  await other.goto(studioPath(piece));
  const line = (one: typeof page) => one.getByRole('textbox', { name: '第 1 行台词' });
  await expect(line(other)).toBeVisible();

  await line(page).fill('第一个人改的');
  await expect(page.getByText('已保存')).toBeVisible();
  await line(other).fill('第二个人改的');
  const alert = other.getByRole('alert').filter({ hasText: '修改' });
  await expect(alert).toContainText('1 行内容不同');
  await expect(other.getByRole('button', { name: '合成整篇' })).toBeDisabled();
  await other.getByRole('button', { name: '用我的覆盖' }).click();
  await expect(other.getByText('已保存')).toBeVisible();

  await line(page).fill('第一个人又改了');
  await page.getByRole('button', { name: '载入最新' }).click();
  await expect(line(page)).toHaveValue('第二个人改的');
  await page.keyboard.press('Control+z');
  await expect(line(page)).toHaveValue('第一个人又改了');
  await expect(page.getByText('已保存')).toBeVisible();
});

test('a viewer hears and exports, and changes nothing', async ({ browser, product, admin, complaints }) => {
  const team_id = await makeTeam(product, admin, `看片组 ${Date.now()}`);
  const editor = await invite(product, admin, { name: '小编', team_id, team_role: 'editor' });
  const viewer = await invite(product, admin, { name: '小看', team_id, team_role: 'viewer' });
  for (const person of [editor, viewer]) {
    await enterTeam(product, person, team_id);
  }
  const project_id = await makeProject(product, editor, '只看');
  const piece = await makePiece(product, editor, { project_id, lines: [{ text: '你好。' }] });

  const context = await browser.newContext({ baseURL: product.url });
  watch(context, complaints);
  await signInAs(context, product, await freshSession(product, viewer));
  const page = await context.newPage();
  await page.goto(`${studioPath(piece)}&teamId=${team_id}`);
  await expect(page.getByText('只读：你在这个空间只能查看')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '第 1 行台词' })).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: '配音名称' })).not.toBeEditable();
  for (const name of ['合成整篇', '加一行', '导入', '撤销', '应用到全部行']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('spinbutton', { name: '语速，倍' })).toBeDisabled();
  await page.getByRole('button', { name: '播放第 1 行' }).click();
  await expect(page.getByRole('group', { name: '逐词播放' })).toBeVisible({ timeout: SPEECH_MS });
  await page.goto(`/audioStudio?teamId=${team_id}`);
  await expect(page.getByRole('button', { name: /^口播/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '新建配音' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^删除/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('without a network it says so, saves by itself later, and leaving asks first', async ({
  page,
  context,
  product,
  admin,
}) => {
  await signInAs(context, product, await freshSession(product, admin));
  const project_id = await makeProject(product, admin, `断网 ${Date.now()}`);
  const piece = await makePiece(product, admin, { project_id, lines: [{ text: '一' }] });
  await page.goto(studioPath(piece));
  await page.getByRole('textbox', { name: '第 1 行台词' }).click();
  await context.setOffline(true);
  await page.keyboard.type('二');
  await expect(page.getByText('网络断开，恢复后自动保存')).toBeVisible();
  await page.getByRole('button', { name: '回到全部配音' }).click();
  await page.getByRole('dialog', { name: '有修改还没有保存' }).getByRole('button', { name: '留在这里' }).click();
  await expect(page).toHaveURL(/ai_audio_id/);
  await context.setOffline(false);
  await expect(page.getByText('已保存')).toBeVisible();
  await page.getByRole('button', { name: '回到全部配音' }).click();
  await expect(page.getByRole('button', { name: /^口播/ })).toBeVisible();
});

test('a model on its way is not an error: its progress is shown, and the line can be heard when it is here', async ({
  adminPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `准备 ${Date.now()}`);
  const piece = await makePiece(product, admin, { project_id, lines: [{ text: '你好。' }] });
  let state: Partial<Pack> = { state: 'fetching', progress: 0.431 };
  await page.route('**/api/ai/packs', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { data: Pack[] };
    const data = envelope.data.map((pack) => (pack.pack === 'kokoro' ? { ...pack, ...state } : pack));
    await route.fulfill({ response: answer, json: { ...envelope, data } });
  });
  await page.route('**/api/utils/tts', (route) =>
    state.state === 'ready'
      ? route.continue()
      : route.fulfill({ json: { code: 30005, message: '语音合成模型正在准备（43%），请稍后再试', data: null } }),
  );
  await page.goto(studioPath(piece));
  await expect(page.getByText('语音模型正在准备 43%')).toBeVisible();
  await page.getByRole('button', { name: '播放第 1 行' }).click();
  await expect(page.getByText('模型准备好后自动合成')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  state = { state: 'fetching', progress: 0.9 };
  await expect(page.getByText('语音模型正在准备 90%')).toBeVisible();
  state = { state: 'failed', error: '网络中断' };
  await expect(page.getByText('语音模型没有下载成功：网络中断')).toBeVisible();
  await expect(page.getByRole('button', { name: '重新下载' })).toBeVisible();
  state = { state: 'ready' };
  await expect(page.getByText('语音模型')).toHaveCount(0);
  await page.getByRole('button', { name: '播放第 1 行' }).click();
  await expect(page.getByRole('group', { name: '逐词播放' })).toBeVisible({ timeout: SPEECH_MS });
});
