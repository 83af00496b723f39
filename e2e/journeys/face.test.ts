import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { expectAccessible } from '../support/accessible.ts';
import { addFilms, ANALYSIS_MS, analysed, upload } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { makeFolder } from '../support/upload.ts';

test('people are looked for in a film, and no face is added without a consent', async ({
  adminPage: page,
  product,
  admin,
}) => {
  test.setTimeout(120_000 + ANALYSIS_MS);
  const project_id = await makeProject(product, admin, `换脸 ${Date.now()}`);
  await addFilms(product, admin, project_id, ['口播.mp4']);
  const folder = await makeFolder();
  const photo = join(folder.path, '证件照.png');
  const drawn = ['-f', 'lavfi', '-i', 'color=0xc09080:s=64x64', '-frames:v', 1, photo];
  await runFfmpeg(await locateFfmpeg(), [drawn]);
  await upload(product, admin.access_token, project_id, '证件照.png', await readFile(photo));
  await folder.remove();
  await analysed(product, admin, project_id);
  await page.goto(`/aiCapabilities/faceSwap?projectId=${project_id}`);
  await expect(page.getByText('给画面里的人换一张脸')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: '人脸与同意' }).click();
  const faces = page.getByRole('dialog', { name: '人脸与同意' });
  await faces.getByText('系统人脸', { exact: true }).click();
  await expect(faces.getByText(/还没有可以合法使用的系统人脸/)).toBeVisible();
  await faces.getByText('自己的人脸', { exact: true }).click();
  await faces.getByRole('button', { name: '添加人脸' }).click();
  const form = page.getByRole('dialog', { name: '添加人脸' });
  await form.getByRole('textbox', { name: '人脸的名字' }).fill('小林');
  await form.getByRole('button', { name: '从素材库选照片' }).click();
  const photos = page.getByRole('dialog', { name: '选照片' });
  await photos.getByRole('button', { name: '证件照.png' }).click();
  await photos.getByRole('button', { name: '处理这 1 个' }).click();
  const put = form.getByRole('button', { name: '添加', exact: true });
  await expect(put).toBeDisabled();
  await form.getByLabel(/单独同意/).check();
  await expectAccessible(page);
  // Nobody looks at pictures without the models: nothing is taken unseen.
  await put.click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByRole('button', { name: '返回' }).click();
  await expect(faces.getByText(/还没有人脸/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(faces).toBeHidden();

  await page.getByRole('button', { name: '选视频或图片' }).last().click();
  const picker = page.getByRole('dialog', { name: '选视频或图片' });
  await picker.getByRole('button', { name: '口播.mp4' }).click();
  await picker.getByRole('button', { name: '处理这 1 个' }).click();
  const desk = page.getByRole('region', { name: '口播.mp4' });
  // No models here: the page says so, and offers nothing that would be made up.
  await expect(desk.getByText(/模型还没有准备好/)).toBeVisible({ timeout: 240_000 });
  await expect(desk.getByRole('button', { name: '开始换脸' })).toBeDisabled();
  await expect(desk.getByText('先给一个人物选脸')).toBeVisible();
  await expectAccessible(page);
});
