import { callOf, type MixProject, type Session } from '@mixreel/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { carry, drag } from '../support/drag.ts';
import { addFilms, analysed } from '../support/material.ts';
import { invite, makeProject, makeTeam } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, send, signInAs, stepTo, test, watch } from '../support/test.ts';
import { holdUndo } from '../support/toast.ts';

const LINES = ['夏天出门，最怕晒黑', '这支防晒，轻得像没涂', '现在下单，第二支半价'];
const COMMAND = process.platform === 'darwin' ? 'Meta' : 'Control';

type Shared = { team_id: string; project_id: string };
let prepared: Promise<Shared> | undefined;

/** A team's project with two films of two shots each, analysed once for all tests of this file. */
function projectWithFilms(product: Product, admin: Session): Promise<Shared> {
  const prepare = async () => {
    const team_id = await makeTeam(product, admin, '混剪组');
    const project_id = await makeProject(product, admin, '混剪编辑', team_id);
    await addFilms(product, admin, project_id, ['海边.mp4', '防晒霜.mp4']);
    await analysed(product, admin, project_id);
    return { team_id, project_id };
  };
  prepared ??= prepare();
  return prepared;
}

/** A mix of three lines and no clips, open in the editor. */
async function openMix(page: Page, product: Product, admin: Session, name: string): Promise<string> {
  const { team_id, project_id } = await projectWithFilms(product, admin);
  await stepTo(page, `/studio/workspace?teamId=${team_id}&projectId=${project_id}`);
  await page.getByRole('button', { name: '新建混剪' }).first().click();
  await page.getByRole('textbox', { name: '台词，一行一个镜头' }).fill(LINES.join('\n'));
  await page.getByRole('textbox', { name: '名称' }).fill(name);
  await page.getByRole('button', { name: '创建，3 个镜头' }).click();
  await expect(page.getByRole('textbox', { name: '镜头 1 的台词' })).toHaveValue(LINES[0] ?? '');
  // It comes a moment later and moves what is below it: a press would end elsewhere than it began.
  await expect(page.getByText(/^语音模型还没有下载/)).toBeVisible();
  return new URL(page.url()).searchParams.get('mproject_id') ?? '';
}

