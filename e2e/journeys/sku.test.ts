import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../support/accessible.ts';
import { ANALYSIS_MS } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, stepTo, test } from '../support/test.ts';
import { libraryPath, makeFolder, makePicture } from '../support/upload.ts';

test.use({ hasModels: true });

test('a product is taught with pictures uploaded on the spot, and what came of it is said', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const folder = await makeFolder();
  const project_id = await makeProject(product, admin, `商品 ${Date.now()}`);
  const files = ['teal', 'orange', 'navy'].map((colour) => join(folder.path, `${colour}.png`));
  for (const file of files) await makePicture(file, /(\w+)\.png$/.exec(file)?.[1]);
  await stepTo(page, libraryPath(project_id, { type: 'audio' }));
  await page.getByRole('button', { name: /更多/ }).first().click();
  await page.getByRole('menuitem', { name: '商品识别' }).click();
  const drawer = page.getByRole('dialog', { name: '商品识别' });
  await expect(drawer.getByText('还没有要识别的商品')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '添加商品' }).click();
  await page.getByLabel('商品名').fill('清透防晒霜');
  await page.getByRole('button', { name: '开始学习' }).click();
  await expect(page.getByText(/^还差 3 张/)).toBeVisible();
  await page.getByLabel('商品名').hover();
  await expectAccessible(page);
  await page.getByLabel('上传商品图片').setInputFiles(files);
  const pictures = page.getByRole('list', { name: '商品图片' }).getByRole('img');
  await expect(pictures).toHaveCount(3);
  // Content that is here already is not sent, and counts like any other.
  const known = join(folder.path, '同一张.png');
  await copyFile(files[0]!, known);
  await page.getByLabel('上传商品图片').setInputFiles(known);
  await expect(pictures).toHaveCount(4);
  await page.getByRole('button', { name: '开始学习' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '清透防晒霜' });
  await expect(row).toContainText('4 张图片');
  await expect(row).toContainText(/可以使用|没有学成/, { timeout: ANALYSIS_MS });
  await folder.remove();
});
