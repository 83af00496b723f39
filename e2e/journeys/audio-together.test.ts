import { callOf, type Pack, type Session } from '@mixreel/contract';
import { makePiece, SPEECH_MS, studioPath } from '../support/audio.ts';
import { enterTeam, invite, makeProject, makeTeam } from '../support/people.ts';
import { expect, freshSession, send, signInAs, stepTo, test, watch } from '../support/test.ts';

test.use({ hasModels: true });

test('two people write in one line at once, see each other, and each takes back only their own', async ({
  browser,
  product,
  admin,
  complaints,
}) => {
  const team_id = await makeTeam(product, admin, `同写组 ${Date.now()}`);
  const people = [
    await invite(product, admin, { name: '小安', team_id, team_role: 'editor' }),
    await invite(product, admin, { name: '小本', team_id, team_role: 'editor' }),
  ];
  const [ann, ben] = people;
  if (!ann || !ben) throw new Error('nobody came');
  const project_id = await makeProject(product, ann, '同写');
  const piece = await makePiece(product, ann, { project_id, lines: [{ text: '今天下单' }, { text: '第二句' }] });
  const open = async (person: Session) => {
    const context = await browser.newContext({ baseURL: product.url });
    watch(context, complaints);
    await signInAs(context, product, await freshSession(product, person));
    const page = await context.newPage();
    await page.goto(`${studioPath(piece)}&teamId=${team_id}`);
    await expect(page.getByRole('textbox', { name: '第 1 行台词' })).toBeVisible();
    return { context, page };
  };
  const [one, two] = [await open(ann), await open(ben)];
  const line = ({ page }: typeof one, n = 1) => page.getByRole('textbox', { name: `第 ${n} 行台词` });
  const saved = ({ page }: typeof one) => expect(page.getByText('已保存')).toBeVisible();

  // Each hears of the other, and goes where they are.
  await line(two, 2).click();
  await one.page.getByRole('button', { name: '小本，在第 2 行，去看看' }).click();
  await expect(one.page.getByRole('button', { name: '第 2 行', exact: true })).toHaveAttribute('aria-pressed', 'true');

  // Both write in one line; neither loses a letter or the caret.
  await line(one).click();
  await one.page.keyboard.press('Home');
  await line(two).click();
  await two.page.keyboard.press('End');
  await Promise.all([
    one.page.keyboard.type('大家注意', { delay: 30 }),
    two.page.keyboard.type('立减五十', { delay: 30 }),
  ]);
  for (const person of [one, two]) await expect(line(person)).toHaveValue('大家注意今天下单立减五十');

  // Undo takes back one's own, also after the other went on; then there is nothing left.
  await line(two, 2).fill('又一句');
  await expect(line(one, 2)).toHaveValue('又一句');
  await one.page.getByRole('button', { name: '撤销' }).hover();
  await expect(one.page.getByRole('tooltip', { name: /^撤销「修改台词「.*」的文字」/ })).toBeVisible();
  await one.page.getByRole('button', { name: '撤销' }).click();
  for (const person of [one, two]) await expect(line(person)).toHaveValue('今天下单立减五十');
  await expect(one.page.getByRole('button', { name: '撤销' })).toBeDisabled();
  await expect(line(two, 2)).toHaveValue('又一句');

  // A line that somebody deletes while another writes in it: it is gone for both, and the writer is told.
  await saved(two);
  await two.context.setOffline(true);
  await line(two, 2).click();
  await two.page.keyboard.press('End');
  await two.page.keyboard.type('，别丢');
  await expect(two.page.getByText('网络断开，已存在这台电脑上')).toBeVisible();
  const second = one.page.getByRole('button', { name: '第 2 行', exact: true });
  await second.click();
  await second.press('Delete');
  await saved(one);
  await two.context.setOffline(false);
  await expect(two.page.getByText('你刚才的修改没能放进去')).toBeVisible();
  await expect(two.page.getByRole('button', { name: '复制这些文字' })).toBeVisible();
  await expect(line(two, 2)).toHaveCount(0);
  expect(complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
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
  await stepTo(page, `/audioStudio?teamId=${team_id}`);
  await expect(page.getByRole('button', { name: /^口播/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '新建配音' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^删除/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('what is written without a network is kept on the machine, also when its tab is closed, and saved later', async ({
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
  await page.keyboard.press('End');
  await context.setOffline(true);
  await page.keyboard.type('二');
  await expect(page.getByText('网络断开，已存在这台电脑上')).toBeVisible();
  // Somebody else goes on meanwhile. What is kept may leave with the tab, which takes the lost network with it.
  const { ai_audio_id } = piece;
  const lines = [{ line_id: 'line0', text: '零一', voice_id: 'builtin:zf_xiaoxiao' }];
  await send(product, callOf('audio.update').path, { ai_audio_id, revision: 1, lines }, admin.access_token);
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(studioPath(piece));
  await expect(again.getByRole('textbox', { name: '第 1 行台词' })).toHaveValue('零一二');
  await expect(again.getByText('已保存')).toBeVisible();

  // The past is seen, compared, brought back, and that is undone; or goes on in a copy.
  await again.getByRole('tab', { name: '历史版本' }).click();
  const history = again.getByRole('region', { name: '历史版本' });
  await history.getByRole('button', { name: /^最早的内容/ }).click();
  const line = again.getByRole('textbox', { name: '第 1 行台词' });
  await expect(line).toHaveValue('一');
  await expect(line).not.toBeEditable();
  await again.getByRole('button', { name: '对比' }).click();
  const compared = again.getByRole('dialog', { name: '对比两个版本' });
  const words = compared.getByRole('list', { name: '从左边到右边，有什么不同' });
  await expect(words).toHaveText('修改台词「一」的文字');
  await expect(compared.getByRole('region', { name: '右边' })).toContainText('零一二');
  // Against another version of the past than the one that is looked at.
  await compared.getByRole('combobox', { name: '右边的版本' }).click();
  await again.locator('.ant-select-item-option').filter({ hasText: '最早的内容' }).click();
  await expect(compared).toContainText('两边一样。');
  await compared.getByRole('button', { name: /^(关闭|Close)$/ }).click();
  await again.getByRole('button', { name: '恢复到这个版本' }).click();
  await expect(line).toHaveValue('一');
  await expect(line).toBeEditable();
  await expect(history.getByRole('button', { name: /^恢复历史版本/ })).toBeVisible();
  await again.getByRole('button', { name: '撤销' }).first().click();
  await expect(line).toHaveValue('零一二');
  await history.getByRole('button', { name: /^最早的内容/ }).click();
  await again.getByRole('button', { name: '另存为副本' }).click();
  await again.getByRole('dialog', { name: '另存为副本' }).getByRole('button', { name: '存为副本' }).click();
  await expect(again.getByRole('textbox', { name: '配音名称' })).toHaveValue('口播 副本');
  await expect(line).toHaveValue('一');
});

test('a model on its way is not an error: its progress is shown, and the line can be heard when it is here', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `准备 ${Date.now()}`);
  const piece = await makePiece(product, admin, { project_id, lines: [{ text: '这句话别处没有说过。' }] });
  let state: Partial<Pack> = { state: 'fetching', progress: 0.431 };
  await page.route(`**${callOf('ai.packs').path}`, async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { data: Pack[] };
    const data = envelope.data.map((pack) => (pack.pack === 'kokoro' ? { ...pack, ...state } : pack));
    await route.fulfill({ response: answer, json: { ...envelope, data } });
  });
  await page.route(`**${callOf('voice.speak').path}`, (route) =>
    state.state === 'ready'
      ? route.continue()
      : route.fulfill({ json: { code: 30005, message: '语音合成模型正在准备（43%），请稍后再试', data: null } }),
  );
  await stepTo(page, studioPath(piece));
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
