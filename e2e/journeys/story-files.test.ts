import { readFile } from 'node:fs/promises';
import { callOf, type Session, type StoryBoard } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, send, stepTo, test, watch } from '../support/test.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' };
const TABLE = '镜号\t画面内容\t旁白稿\t景别\n1\t倒咖啡\t三秒一杯\t飞\n2\t一口喝完\t今天就试试\t特写\n';
const file = (content: string, name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('a table becomes rows as one step, the board goes out as PDF, by a link, and as a table for translators and back', async ({
  deskPage: page,
  browser,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, '故事板进出');
  const rows = [{ line: '早上起不来？', duration_ms: 2500 }];
  const given = { project_id, board_name: '冷萃三十秒', rows };
  const { story_board_id } = await send<StoryBoard>(product, callOf('story.add').path, given, admin.access_token);
  await stepTo(page, `${product.url}/storyBoard?projectId=${project_id}&storyBoardId=${story_board_id}`);
  await page.getByLabel('分镜文件').setInputFiles(file(' \n', '空.txt'));
  const empty = page.getByRole('dialog', { name: '导入「空.txt」' });
  await expect(empty.getByText('文件里没有可以导入的文字')).toBeVisible();
  await empty.getByRole('button', { name: '取消' }).click();

  await page.getByLabel('分镜文件').setInputFiles(file(TABLE, '分镜.txt'));
  const dialog = page.getByRole('dialog', { name: '导入「分镜.txt」' });
  await expect(dialog.getByText(/第 1 行：景别没有「飞」.*原文写进备注/)).toBeVisible();
  await expectAccessible(page);
  // A person says which column is what.
  await dialog.getByLabel('第 3 列「旁白稿」导入为').click();
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: /^字幕$/ })
    .click();
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await expect(page.getByText('已导入 2 行，不满意可以撤销')).toBeVisible();
  const saved = async () => {
    const headers = { authorization: `Bearer ${admin.access_token}` };
    const answer = await fetch(`${product.url}${callOf('story.detail').path}?story_board_id=${story_board_id}`, {
      headers,
    });
    const { rows: now } = ((await answer.json()) as { data: StoryBoard }).data;
    return now.map(({ picture, line, caption, note }) => [picture, line, caption, note]);
  };
  const before = ['', '早上起不来？', '', ''];
  await expect
    .poll(saved)
    .toEqual([before, ['倒咖啡', '', '三秒一杯', '景别：飞'], ['一口喝完', '', '今天就试试', '']]);
  await page.getByRole('button', { name: /^撤销/ }).click();
  await expect.poll(saved).toEqual([before]);

  await page.getByRole('button', { name: '导出' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: '导出故事板' }).getByRole('button', { name: '导出' }).click();
  const taken = await download;
  expect(taken.suggestedFilename()).toBe('冷萃三十秒.pdf');
  expect((await readFile(await taken.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: '分享' }).click();
  await page
    .getByRole('dialog', { name: '分享故事板「冷萃三十秒」' })
    .getByRole('button', { name: '生成链接' })
    .click();
  const address = await page.getByRole('dialog', { name: '分享链接已生成' }).getByLabel('分享链接').inputValue();
  const context = await browser.newContext(PHONE);
  const complaints: string[] = [];
  watch(context, complaints);
  const phone = await context.newPage();
  await phone.goto(address);
  await expect(phone.getByRole('list', { name: '分镜' }).getByText('早上起不来？')).toBeVisible();
  await expect(phone.getByText(/总长 2.5 秒/)).toBeVisible();
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  const pdf = phone.waitForEvent('download');
  await phone.getByRole('button', { name: '下载 PDF' }).click();
  expect((await pdf).suggestedFilename()).toBe('冷萃三十秒.pdf');
  expect(complaints).toEqual([]);
  await context.close();
  await page.keyboard.press('Escape');
  await translate(page, product, admin, project_id);
});

/** Without a service, by a table that goes out and comes back, held to numbers and terms. */
async function translate(page: Page, product: Product, admin: Session, project_id: string): Promise<void> {
  const rows = [{ line: '保温杯到手价 39.9 元', duration_ms: 5000 }];
  const given = { project_id, board_name: '保温杯', rows };
  const { story_board_id } = await send<StoryBoard>(product, callOf('story.add').path, given, admin.access_token);
  await stepTo(page, `/storyBoard?projectId=${project_id}&storyBoardId=${story_board_id}`);
  await expect(page.getByRole('gridcell', { name: /^第 1 行台词：保温杯/ })).toBeVisible();
  await page.getByRole('button', { name: '翻译' }).click();
  const dialog = page.getByRole('dialog', { name: '翻译成另一种语言' });
  await expect(dialog.getByText(/还没有接入「翻译」服务/)).toBeVisible();
  await dialog.getByRole('button', { name: '术语表' }).click();
  const terms = page.getByRole('dialog', { name: '术语表 · 英语' });
  await terms.getByLabel('原词').fill('保温杯');
  await terms.getByLabel('译法').fill('thermo mug');
  await terms.getByRole('button', { name: '保存' }).click();
  await expect(terms.getByRole('list', { name: '术语' })).toContainText('thermo mug');
  await expectAccessible(page);
  await terms.getByRole('button', { name: '关闭' }).click();

  const line = dialog.getByLabel('第 1 行台词的译文');
  await line.fill('This cup is only ¥38.9');
  await expect(dialog.getByText('原文的「39.9 元」在译文里没有或变了')).toBeVisible();
  await expect(dialog.getByText('「保温杯」应译作「thermo mug」')).toBeVisible();
  await line.fill('This thermo mug is only ¥39.9');
  await expect(dialog.getByText('1 / 1 句有译文', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '导出译者表格' }).click();
  const table = await download;
  expect(table.suggestedFilename()).toBe('保温杯 英语译文.xlsx');

  // What somebody wrote meanwhile is not overwritten unseen.
  await line.fill('Thermo mug, ¥39.9');
  const buffer = await readFile(await table.path());
  await dialog.getByLabel('译者表格文件').setInputFiles({ name: '译文.xlsx', mimeType: '', buffer });
  await expect(dialog.getByText('表格里有 1 句译文，0 句是新的，1 句和现在的不同')).toBeVisible();
  await dialog.getByRole('button', { name: '采用表格里的译文' }).click();
  await dialog.getByRole('button', { name: '生成英语版' }).click();
  await expect(page.getByRole('gridcell', { name: /^第 1 行台词：/ })).toHaveText('This thermo mug is only ¥39.9');
  expect(new URL(page.url()).searchParams.get('storyBoardId')).not.toBe(story_board_id);
}
