import { callOf } from '@mixreel/contract';
import { expect, send, startOf, stepTo, test } from '../support/test.ts';

test('without a session only login, the shared page and the root are open; the way back leads to where one was going, never off this site', async ({
  page,
  product,
  admin,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/home/material')}`);
  await page.goto('/materialShare?id=x');
  await expect(page).toHaveURL('/materialShare?id=x');
  for (const path of ['/admin', '/studio', '/agentDetail', '/nowhere']) {
    await stepTo(page, path);
    // Where a page leads on to another, the way back leads there.
    await expect(page).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}`));
  }
  await stepTo(page, '/storyBoard?projectId=p1&tab=a%20b');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/storyBoard?projectId=p1&tab=a%20b')}`);

  const { code } = await send<{ code: string }>(product, callOf('auth.issueCode').path, {}, admin.access_token);
  await page.locator('label').filter({ hasText: '授权码' }).first().click();
  await page.getByRole('textbox', { name: '授权码' }).fill(code);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(startOf('/storyBoard?projectId=p1&tab=a+b'));

  for (const from of ['https://example.com/', '//example.com/', '/\\example.com', 'javascript:alert(1)', '/login']) {
    await stepTo(page, `/login?from=${encodeURIComponent(from)}`);
    await expect(page).toHaveURL(startOf(`${product.url}/home/material`));
    await stepTo(page, '/home/task');
    await expect(page).toHaveURL(/\/home\/task/);
  }
});
