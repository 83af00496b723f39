import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/test.ts';

const LOGIN_MAX_BYTES = 250_000;

test('the login page loads less than 250 kB of JavaScript', async ({ page }) => {
  const sizes: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname;
    if (!name.endsWith('.js')) return;
    sizes.push(response.body().then((body) => [name, gzipSync(body).length]));
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: '登录混剪工场' })).toBeVisible();
  await page.waitForLoadState('load');
  const loaded = await Promise.all(sizes);
  const total = loaded.reduce((sum, [, size]) => sum + size, 0);
  test.info().annotations.push({ type: 'login_js_gzip_bytes', description: String(total) });
  console.log(`login: ${total} bytes of JavaScript, gzip, in ${loaded.length} files`);
  expect(total).toBeLessThan(LOGIN_MAX_BYTES);
});
