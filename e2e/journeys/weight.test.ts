import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const MAX_BYTES = 250_000;

/** Opens a page and says how much JavaScript it loaded until it showed this. */
async function weigh(page: Page, path: string, words: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(path);
  await expect(page.getByText(words).first()).toBeVisible();
  await page.waitForLoadState('load');
  const loaded = await Promise.all(sizes);
  const total = loaded.reduce((sum, size) => sum + size, 0);
  console.log(`${path}: ${total} bytes of JavaScript, gzip, in ${loaded.length} files`);
  return total;
}

test('the pages that strangers see first load less than 250 kB of JavaScript', async ({ page, context }) => {
  expect(await weigh(page, '/login', '登录混剪工场')).toBeLessThan(MAX_BYTES);
  expect(await weigh(await context.newPage(), '/materialShare?share_id=nothing', '请检查链接是否完整')).toBeLessThan(
    MAX_BYTES,
  );
  expect(await weigh(await context.newPage(), '/shootingDay', '还没有扫码')).toBeLessThan(MAX_BYTES);
});
