import { expectAccessible } from '../support/accessible.ts';
import { addFilms, ANALYSIS_MS, analysed } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('people are looked for in a film, and no face is added without a consent', async ({
  adminPage: page,
  product,
  admin,
}) => {
  test.setTimeout(120_000 + ANALYSIS_MS);
  const project_id = await makeProject(product, admin, `换脸 ${Date.now()}`);
  await addFilms(product, admin, project_id, ['口播.mp4']);
  await analysed(product, admin, project_id);
  await page.goto(`/aiCapabilities/faceSwap?projectId=${project_id}`);
  await expect(page.getByText('给画面里的人换一张脸')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: '选视频或图片' }).last().click();
  const picker = page.getByRole('dialog', { name: '选视频或图片' });
  await picker.getByRole('button', { name: '口播.mp4' }).click();
  await picker.getByRole('button', { name: '处理这 1 个' }).click();
  const desk = page.getByRole('region', { name: '口播.mp4' });
  // No models here: the page says so, and offers nothing that would be made up.
  await expect(page.getByRole('list', { name: '换脸' }).getByText(/模型|没有/)).toBeVisible({ timeout: 240_000 });
  await expect(desk.getByRole('button', { name: '开始换脸' })).toBeDisabled();
  await expect(desk.getByText('先给一个人物选脸')).toBeVisible();
  await expectAccessible(page);
});
