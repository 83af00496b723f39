import { callOf } from '@mixreel/contract';
import { expectAccessible } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, test } from '../support/test.ts';

const SHEET = '品名：山丘冷萃咖啡液\n净含量 250ml。到手价 39.9 元。';

test('a board is held to its product sheet: what breaks it is marked, put right by a click, or goes on in a name', async ({
  adminPage: page,
  product,
  admin,
}) => {
  const { access_token } = admin;
  const project_id = await makeProject(product, admin, '事实锁定', '');
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
  await page.goto(`/storyBoard?teamId=&projectId=${project_id}&storyBoardId=${story_board_id}`);
  const cell = (row: number) => page.getByRole('gridcell', { name: new RegExp(`^第 ${row} 行台词：`) });
  await expect(cell(3)).toHaveAccessibleName(/绝对化用语（广告法第九条第三项）/);

  // The sheet is pasted, and one of what was found is left out.
  await page.getByRole('button', { name: '产品事实' }).click();
  await page.getByRole('button', { name: '贴产品资料' }).click();
  await page.getByRole('textbox', { name: '产品资料' }).fill(SHEET);
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
});
