import { callOf, type StoryBoard } from '@mixreel/contract';
import { expectAccessible } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, test } from '../support/test.ts';

const SHEET = `品名：山丘冷萃咖啡液
品类：咖啡液
卖点：三秒冲好一杯；0 蔗糖，加奶加水都行
用户痛点：早上起不来，咖啡店还要排队
价格：39.9 元/盒
活动：第二件半价
`;

test('a sheet becomes a script, of which a part is kept as one step; a line and the whole board are said otherwise', async ({
  adminPage: page,
  product,
  admin,
  complaints,
}) => {
  const project_id = await makeProject(product, admin, 'AI 脚本');
  const given = { project_id, board_name: '冷萃', rows: [] };
  const { story_board_id } = await send<StoryBoard>(product, callOf('story.add').path, given, admin.access_token);
  const saved = async () => {
    const headers = { authorization: `Bearer ${admin.access_token}` };
    const answer = await fetch(`${product.url}${callOf('story.detail').path}?story_board_id=${story_board_id}`, {
      headers,
    });
    return ((await answer.json()) as { data: StoryBoard }).data;
  };
  await page.goto(`${product.url}/storyBoard?projectId=${project_id}&storyBoardId=${story_board_id}`);
  await page.getByRole('button', { name: '让 AI 写' }).click();
  const dialog = page.getByRole('dialog', { name: 'AI 添加分镜' });
  await dialog.getByRole('button', { name: '开始写' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: '先写商品名称' })).toBeVisible();

  // Nothing of a sheet counts before it is ticked.
  const file = { name: '资料.txt', mimeType: 'text/plain', buffer: Buffer.from(SHEET) };
  await dialog.getByLabel('商品资料文件').setInputFiles(file);
  const sheet = page.getByRole('dialog', { name: '「资料.txt」里的商品资料' });
  await expect(sheet.getByText('原文：价格：39.9 元/盒')).toBeVisible();
  await expect(sheet.getByRole('button', { name: '采用' })).toBeDisabled();
  await expectAccessible(page);
  await sheet.getByRole('checkbox', { name: /^全部/ }).check();
  await sheet.getByRole('button', { name: '采用 7 条' }).click();
  await expect(dialog.getByLabel('商品名称')).toHaveValue('山丘冷萃咖啡液');

  // A server that goes away in the middle: what was told until then stays, and writing goes on behind it.
  const writing = `**${callOf('writer.write').path}`;
  const rows = dialog.getByRole('list', { name: /^脚本：/ }).getByRole('listitem');
  await page.route(writing, async (route) => {
    await route.fetch();
    await expect(rows).not.toHaveCount(0);
    await route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: '开始写' }).click();
  await expect(dialog.getByText('已经写出来的还在，可以留下，也可以接着写。')).toBeVisible();
  await expect(rows).not.toHaveCount(0);
  await page.unroute(writing);
  expect(complaints.splice(0).join()).toContain('ERR_CONNECTION_RESET');
  await dialog.getByRole('button', { name: '接着写' }).click();
  await expect(dialog.getByText('已经写出来的还在，可以留下，也可以接着写。')).toBeHidden();
  await expect(dialog.getByText('第 3 版')).toBeVisible();
  await expect(dialog.getByText('第 4 版')).toBeHidden();
  await expect(dialog.getByRole('button', { name: '再写几版' })).toBeVisible();
  await dialog.getByText('第 1 版').click();
  const count = await rows.count();
  const hook = await rows.first().locator('p').innerText();
  await dialog.getByText('第 2 版').click();
  await expect(rows.first().locator('p')).not.toHaveText(hook);
  await dialog.getByText('第 1 版').click();
  await dialog.getByRole('checkbox', { name: '留下第 2 行' }).uncheck();
  await dialog.getByRole('button', { name: `放进故事板 ${count - 1} 行` }).click();
  await expect(page.getByText(`已放进 ${count - 1} 行，不满意可以撤销`)).toBeVisible();
  await expect.poll(async () => (await saved()).rows.length).toBe(count - 1);
  const board = await saved();
  expect(board.rows[0]?.line).toBe(hook);
  expect(board.brief?.price).toBe('39.9 元/盒');
  expect(board.facts.map(({ value, unit }) => `${value} ${unit}`)).toContain('39.9 元');

  // One step back takes rows, brief and facts, and forth again.
  await page.getByRole('button', { name: /^撤销/ }).click();
  await expect.poll(async () => (await saved()).rows.length).toBe(0);
  await page.getByRole('button', { name: /^重做/ }).click();
  await expect.poll(async () => (await saved()).rows.length).toBe(count - 1);

  const call = page.getByRole('gridcell', { name: new RegExp(`^第 ${count - 1} 行台词：`) });
  await call.click({ button: 'right' });
  await page.getByRole('menuitem', { name: '换个说法' }).click();
  const choices = page.getByRole('list', { name: '别的说法' }).getByRole('button');
  await expect(choices).toHaveCount(3);
  const [chosen = ''] = (await choices.first().innerText()).split(/\s*约/);
  await choices.first().click();
  await expect.poll(async () => (await saved()).rows.at(-1)?.line).toBe(chosen.trim());

  await page.getByRole('button', { name: '换语气' }).click();
  const tone = page.getByRole('dialog', { name: '整板换语气' });
  await expect(tone.getByRole('list', { name: '换了语气的台词' })).toBeVisible();
  await tone.getByRole('button', { name: /^换 \d+ 行$/ }).click();
  await expect.poll(async () => (await saved()).rows.some(({ line }) => line.endsWith('！'))).toBe(true);
  expect((await saved()).rows.map(({ line }) => line).join('')).toContain('三秒冲好一杯');
});
