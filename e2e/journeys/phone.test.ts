import { callOf } from '@mixreel/contract';
import { expect, freshSession, signInAs, startOf, test } from '../support/test.ts';

test('a phone that scans the QR and confirms signs the waiting browser in', async ({
  page,
  browser,
  product,
  admin,
}) => {
  const link = page.waitForResponse(`**${callOf('auth.startQr').path}`);
  await page.goto('/login');
  const { data } = (await (await link).json()) as { data: { url: string; check_number: string } };
  await expect(page.getByText(data.check_number, { exact: true })).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
  await signInAs(phone, product, await freshSession(product, admin));
  const screen = await phone.newPage();
  const { pathname, search } = new URL(data.url);
  await screen.goto(`${product.url}${pathname}${search}`);
  await expect(screen.getByText(data.check_number, { exact: true })).toBeVisible();
  await expect(page.getByText('已扫码，请在手机上确认')).toBeVisible();
  await screen.getByRole('button', { name: '确认登录' }).click();
  await expect(screen.getByRole('heading', { name: '已确认' })).toBeVisible();

  await expect(page).toHaveURL(startOf(`${product.url}/home/material`));
  await expect(page.getByRole('button', { name: /^管理员\s?的菜单$/ })).toBeVisible();
  await phone.close();
});

test('a phone that refuses leaves the browser outside, with a new QR at hand', async ({
  page,
  browser,
  product,
  admin,
}) => {
  const link = page.waitForResponse(`**${callOf('auth.startQr').path}`);
  await page.goto('/login');
  const { data } = (await (await link).json()) as { data: { url: string } };
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await signInAs(phone, product, await freshSession(product, admin));
  const screen = await phone.newPage();
  const { pathname, search } = new URL(data.url);
  await screen.goto(`${product.url}${pathname}${search}`);
  await screen.getByRole('button', { name: '不是我，拒绝' }).click();
  await expect(page.getByText('手机上拒绝了这次登录')).toBeVisible();

  const again = page.waitForResponse(`**${callOf('auth.startQr').path}`);
  await page.getByRole('button', { name: '刷新二维码' }).click();
  await again;
  await expect(page.getByText('手机上拒绝了这次登录')).toHaveCount(0);
  await phone.close();
});
