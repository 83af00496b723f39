import { startProduct } from '../support/product.ts';
import { expect, freshSession, send, signInAs, startOf, test } from '../support/test.ts';

test('the printed link signs the first administrator in, once', async ({ page, browser, complaints }) => {
  test.setTimeout(180_000);
  const product = await startProduct();
  try {
    await page.goto(product.signInLink);
    await expect(page).toHaveURL(startOf(`${product.url}/home/material`));
    await expect(page).toHaveTitle('混剪工场 - 素材库');
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible();
    expect(complaints).toEqual([]);

    const second = await browser.newPage();
    await second.goto(product.signInLink);
    await expect(second).toHaveURL(`${product.url}/login`);
    await expect(second.getByText('这个登录链接用不了')).toBeVisible();
    await second.close();
  } finally {
    await product.stop();
  }
});

test('a protected page leads to the login page and back, query included', async ({ page, product, admin }) => {
  await page.goto('/storyBoard?projectId=p1&tab=a%20b');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/storyBoard?projectId=p1&tab=a%20b')}`);

  const { code } = await send<{ code: string }>(product, '/api/auth/issueCode', {}, admin.access_token);
  await page.locator('label').filter({ hasText: '授权码' }).first().click();
  await page.getByRole('textbox', { name: '授权码' }).fill(code);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(startOf('/storyBoard?projectId=p1&tab=a+b'));
});

test('the way back never leaves this site', async ({ page, context, product, admin }) => {
  await signInAs(context, product, await freshSession(product, admin));
  for (const from of ['https://example.com/', '//example.com/', '/\\example.com', 'javascript:alert(1)', '/login']) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await expect(page).toHaveURL(startOf(`${product.url}/home/material`));
  }
});

test('without a session only login, the shared page and the root are open', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/home/material')}`);
  await page.goto('/materialShare?id=x');
  await expect(page).toHaveURL('/materialShare?id=x');
  for (const path of ['/admin', '/studio', '/agentDetail', '/nowhere']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?from=/);
  }
});
