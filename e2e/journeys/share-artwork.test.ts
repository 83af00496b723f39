import { callOf, type Dir } from '@mixreel/contract';
import { expectAccessible } from '../support/accessible.ts';
import { addArtworks, artworkPage } from '../support/artwork.ts';
import { ANALYSIS_MS } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, test, watch } from '../support/test.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' };

test('finished videos are shared with a phone: a video by its small copy, a directory to walk into', async ({
  deskPage: page,
  browser,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, '分享成片');
  const [first, second] = await addArtworks(product, admin, project_id, ['夏季一', '夏季二'], { isMachineMade: true });
  const { access_token } = admin;
  const below = { project_id, parent_id: first!.dir_id, dir_name: '竖屏' };
  const { dir_id } = await send<Dir>(product, callOf('dir.add').path, below, access_token);
  await send(product, callOf('artwork.update').path, { artwork_ids: [second!.artwork_id], dir_id }, access_token);

  const library = artworkPage(page);
  await library.open(project_id);
  await library.card('夏季一').click();
  await library.bar.getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog', { name: '分享 1 条成片' });
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const made = page.getByRole('dialog', { name: '分享链接已生成' });
  const address = await made.getByLabel('分享链接').inputValue();
  await made
    .getByRole('button', { name: 'Close' })
    .or(made.getByRole('button', { name: '关闭' }))
    .first()
    .click();

  const context = await browser.newContext(PHONE);
  const complaints: string[] = [];
  watch(context, complaints);
  const phone = await context.newPage();
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: '夏季一' })).toBeVisible();
  await expect(phone.getByText('1 条成片')).toBeVisible();
  const cards = phone.getByRole('list', { name: '分享的内容' }).getByRole('button');
  await expect(cards).toHaveText(/AI 生成/);
  await cards.first().click();
  // The small copy is made while one waits.
  await expect(phone.getByRole('dialog').locator('video')).toBeVisible({ timeout: ANALYSIS_MS });
  await phone.getByRole('dialog').getByRole('button', { name: '关闭' }).click();

  await library.dir('其他成片').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '分享…' }).click();
  const folder = page.getByRole('dialog', { name: '分享目录「其他成片」' });
  await expect(folder.getByText(/打开时里面有什么就看到什么/)).toBeVisible();
  await folder.getByRole('button', { name: '生成链接' }).click();
  await phone.goto(await made.getByLabel('分享链接').inputValue());
  await expect(phone.getByText('2 条成片')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await expectAccessible(phone);
  await phone.getByRole('list', { name: '文件夹' }).getByRole('button', { name: /竖屏/ }).click();
  await expect(cards).toHaveText(/夏季二/);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await phone.goBack();
  await expect(cards).toHaveText(/夏季一/);
  expect(complaints).toEqual([]);
  await context.close();
});
