import { callOf, type Session, type StoryBoard } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, send, stepTo, test } from '../support/test.ts';

const SHEET = `品名：山丘冷萃咖啡液
品类：咖啡液
卖点：三秒冲好一杯；0 蔗糖，加奶加水都行
用户痛点：早上起不来，咖啡店还要排队
价格：39.9 元/盒
活动：第二件半价
`;
const FACTS = '品名：山丘冷萃咖啡液\n净含量 250ml。到手价 39.9 元。';

test('a sheet becomes a script, kept in part as one step and said otherwise; a board is held to its product’s facts', async ({
  deskPage: page,
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
  await stepTo(page, `${product.url}/storyBoard?projectId=${project_id}&storyBoardId=${story_board_id}`);
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
  await holdToFacts(page, product, admin, project_id);
});

/** What breaks the product sheet is marked, put right by a click, or goes on in a name. */
async function holdToFacts(page: Page, product: Product, admin: Session, project_id: string): Promise<void> {
  const { access_token } = admin;
  const rows = [
    { line: '到手价三十八块九' },
    { line: '一瓶 300 毫升' },
    { line: '全网最低价，放心买' },
    { line: '  ' },
  ];
  const { story_board_id } = await send<{ story_board_id: string }>(
    product,
    callOf('story.add').path,
    { project_id, board_name: '冷萃', rows },
    access_token,
  );
  await stepTo(page, `/storyBoard?projectId=${project_id}&storyBoardId=${story_board_id}`);
  const cell = (row: number) => page.getByRole('gridcell', { name: new RegExp(`^第 ${row} 行台词：`) });
  await expect(cell(3)).toHaveAccessibleName(/绝对化用语（广告法第九条第三项）/);

  // The sheet is pasted, and one of what was found is left out.
  await page.getByRole('button', { name: '产品事实' }).click();
  await page.getByRole('button', { name: '贴产品资料' }).click();
  await page.getByRole('textbox', { name: '产品资料' }).fill(FACTS);
  await page.getByRole('button', { name: '找出事实' }).click();
  await page.getByRole('checkbox', { name: /250ml/ }).uncheck();
  await page.getByRole('button', { name: '锁定 2 条' }).click();
  await expect(cell(1)).toHaveAccessibleName(/写的是「三十八块九」，资料里是「39.9 元」/);
  await expect(cell(2)).toHaveAccessibleName(/「300 毫升」在资料里没有依据/);
  await page.getByRole('textbox', { name: '自己写一条' }).fill('250ml');
  await page.keyboard.press('Enter');
  await expect(cell(2)).toHaveAccessibleName(/写的是「300 毫升」，资料里是「250ml」/);
  await expectAccessible(page);

  // It stays here until the price is right and somebody answers for the rest.
  const toMix = async () => {
    await page.getByRole('button', { name: '导入混剪' }).click();
    // A row of nothing but spaces is none.
    await page.getByRole('button', { name: '导入 3 行' }).click();
  };
  await toMix();
  await expect(page.getByText(/第 1 行写的是「三十八块九」.*第 2 行写的是「300 毫升」/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await cell(1).click();
  await page.getByRole('button', { name: '改成「三十九块九」' }).click();
  await expect(cell(1)).toHaveText('到手价三十九块九');
  await page.getByRole('button', { name: /^检查/ }).click();
  const second = page.getByRole('list', { name: '第 2 行台词' });
  await second.getByRole('button', { name: '就这样说，由我负责' }).click();
  await expect(second.getByText(`${admin.user_info.name} ·`)).toBeVisible();
  await page.getByRole('list', { name: '第 3 行台词' }).getByRole('button', { name: '改成「优惠价」' }).click();
  await expect(cell(3)).toHaveText('优惠价，放心买');
  await toMix();
  await expect(page.getByText('已导入 3 个镜头')).toBeVisible();
  await page.getByRole('button', { name: '留在故事板' }).click();
  await expect(page.getByRole('button', { name: /^第 1 行：混剪「冷萃」里/ })).toHaveText('缺片段');

  // What is changed on one side is said at the row.
  await cell(1).dblclick();
  await page.keyboard.type('，快来');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^第 1 行：.*台词这边改过/ }).click();
  await page.getByRole('button', { name: '用故事板的，写进混剪' }).click();
  await expect(page.getByRole('dialog').getByText('台词一致')).toBeVisible();
  await page.keyboard.press('Escape');

  // So is a sheet that was changed later.
  await page.getByRole('button', { name: '产品事实' }).click();
  await page.getByRole('textbox', { name: '自己写一条' }).fill('6月18日');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '关联的混剪，1 条资料不一致' }).click();
  const news = page.getByRole('group', { name: '产品资料不一致' });
  await expect(news).toContainText('6月18日');
  await news.getByRole('button', { name: '把新资料写进混剪' }).click();
  await expect(news).toBeHidden();
}
