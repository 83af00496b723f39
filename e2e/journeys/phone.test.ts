import { callOf } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { expect, freshSession, signInAs, startOf, test } from '../support/test.ts';

test('a phone that scans the QR and refuses leaves the browser outside; one that confirms signs it in', async ({
  page,
  browser,
  product,
  admin,
}) => {
  const first = startedQr(page);
  await page.goto('/login');
  const refused = await first;
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
  await signInAs(phone, product, await freshSession(product, admin));
  const screen = await phone.newPage();
  const scan = async ({ url }: Qr) => {
    const { pathname, search } = new URL(url);
    await screen.goto(`${product.url}${pathname}${search}`);
  };
  await scan(refused);
  await screen.getByRole('button', { name: '不是我，拒绝' }).click();
  await expect(page.getByText('手机上拒绝了这次登录')).toBeVisible();

  const second = startedQr(page);
  await page.getByRole('button', { name: '刷新二维码' }).click();
  const asked = await second;
  await expect(page.getByText('手机上拒绝了这次登录')).toHaveCount(0);
  await expect(page.getByText(asked.check_number, { exact: true })).toBeVisible();
  await scan(asked);
  await expect(screen.getByText(asked.check_number, { exact: true })).toBeVisible();
  await expect(page.getByText('已扫码，请在手机上确认')).toBeVisible();
  await screen.getByRole('button', { name: '确认登录' }).click();
  await expect(screen.getByRole('heading', { name: '已确认' })).toBeVisible();

  await expect(page).toHaveURL(startOf(`${product.url}/home/material`));
  await expect(page.getByRole('button', { name: /^管理员\s?的菜单$/ })).toBeVisible();
  await phone.close();
});

type Qr = { url: string; check_number: string };

async function startedQr(page: Page): Promise<Qr> {
  const answer = await page.waitForResponse(`**${callOf('auth.startQr').path}`);
  return ((await answer.json()) as { data: Qr }).data;
}