async function readMix(product: Product, { access_token }: Session, mproject_id: string): Promise<MixProject> {
  const response = await fetch(`${product.url}${callOf('mix.detail').path}?${new URLSearchParams({ mproject_id })}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return ((await response.json()) as { data: MixProject }).data;
}

const about = (share: number): unknown => expect.closeTo(share, 1);
const rowOf = (page: Page, n: number): Locator => page.getByRole('group', { name: `镜头 ${n}`, exact: true });
const clipsOf = (page: Page, n: number): Locator => rowOf(page, n).getByRole('button', { name: /^片段/ });
const lineOf = (page: Page, n: number): Locator => page.getByRole('textbox', { name: `镜头 ${n} 的台词` });
const nameOf = (page: Page, n: number): Locator => page.getByRole('textbox', { name: `镜头 ${n} 的名称` });
const saved = (page: Page): Locator => page.getByRole('status', { name: '保存状态' }).filter({ hasText: '已保存' });

test('shots are filled by +, by dragging from the library and between them, and every step can be undone', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const mproject_id = await openMix(page, product, admin, '混剪拖动');

  const library = page.getByRole('region', { name: '素材' });
  await page.getByRole('button', { name: '给片头加片段' }).click();
  await expect(library.getByText('片头', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: '给镜头 1加片段' }).click();
  await library.getByRole('radiogroup', { name: '从哪里找' }).getByText('搜镜头').click();
  const cards = library.getByRole('gridcell');
  await expect(cards).toHaveCount(4);
  await cards.nth(0).hover();
  await cards.nth(0).getByRole('button', { name: /^加入/ }).click();
  await expect(clipsOf(page, 1)).toHaveCount(1);
  await drag(page, cards.nth(1), rowOf(page, 2));
  await expect(clipsOf(page, 2)).toHaveCount(1);
  await drag(page, cards.nth(2), rowOf(page, 2));
  await expect(clipsOf(page, 2)).toHaveCount(2);

  await drag(page, clipsOf(page, 1).first(), rowOf(page, 2));
  await expect(clipsOf(page, 2)).toHaveCount(3);
  await expect(clipsOf(page, 1)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  expect((await readMix(product, admin, mproject_id)).shootings.map(({ clips }) => clips.length)).toEqual([0, 3, 0]);

  await page.keyboard.press(`${COMMAND}+z`);
  await expect(clipsOf(page, 1)).toHaveCount(1);
  await page.keyboard.press(`${COMMAND}+z`);
  await expect(clipsOf(page, 2)).toHaveCount(1);
  await page.keyboard.press(`${COMMAND}+Shift+z`);
  await expect(clipsOf(page, 2)).toHaveCount(2);
  await expect(saved(page)).toBeVisible();
  expect((await readMix(product, admin, mproject_id)).shootings.map(({ clips }) => clips.length)).toEqual([1, 2, 0]);

  // By keyboard: a clip to the next shot, the shot itself one up.
  await clipsOf(page, 2).last().click();
  await clipsOf(page, 2).last().press('Alt+ArrowDown');
  await expect(clipsOf(page, 3)).toHaveCount(1);
  await page.getByRole('button', { name: '镜头 3', exact: true }).press('Alt+ArrowUp');
  await expect(page.getByRole('textbox', { name: '镜头 2 的台词' })).toHaveValue(LINES[2] ?? '');
  await expect(saved(page)).toBeVisible();
});

test('a clip is cut by frames, a setting of a shot goes back to what is inherited, and all of it is there afterwards', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const mproject_id = await openMix(page, product, admin, '混剪修剪');
  const before = await readMix(product, admin, mproject_id);
  const materials = await analysed(product, admin, before.project_id);
  const material_id = materials.get('海边.mp4')?.material_id;
  const shooting_id = before.shootings[0]?.shooting_id;
  await send(
    product,
    callOf('clip.add').path,
    { mproject_id, pool: 'shooting', shooting_id, clips: [{ material_id }] },
    admin.access_token,
  );
  // What somebody else adds comes by itself.
  await clipsOf(page, 1).first().click();

  const edge = page.getByRole('slider', { name: '入点' });
  const clip = async () => (await readMix(product, admin, mproject_id)).shootings[0]?.clips[0];
  // One step each: whether two become one to undo depends on how soon the second comes.
  for (const [key, frames] of Object.entries({ ArrowRight: 1, 'Shift+ArrowRight': 10 })) {
    await edge.press(key);
    await expect(saved(page)).toBeVisible();
    await expect.poll(async () => (await clip())?.start_ms).toBe(Math.round((frames * 1000) / 15));
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(async () => (await clip())?.start_ms).toBe(0);
  }

  // By keys: into the trimmer, cut in two, mirror the second half; both are undone and redone.
  await clipsOf(page, 1).first().press('Enter');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('s');
  await expect(clipsOf(page, 1)).toHaveCount(2);
  await clipsOf(page, 1).last().click();
  await page.getByRole('switch', { name: '左右镜像' }).click();
  await expect(saved(page)).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(clipsOf(page, 1)).toHaveCount(1);
  await page.getByRole('button', { name: '重做' }).click();
  await page.getByRole('button', { name: '重做' }).click();
  await expect(clipsOf(page, 1).last()).toHaveAccessibleName(/镜像/);

  // The part of the picture that is used, drawn on it as it is shown: mirrored.
  await page.getByRole('button', { name: '裁切', exact: true }).click();
  const frame = page.getByRole('dialog').locator('video');
  await page.getByText('自由', { exact: true }).click();
  await page.getByRole('button', { name: '不裁切' }).click();
  // It takes its place once it knows its size.
  await expect.poll(() => frame.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  const { x, y, width, height } = (await frame.boundingBox())!;
  await page.mouse.move(x + width * 0.1, y + height * 0.2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.4, y + height * 0.6, { steps: 3 });
  await page.mouse.up();
  await page.getByRole('button', { name: '使用' }).click();
  const crops = async () => (await readMix(product, admin, mproject_id)).shootings[0]?.clips.map(({ crop }) => crop);
  await expect.poll(crops).toEqual([null, { x: about(0.6), y: about(0.2), width: about(0.3), height: about(0.4) }]);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(crops).toEqual([null, null]);

  const line = page.getByRole('textbox', { name: '镜头 1 的台词' });
  await line.fill('夏天出门，不怕晒');
  await page.getByRole('tab', { name: '配音' }).click();
  const rate = page.getByRole('spinbutton', { name: '语速，倍' });
  await rate.fill('1.5');
  await rate.press('Enter');
  await expect(page.getByRole('button', { name: '语速恢复默认' })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(line).toHaveValue('夏天出门，不怕晒');
  await page.getByRole('button', { name: '镜头 1 单独设置了配音' }).click();
  await expect(rate).toHaveValue('1.50');
  await page.getByRole('button', { name: '语速恢复默认' }).click();
  await expect(rate).toHaveValue('1.00');
  await expect(page.getByRole('button', { name: '镜头 1 单独设置了配音' })).toHaveCount(0);
  for (const tab of ['画面', '字幕', '配音', '音乐', '滤镜', '转场', '全局']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('status', { name: /^正在加载/ })).toHaveCount(0);
    await expectAccessible(page);
  }
  // Keys belong to what lies over the page.
  await page.getByRole('tab', { name: '音乐' }).click();
  await page.getByRole('button', { name: '从音乐库选' }).click();
  await expect(page.getByRole('dialog', { name: '音乐库' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: '音乐库' })).toHaveCount(0);
  await clipsOf(page, 1).first().click();
  await expect(edge).toBeVisible();
  await page.getByRole('button', { name: '素材', exact: true }).click();
  const library = page.getByRole('region', { name: '素材' });
  await library.getByRole('radiogroup', { name: '从哪里找' }).getByText('搜镜头').click();
  await expect(library.getByRole('gridcell').first()).toBeVisible();
  await expectAccessible(page);
});

test('three write in one line, each hears of what the others did, and any version of the past comes back', async ({
  deskPage: page,
  browser,
  product,
  admin,
  complaints,
}) => {
  const mproject_id = await openMix(page, product, admin, '混剪三人');
  const { team_id, project_id } = await projectWithFilms(product, admin);
  const join = async (name: string) => {
    const session = await invite(product, admin, { name, team_id, team_role: 'editor' });
    const context = await browser.newContext({ baseURL: product.url });
    watch(context, complaints);
    await signInAs(context, product, session);
    const theirs = await context.newPage();
    await theirs.goto(page.url());
    return { session, page: theirs, close: () => context.close() };
  };
  const [ben, cai] = await Promise.all([join('小本'), join('小采')]);
  const other = ben.page;
  const all = [page, other, cai.page];

  // Each sees where another one is, and goes there.
  await lineOf(other, 2).click();
  await page.getByRole('button', { name: /^小本，在镜头 2 .*写台词，去看看$/ }).click();
  await expect(page.getByRole('button', { name: '镜头 2', exact: true })).toHaveAttribute('aria-pressed', 'true');

  // All write in one line; nobody loses a letter.
  for (const [n, key] of ['Home', 'End', 'End'].entries()) {
    await lineOf(all[n]!, 1).click();
    await all[n]!.keyboard.press(key);
  }
  for (let n = 0; n < 5; n += 1) await cai.page.keyboard.press('ArrowLeft');
  const words = ['注意，', '！！！', '真的是'];
  await Promise.all(all.map((one, n) => one.keyboard.type(words[n]!, { delay: 30 })));
  const together = `注意，${LINES[0]?.slice(0, -5)}真的是${LINES[0]?.slice(-5)}！！！`;
  for (const at of all) await expect(lineOf(at, 1)).toHaveValue(together);
  await page.getByRole('button', { name: '撤销' }).click();
  for (const at of all) await expect(lineOf(at, 1)).toHaveValue(together.slice(3));
  await expect(page.getByRole('button', { name: '撤销' })).toBeDisabled();

  // Who may only look from now on sees what the others do, and changes nothing.
  const { user_uid } = cai.session.user_info;
  await send(product, callOf('admin.saveMember').path, { team_id, user_uid, role: 'viewer' }, admin.access_token);
  await expect(lineOf(cai.page, 1)).not.toBeEditable();
  await expect(cai.page.getByRole('button', { name: '撤销' })).toHaveCount(0);
  await expect(cai.page.getByRole('button', { name: '加镜头' })).toHaveCount(0);

  // One drags a clip that another one deletes: it is gone for all, and who held it hears why.
  const material_id = (await analysed(product, admin, project_id)).get('海边.mp4')?.material_id;
  const { shooting_id } = (await readMix(product, admin, mproject_id)).shootings[1]!;
  const clip = { mproject_id, pool: 'shooting', shooting_id, clips: [{ material_id }] };
  await send(product, callOf('clip.add').path, clip, admin.access_token);
  await carry(page, clipsOf(page, 2).first(), rowOf(page, 1));
  await clipsOf(other, 2).first().click();
  await clipsOf(other, 2).first().press('Delete');
  await expect(clipsOf(page, 2)).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByText('拖动的片段刚刚被别人删除了，没有移动')).toBeVisible();
  await other.getByRole('button', { name: '撤销' }).click();
  for (const at of all) await expect(clipsOf(at, 2)).toHaveCount(1);
  // The other way round: where it was just put it is deleted.
  await drag(page, clipsOf(page, 2).first(), rowOf(page, 1));
  for (const at of all) await expect(clipsOf(at, 1)).toHaveCount(1);
  await clipsOf(other, 1).first().click();
  await clipsOf(other, 1).first().press('Delete');
  await expect(page.getByText('小本刚刚「删除片段「海边.mp4」」，你在那里的修改也不在了')).toBeVisible();
  for (const at of all) await expect(clipsOf(at, 1)).toHaveCount(0);

  // Both name one shot: the later one counts, and whoever was first hears it and may insist.
  await nameOf(page, 2).fill('卖点');
  await expect(nameOf(other, 2)).toHaveValue('卖点');
  await nameOf(other, 2).fill('产品');
  await expect(nameOf(page, 2)).toHaveValue('产品');
  await page.getByRole('button', { name: '仍用我的' }).click();
  await expect(nameOf(other, 2)).toHaveValue('卖点');

  // One writes in a shot that the other one deletes: it is gone, and the words can be taken along.
  const held = Promise.withResolvers<void>();
  await page.route(
    `**${callOf('document.perform').path}`,
    async (route) => route.continue(await held.promise.then(() => ({}))),
    {
      times: 1,
    },
  );
  await lineOf(page, 3).click();
  await page.keyboard.press('End');
  await page.keyboard.type('，别丢');
  await other.getByRole('button', { name: '镜头 3', exact: true }).click();
  await other.getByRole('button', { name: '镜头 3', exact: true }).press('Delete');
  await expect(lineOf(page, 3)).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('button', { name: '复制这些文字' })).toBeVisible();
  await expect(saved(page)).toBeVisible();

  // The past is seen, compared, brought back, and that is undone.
  await page.getByRole('button', { name: '历史版本' }).click();
  const history = page.getByRole('region', { name: '历史版本' });
  await expect(history.getByRole('button', { name: /^删除镜头/ })).toBeVisible();
  await history.getByRole('button', { name: /^最早的内容/ }).click();
  await expect(lineOf(page, 3)).toHaveValue(LINES[2] ?? '');
  await expect(lineOf(page, 1)).not.toBeEditable();
  await expectAccessible(page);
  await page.getByRole('button', { name: '对比' }).click();
  const compared = page.getByRole('dialog', { name: '对比两个版本' });
  const differences = compared.getByRole('list', { name: '从左边到右边，有什么不同' });
  await expect(differences).toContainText('删除镜头');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '恢复到这个版本' }).click();
  for (const at of [page, other]) await expect(lineOf(at, 3)).toHaveValue(LINES[2] ?? '');
  await expect(nameOf(other, 2)).toHaveValue('');
  await page.getByRole('button', { name: '撤销' }).first().click();
  await expect(lineOf(other, 3)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  const { shootings: now } = await readMix(product, admin, mproject_id);
  expect(now.map(({ shooting_name, scripts }) => [shooting_name, scripts[0]?.text])).toEqual([
    ['', together.slice(3)],
    ['卖点', LINES[1]],
  ]);
  await Promise.all([ben.close(), cai.close()]);
});

test('a mix is renamed, copied, deleted and brought back', async ({ deskPage: page, product, admin }) => {
  await openMix(page, product, admin, '防晒种草');
  await page.getByRole('button', { name: '回到全部混剪' }).click();
  const card = page.getByRole('button', { name: /^9:16 防晒种草/ });
  await card.press('F2');
  await page.getByRole('textbox', { name: '混剪名称' }).fill('防晒种草 二');
  await page.getByRole('button', { name: '确定' }).click();
  const renamed = page.getByRole('button', { name: /^9:16 防晒种草 二 3 镜头/ });
  await expect(renamed).toBeVisible();
  await page.getByRole('button', { name: '「防晒种草 二」的更多操作' }).click();
  await page.getByRole('menuitem', { name: '复制' }).click();
  await page.getByRole('button', { name: '创建' }).click();
  await expect(page.getByRole('textbox', { name: '镜头 3 的台词' })).toHaveValue(LINES[2] ?? '');
  await page.getByRole('button', { name: '回到全部混剪' }).click();
  await renamed.press('Delete');
  const undo = await holdUndo(page, '已删除「防晒种草 二」');
  await expect(renamed).toHaveCount(0);
  await undo.click();
  await expect(renamed).toBeVisible();
});
