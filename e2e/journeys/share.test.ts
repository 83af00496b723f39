import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { callOf, type Share } from '@mixreel/contract';
import { expectAccessible } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, stepTo, test, watch } from '../support/test.ts';
import { libraryPath, makeClip, makeFolder, makePicture, openGroup, readMaterials } from '../support/upload.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' };
const PAGE_MAX_BYTES = 250_000;

test('materials are shared with a password; a phone without sign-in sees, plays and downloads them', async ({
  deskPage: page,
  browser,
  product,
  admin,
}) => {
  const folder = await makeFolder();
  const project_id = await makeProject(product, admin, `分享 ${Date.now()}`);
  const files = ['一.mp4', '二.mp4', '三.png'].map((name) => join(folder.path, name));
  await makeClip(files[0]!);
  await makeClip(files[1]!, { colour: 'crimson' });
  await makePicture(files[2]!);
  await stepTo(page, libraryPath(project_id));
  await page.getByLabel('要上传的文件').first().setInputFiles(files);
  const panel = await openGroup(page, '完成');
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await panel.getByRole('button', { name: '收起上传面板' }).click();

  const grid = page.getByRole('grid').first();
  await grid.getByRole('gridcell').first().click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: '分享', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^分享 \d+ 个素材/ });
  await dialog.getByLabel('标题（选填）').fill('夏日防晒初剪');
  await dialog.getByText('原画质').click();
  await dialog.getByLabel('访问密码').click();
  await dialog.getByRole('button', { name: '生成链接' }).click();
  await expect(dialog.getByText('密码至少 4 位')).toBeVisible();
  await dialog.getByLabel('密码', { exact: true }).fill('summer');
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const made = page.getByRole('dialog', { name: '分享链接已生成' });
  await expect(made.locator('svg', { hasText: '分享二维码' })).toBeVisible();
  const address = await made.getByLabel('分享链接').inputValue();

  const context = await browser.newContext({ ...PHONE, acceptDownloads: true });
  const complaints: string[] = [];
  watch(context, complaints);
  const phone = await context.newPage();
  const scripts: Promise<number>[] = [];
  phone.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: '这个分享有密码' })).toBeVisible();
  await expect(phone.getByText('夏日防晒初剪')).toHaveCount(0);
  await expectAccessible(phone);
  await phone.getByLabel('分享密码').fill('winter');
  await phone.getByRole('button', { name: '打开' }).click();
  await expect(phone.getByText('密码不正确，请重新输入')).toBeVisible();
  await phone.getByLabel('分享密码').fill('summer');
  await phone.getByRole('button', { name: '打开' }).click();
  await expect(phone.getByRole('heading', { name: '夏日防晒初剪' })).toBeVisible();
  const cards = phone.getByRole('list', { name: '分享的内容' }).getByRole('button');
  await expect(cards).toHaveCount(2);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await expectAccessible(phone);
  const weight = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  console.log(`share: ${weight} bytes of JavaScript, gzip`);
  expect(weight).toBeLessThan(PAGE_MAX_BYTES);

  await cards.first().click();
  const viewer = phone.getByRole('dialog');
  await expect(viewer.getByText('1/2')).toBeVisible();
  await viewer.getByRole('button', { name: '下一个' }).click();
  await expect(viewer.getByText('2/2')).toBeVisible();
  await expectAccessible(phone);
  await viewer.getByRole('button', { name: '关闭' }).click();
  await expect(viewer).toHaveCount(0);

  const download = phone.waitForEvent('download');
  await phone.getByRole('button', { name: '下载全部' }).click();
  const zip = await download;
  expect(zip.suggestedFilename()).toBe('夏日防晒初剪.zip');
  const unpacked = readZip(await readFile(await zip.path()));
  expect([...unpacked.keys()].toSorted()).toEqual(['一.mp4', '二.mp4']);
  for (const [name, content] of unpacked) {
    expect(content.equals(await readFile(join(folder.path, name))), name).toBe(true);
  }
  expect(complaints).toEqual([]);

  const material_ids = (await readMaterials(product, admin, project_id)).map(({ material_id }) => material_id);
  const looked = await send<Share>(
    product,
    callOf('share.add').path,
    { material_ids, allow_download: false },
    admin.access_token,
  );
  await phone.goto(new URL(looked.url, address).href);
  await expect(cards).toHaveCount(3);
  await expect(phone.getByRole('button', { name: /下载/ })).toHaveCount(0);
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: '夏日防晒初剪' })).toBeVisible();

  await made.getByRole('button', { name: '查看全部分享' }).click();
  const drawer = page.getByRole('dialog', { name: '空间里的分享' });
  const row = drawer.getByRole('listitem').filter({ hasText: '夏日防晒初剪' });
  await expect(row).toContainText('下载 1 次');
  await row.getByRole('button', { name: /^停止分享/ }).click();
  await page
    .getByRole('dialog', { name: /停止分享「/ })
    .getByRole('button', { name: '停止分享' })
    .click();
  await expect(row).toContainText('已停止');
  await phone.reload();
  await expect(phone.getByRole('heading', { name: '分享已被停止' })).toBeVisible();
  await expectAccessible(phone);
  await context.close();
  await folder.remove();
});

test('a link that leads nowhere says so', async ({ browser, product }) => {
  const context = await browser.newContext({ ...PHONE, baseURL: product.url, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto('/materialShare?record_uuid=nothing-here');
  await expect(page.getByRole('heading', { name: '分享不存在' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/materialShare');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});

/** Names and contents of an archive, by its directory at the end. */
function readZip(archive: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = archive.readUInt32LE(end + 16);
  for (let n = archive.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, bytes] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, note] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(from, from + bytes);
    found.set(archive.toString('utf8', at + 46, at + 46 + name), method === 0 ? content : inflateRawSync(content));
    at += 46 + name + extra + note;
  }
  return found;
}
