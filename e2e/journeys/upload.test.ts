import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import { expect, stepTo, test } from '../support/test.ts';
import {
  dropFiles,
  libraryPath,
  makeClip,
  makeFolder,
  makePicture,
  openGroup,
  readMaterials,
  reopenGroup,
  slowUploads,
} from '../support/upload.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
test.beforeAll(async () => {
  folder = await makeFolder();
});
test.afterAll(() => folder.remove());

test('a folder is dropped: two files at once, what cannot be taken is said in words, the rest becomes materials', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `拖入 ${Date.now()}`);
  const place = join(folder.path, '夏季');
  await mkdir(join(place, '花絮'), { recursive: true });
  for (const n of [1, 2, 3, 4, 5]) await makeClip(join(place, `0${n}.mp4`), { megabytes: 3 });
  await makePicture(join(place, '花絮', '海报.png'));
  await writeFile(join(place, '程序.mp4'), Buffer.concat([Buffer.from('MZ'), Buffer.alloc(50_000, 7)]));
  await writeFile(join(place, '说明.docx'), '不是素材');
  await writeFile(join(place, '空.mov'), '');
  await writeFile(join(place, '.DS_Store'), 'x');

  await stepTo(page, libraryPath(project_id));
  await expect(page.getByText(/^还没有.*视频$/)).toBeVisible();
  await slowUploads(page, 0.3);
  await dropFiles(page, [place]);
  const panel = await openGroup(page, '进行中');
  // Two lines, so that the page keeps connections for itself.
  await expect(panel.getByText(/[1-9][\d.]* [KM]B \/ /)).toHaveCount(2);
  await expect(panel.getByText(/^\d+% · .*秒 · 还要约/)).toBeVisible();
  await expectAccessible(page);
  await slowUploads(page, null);
  await expect(panel.getByText('都传完了')).toBeVisible();

  await openGroup(page, '失败');
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  const refused = panel.getByRole('listitem').filter({ hasText: '程序.mp4' });
  await expect(refused).toContainText('可执行程序');
  await expect(panel.getByRole('listitem').filter({ hasText: '说明.docx' })).toContainText('不支持这种文件');
  await expect(panel.getByRole('listitem').filter({ hasText: '空.mov' })).toContainText('文件是空的');
  // The same bytes would be refused again: what helps is another file.
  await expect(refused.getByRole('button', { name: '重试' })).toHaveCount(0);
  const choosing = page.waitForEvent('filechooser');
  await refused.getByRole('button', { name: '换一个文件代替「程序.mp4」' }).click();
  const other = join(folder.path, '真的.mp4');
  await makeClip(other, { megabytes: 1 });
  await (await choosing).setFiles(other);
  await openGroup(page, '完成');
  await expect(panel.getByRole('listitem')).toHaveCount(7);
  await openGroup(page, '失败');
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  const materials = await readMaterials(product, admin, project_id);
  expect(materials.map(({ material_name }) => material_name).toSorted()).toEqual([
    '01.mp4',
    '02.mp4',
    '03.mp4',
    '04.mp4',
    '05.mp4',
    '海报.png',
    '真的.mp4',
  ]);
  // The list shows videos; the picture belongs to another view.
  const grid = page.getByRole('main');
  await expect(grid.getByText('05.mp4')).toBeVisible();
  await expect(grid.getByText('海报.png')).toHaveCount(0);
  await page.goto(libraryPath(project_id, { type: 'audio' }));
  await reopenGroup(page, '完成');
  await expect(panel.getByRole('listitem')).toHaveCount(7);
  await expectAccessible(page);
});

test('a name that exists is asked about with both pictures, and the same content is not sent again', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `同名 ${Date.now()}`);
  const place = join(folder.path, '同名');
  await mkdir(place);
  const names = ['甲.mp4', '乙.mp4', '丙.mp4'];
  for (const name of names) await makeClip(join(place, name), { megabytes: 1 });
  const files = names.map((name) => join(place, name));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url());
  });
  await stepTo(page, libraryPath(project_id, { type: 'audio' }));
  const input = page.getByLabel('要上传的文件').first();
  await input.setInputFiles(files);
  const panel = await openGroup(page, '完成');
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  const before = sent.length;

  // Another content under the name of one, and the other two as they were.
  await makeClip(files[0]!, { colour: 'crimson', megabytes: 1 });
  await input.setInputFiles(files);
  const dialog = page.getByRole('dialog', { name: /有同名素材/ });
  await expect(dialog).toContainText('1/3');
  await expect(dialog.getByText(/^已有的/)).toBeVisible();
  await expect(dialog.locator('video')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^替换/ }).click();
  await expect(dialog).toContainText('2/3');
  await expect(dialog.getByText('大小完全相同')).toBeVisible();
  await dialog.getByLabel('其余 1 个也这样处理').check();
  await dialog.getByRole('button', { name: /^保留两者/ }).click();
  await openGroup(page, '完成');
  await expect(panel.getByText('秒传', { exact: true })).toHaveCount(2);
  await expect(panel.getByRole('listitem')).toHaveCount(6);
  // Only the one that is new went over the wire.
  expect(sent.length - before).toBe(1);
  const materials = await readMaterials(product, admin, project_id);
  expect(materials.map(({ material_name }) => material_name)).toHaveLength(5);
  expect(materials.filter(({ material_name }) => material_name === '甲.mp4')).toHaveLength(1);

  await input.setInputFiles(files);
  await dialog.getByRole('button', { name: /^跳过/ }).click();
  await expect(dialog).toContainText('2/3');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await readMaterials(product, admin, project_id)).toHaveLength(5);
});

test('links are judged line by line, and an address inside the company is refused in words', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `链接 ${Date.now()}`);
  await stepTo(page, libraryPath(project_id));
  await page.getByRole('button', { name: '链接导入' }).first().click();
  const dialog = page.getByRole('dialog', { name: '链接导入' });
  const field = dialog.getByRole('textbox');
  await field.fill('ftp://example.com/a.mp4\nhttps://user:secret@example.com/b.mp4');
  await expect(dialog.getByRole('list', { name: '有问题的链接' }).getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: '导入', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await field.fill('http://127.0.0.1/a.mp4');
  await dialog.getByRole('button', { name: '导入 1 个' }).click();
  const row = dialog.getByRole('listitem');
  await expect(row).toContainText('127.0.0.1');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(row).toContainText(/公网|内网|不能/);
  await expectAccessible(page);
});
