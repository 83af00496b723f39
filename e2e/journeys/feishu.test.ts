import { type FeishuDouble, startFeishuDouble } from '../../apps/server/src/testing/feishu-double.ts';
import { freePort } from '../support/free-port.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, startOf, test } from '../support/test.ts';

let product: Product;
let feishu: FeishuDouble;

test.beforeAll(async () => {
  const port = await freePort();
  feishu = await startFeishuDouble({ redirectUris: [`http://localhost:${port}/login`] });
  product = await startProduct({
    ...feishu.env,
    PORT: String(port),
    FEISHU_AUTO_PRIVILEGE: 'true',
    PUBLIC_URL: `http://localhost:${port}`,
  });
});

test.afterAll(async () => {
  await product.stop();
  await feishu.close();
});

test('the printed link signs the first administrator in, once', async ({ page, browser, complaints }) => {
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
});

test('the Feishu QR in the frame signs in and leads back to where the person was going', async ({ page }) => {
  await page.goto(`${product.url}/storyBoard?projectId=p1`);
  const frame = page.frameLocator('iframe[title="飞书登录二维码"]');
  await frame.getByRole('button', { name: '张三扫码' }).click();
  await expect(page).toHaveURL(startOf(`${product.url}/storyBoard?projectId=p1`));
  await expect(page.getByRole('button', { name: /^张三\s?的菜单$/ })).toBeVisible();
});

test('the Feishu page signs in; a refusal there is told, and a code that this tab did not ask for signs nobody in', async ({
  page,
}) => {
  await page.goto(`${product.url}/login?code=stolen&state=foreign`);
  await expect(page.getByRole('alert').filter({ hasText: '不是从这个页面发起的' })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/login`);
  await page.getByRole('button', { name: '在浏览器中用飞书登录' }).click();
  await page.getByRole('link', { name: '拒绝' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '你在飞书里取消了授权' })).toBeVisible();

  await page.getByRole('button', { name: '在浏览器中用飞书登录' }).click();
  await page.getByRole('link', { name: '李四' }).click();
  await expect(page).toHaveURL(startOf(`${product.url}/home/material`));
  await expect(page.getByRole('button', { name: /^李四\s?的菜单$/ })).toBeVisible();
});
