import { expectAccessible } from '../support/accessible.ts';
import { addFilms, analysed } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { libraryPath } from '../support/upload.ts';

test('a material goes from the library to a tool and comes back as new ones', async ({
  adminPage: page,
  product,
  admin,
}) => {
  test.setTimeout(180_000);
  const project_id = await makeProject(product, admin, `工具 ${Date.now()}`);
  await addFilms(product, admin, project_id, ['片头.mp4']);
  await analysed(product, admin, project_id);
  await page.goto(libraryPath(project_id));
  await page.getByRole('gridcell').first().click();
  await page.getByRole('button', { name: '用工具处理' }).click();
  await expect(page.getByText('已带来 1 个素材')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^截画面/ }).click();
  const dialog = page.getByRole('dialog', { name: '截画面' });
  await dialog.getByLabel('张数').fill('2');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '开始处理' }).click();
  await expect(page.getByRole('link', { name: '查看结果（2 个）' })).toBeVisible({ timeout: 240_000 });
});
