import { callOf, type Session } from '@mixreel/contract';
import { invite, makeTeam } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, firstSession, freshSession, send, signInAs, startOf, test } from '../support/test.ts';
import { startWorkbench } from '../support/workbench.ts';

let product: Product;
let admin: Session;
let workbench: Awaited<ReturnType<typeof startWorkbench>>;

test.beforeAll(async () => {
  workbench = await startWorkbench(() => product.url);
  product = await startProduct({ WORKBENCH_URL: workbench.url });
  admin = await firstSession(product);
});
test.afterAll(async () => {
  await product.stop();
  await workbench.close();
});

test('the image workbench is opened from the launcher without signing in, and leads back into the same space', async ({
  page,
  context,
  browser,
}) => {
  const team_id = await makeTeam(product, admin, '工作台组');
  await signInAs(context, product, await freshSession(product, admin));
  await page.goto(`${product.url}/home/material?teamId=${team_id}`);
  await expect(page.getByRole('button', { name: /当前是工作台组/ })).toBeVisible();
  await page.getByRole('button', { name: '稍后' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索功能' }).fill('工作台');
  await page.getByRole('combobox', { name: '搜索功能' }).press('Enter');
  await expect(page.getByRole('heading', { name: '工作台：管理员' })).toBeVisible();
  const way = (await page.getByRole('link', { name: '回到混剪工场' }).getAttribute('href')) ?? '';
  await page.goBack();
  await expect(page).toHaveURL(startOf(`${product.url}/home/material?teamId=${team_id}`));

  // In a browser where nobody is signed in, the key alone opens the product, once.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(way);
  await expect(other).toHaveURL(startOf(`${product.url}/videoGenerate?projectId=p`));
  await expect(other.getByRole('button', { name: /当前是工作台组/ })).toBeVisible();
  await elsewhere.close();
  const late = await browser.newPage();
  await late.goto(way);
  await expect(late.getByRole('alert').filter({ hasText: '交接链接已使用或过期' })).toBeVisible();
  await expect(late).toHaveURL(/\/login\?from=%2FvideoGenerate/);
  await late.close();
});

test('a key of another person does not take over a browser where somebody is at work, unless they say so', async ({
  page,
  context,
}) => {
  const guest = await invite(product, admin, { name: '小许' });
  await signInAs(context, product, await freshSession(product, admin));
  const keyOf = async () =>
    (await send<{ key: string }>(product, callOf('auth.issueKey').path, {}, guest.access_token)).key;

  await page.goto(`${product.url}/login?key=${await keyOf()}`);
  await expect(page.getByText('现在登录的是「管理员」，这个链接会以「小许」的身份登录。')).toBeVisible();
  await page.getByRole('button', { name: '不换，继续工作' }).click();
  await expect(page.getByRole('button', { name: /^管理员\s?的菜单$/ })).toBeVisible();

  await page.goto(`${product.url}/login?key=${await keyOf()}`);
  await page.getByRole('button', { name: '换成「小许」' }).click();
  await expect(page.getByRole('button', { name: /^小许\s?的菜单$/ })).toBeVisible();

  await page.goto(`${product.url}/login?key=made-up`);
  await expect(page.getByText('交接链接已使用或过期')).toBeVisible();
  await expect(page.getByRole('button', { name: /^小许\s?的菜单$/ })).toBeVisible();
});

test('a workbench that cannot be opened says why', async ({ page, context }) => {
  await signInAs(context, product, await freshSession(product, admin));
  await page.route('**/getSDWebUICode', (route) =>
    route.fulfill({ json: { code: 30004, message: '还没有配置图像工作台，请联系管理员', data: null } }),
  );
  await page.goto(`${product.url}/workbench`);
  await expect(page.getByRole('alert').filter({ hasText: '还没有配置图像工作台，请联系管理员' })).toBeVisible();
  await page.getByRole('button', { name: '回到素材库' }).click();
  await expect(page).toHaveURL(/\/home\/material/);
});
