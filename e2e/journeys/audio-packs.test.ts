import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { packsDir } from '../../packages/ai/src/packs/packs-dir.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, firstSession, signInAs, test } from '../support/test.ts';

/** What the smallest pack weighs as a tarball. */
const BYTES = 5_471_324;
const HALF = BYTES / 2;
const TITLE = '人声检测';

/** A folder of packs that may be emptied, with the smallest of those that the machine has. */
async function copyPacks(): Promise<string> {
  const from = packsDir(process.env);
  const to = await mkdtemp(join(tmpdir(), 'mixreel-packs-'));
  const names = (await readdir(from)).filter((name) => name.startsWith('silero-vad@'));
  for (const name of names) await cp(join(from, name), join(to, name), { recursive: true });
  return to;
}

/** A mirror that stops half-way until it is told to go on, and whose file is as long as it should be, of other bytes. */
async function startMirror() {
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('.tgz')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ dist: { tarball: `${address}a.tgz` } }));
      return;
    }
    response.writeHead(200, { 'content-length': BYTES });
    response.write(Buffer.alloc(HALF));
    waiting.push(() => response.end(Buffer.alloc(BYTES - HALF)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, goOn: () => waiting.splice(0).forEach((send) => send()), close };
}

test('an administrator removes a pack and fetches it again, sees how far it is, and why it was not taken', async ({
  page,
  context,
}) => {
  const [dir, mirror] = [await copyPacks(), await startMirror()];
  const product = await startProduct({ PACKS_DIR: dir, PACKS_REGISTRY: mirror.address });
  try {
    await signInAs(context, product, await firstSession(product));
    await fetchAgain(page, product, mirror.goOn);
  } finally {
    await product.stop();
    mirror.close();
    await rm(dir, { recursive: true, force: true });
  }
});

async function fetchAgain(page: Page, product: Product, goOn: () => void): Promise<void> {
  await page.goto(`${product.url}/admin?tab=ai`);
  const row = page.getByRole('row', { name: new RegExp(TITLE) });
  await expect(row).toContainText('可用');
  await row.getByRole('button', { name: `移除「${TITLE}」` }).click();
  const sure = page.getByRole('dialog', { name: `移除「${TITLE}」？` });
  await expect(sure).toContainText('腾出 5.');
  await sure.getByRole('button', { name: /^移\s?除$/ }).click();
  await expect(row).toContainText('未下载');

  await row.getByRole('button', { name: `下载「${TITLE}」` }).click();
  const bar = row.getByRole('progressbar', { name: `「${TITLE}」的下载进度` });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(40);
  goOn();
  await expect(row).toContainText('下载的文件校验不符，已丢弃，请重试');
  await row.getByRole('button', { name: `下载「${TITLE}」` }).click();
  await expect(bar).toBeVisible();
}
