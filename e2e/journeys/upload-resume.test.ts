import { join } from 'node:path';
import { callOf, type Session } from '@mixreel/contract';
import { makeProject } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, freshSession, send, signInAs, test } from '../support/test.ts';
import {
  libraryPath,
  makeClip,
  makeFolder,
  openGroup,
  readMaterials,
  reopenGroup,
  slowUploads,
  startMortal,
} from '../support/upload.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
test.beforeAll(async () => {
  folder = await makeFolder();
});
test.afterAll(() => folder.remove());

test('an upload is paused, goes on, survives a lost network, and after a reload continues with the file chosen again', async ({
  page,
  context,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `续传 ${Date.now()}`);
  await signInAs(context, product, await freshSession(product, admin));
  const file = join(folder.path, '长片.mp4');
  await makeClip(file, { megabytes: 30 });
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.goto(libraryPath(project_id));
  await slowUploads(page, 1.5);
  await page.getByLabel('要上传的文件').first().setInputFiles(file);
  const panel = await openGroup(page, '进行中');
  const bar = panel.getByRole('progressbar', { name: '长片.mp4的进度' });
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'));
  await expect.poll(percent).toBeGreaterThan(10);

  await panel.getByRole('button', { name: '暂停「长片.mp4」' }).click();
  await expect(panel.getByText(/^已暂停/)).toBeVisible();
  const stoodAt = await percent();
  await panel.getByRole('button', { name: '继续「长片.mp4」' }).click();
  await expect.poll(percent).toBeGreaterThan(stoodAt);

  await slowUploads(page, 0);
  await expect(panel.getByText(/网络断开了/)).toBeVisible();
  await slowUploads(page, 1.5);
  await expect(panel.getByText(/MB \/ /)).toBeVisible();
  await expect.poll(percent).toBeGreaterThan(stoodAt + 5);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await reopenGroup(page, '进行中');
  await expect(panel.getByText(/重新选择同一文件以继续/)).toBeVisible();
  const sentBefore = offsets.length;
  await slowUploads(page, null);
  const other = join(folder.path, '别的.mp4');
  await makeClip(other);
  await page.getByLabel('没有传完的文件').setInputFiles(other);
  await expect(page.getByText('不是没传完的那个文件')).toBeVisible();
  await page.getByLabel('没有传完的文件').setInputFiles(file);
  await openGroup(page, '完成');
  await expect(panel.getByRole('listitem')).toContainText('长片.mp4');
  // It went on where it was: not one byte from the beginning.
  expect(Math.min(...offsets.slice(sentBefore))).toBeGreaterThan(4 * 1024 * 1024);
  const materials = await readMaterials(product, admin, project_id);
  expect(materials).toMatchObject([{ material_name: '长片.mp4' }]);
});

test('a server that is killed and started again in the middle costs nothing but time', async ({ page, context }) => {
  const mortal = await startMortal();
  try {
    const product = mortal as unknown as Product;
    const admin = await send<Session>(product, callOf('auth.login').path, { code: mortal.code });
    const project_id = await makeProject(product, admin, '重启');
    await signInAs(context, product, admin);
    const file = join(folder.path, '重启.mp4');
    await makeClip(file, { megabytes: 24 });
    await page.goto(mortal.url + libraryPath(project_id));
    await slowUploads(page, 2);
    await page.getByLabel('要上传的文件').first().setInputFiles(file);
    const panel = await openGroup(page, '进行中');
    const bar = panel.getByRole('progressbar', { name: '重启.mp4的进度' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
    await slowUploads(page, 1);
    await mortal.kill();
    await expect(panel.getByText(/会自动再试/)).toBeVisible();
    await slowUploads(page, null);
    await mortal.start();
    await openGroup(page, '完成');
    await expect(panel.getByRole('listitem')).toContainText('重启.mp4');
    expect(await readMaterials(product, admin, project_id)).toMatchObject([{ material_name: '重启.mp4' }]);
  } finally {
    await mortal.stop();
  }
});
