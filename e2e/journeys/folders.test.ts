import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../support/accessible.ts';
import { drag } from '../support/drag.ts';
import { ANALYSIS_MS } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, stepTo, test } from '../support/test.ts';
import { holdUndo } from '../support/toast.ts';
import { dropFiles, libraryPath, makeClip, makeFolder, readMaterials } from '../support/upload.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
test.beforeAll(async () => {
  folder = await makeFolder();
});
test.afterAll(() => folder.remove());

test('a dropped folder keeps its folders: counted, opened, searched in, moved, renamed, deleted and brought back', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, '文件夹');
  const day = join(folder.path, '第一天');
  await mkdir(join(day, '机位A', '备用'), { recursive: true });
  await mkdir(join(day, '机位B'));
  await makeClip(join(day, '开场.mp4'));
  await makeClip(join(day, '机位A', '001.mp4'));
  await makeClip(join(day, '机位A', '备用', '001.mp4'));
  await makeClip(join(day, '机位B', '002.mp4'));

  await stepTo(page, libraryPath(project_id));
  await expect(page.getByText(/^还没有.*视频$/)).toBeVisible();
  await dropFiles(page, [day]);
  const tree = page.getByRole('tree', { name: '文件夹' });
  const line = (name: string) => tree.getByRole('treeitem', { name });
  await expect(line('第一天 4 个素材')).toBeVisible();
  await expect(line('机位A 2 个素材')).toBeVisible();
  await expect(line('全部素材 4 个素材')).toBeVisible();
  // The same name in two folders is two files, not a question.
  const names = (await readMaterials(product, admin, project_id)).map(({ material_name }) => material_name);
  expect(names.toSorted()).toEqual(['001.mp4', '001.mp4', '002.mp4', '开场.mp4']);

  await line('机位A').click();
  const grid = page.getByRole('grid', { name: '素材' });
  await expect(grid.getByRole('gridcell')).toHaveCount(2);
  await page.getByRole('button', { name: '不含子文件夹' }).click();
  await expect(grid.getByRole('gridcell')).toHaveCount(1);
  await expectAccessible(page);

  await line('第一天').click();
  // A search finds what was looked at.
  const states = async () => (await readMaterials(product, admin, project_id)).map((one) => one.analysis_status);
  await expect.poll(states, { timeout: ANALYSIS_MS }).toEqual(['done', 'done', 'done', 'done']);
  await page.getByRole('searchbox', { name: '用一句话搜镜头' }).fill('开场');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/在「第一天」里找到 1 个镜头/)).toBeVisible();
  await line('机位A').click();
  await expect(page.getByText(/在「机位A」里找到 0 个镜头/)).toBeVisible();
  await page.getByRole('button', { name: '回到「机位A」' }).first().click();

  await line('第一天').click();
  await drag(page, grid.getByRole('gridcell').filter({ hasText: '开场.mp4' }), line('机位B'));
  await expect(page.getByText('1 个素材已移到「机位B」')).toBeVisible();
  await expect(line('机位B 2 个素材')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(line('机位B 1 个素材')).toBeVisible();

  await line('机位B').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: '「机位B」的新名称' }).fill('特写/近景');
  await page.keyboard.press('Enter');
  await expect(page.getByText('名称不能包含')).toBeVisible();
  await line('机位B').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: '「机位B」的新名称' }).fill('特写 🌸');
  await page.keyboard.press('Enter');
  await expect(line('特写 🌸 1 个素材')).toBeVisible();
  await drag(page, line('特写 🌸'), line('机位A'));
  await expect(line('机位A 3 个素材')).toBeVisible();

  await line('机位A').focus();
  await page.keyboard.press('Delete');
  const undo = await holdUndo(page, '文件夹「机位A」已删除，里面的 3 个素材进了回收站');
  await expect(line('第一天 1 个素材')).toBeVisible();
  await undo.click();
  await expect(line('机位A 3 个素材')).toBeVisible();
  await expect(line('特写 🌸 1 个素材')).toBeVisible();
});
