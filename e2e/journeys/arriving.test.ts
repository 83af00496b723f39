import { callOf } from '@mixreel/contract';
import type { Browser, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { invite, makeProject } from '../support/people.ts';
import { expect, send, test } from '../support/test.ts';

const PASSWORD = '山丘上的冷萃咖啡7';

function spaceMenu(page: Page) {
  return page.getByRole('button', { name: /^切换空间/ });
}

async function openAccount(page: Page) {
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '账号与安全' }).click();
  return page.getByRole('dialog', { name: '账号与安全' });
}

async function newPage(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

test('whoever makes a team invites to it, and the invited arrives in the team and its project', async ({
  adminPage: page,
  admin,
  browser,
  product,
}) => {
  await makeProject(product, admin, '建团队之前', '');
  await page.goto('/home/material');
  await spaceMenu(page).click();
  await page.getByRole('menuitem', { name: '新建团队' }).click();
  await page.getByRole('textbox', { name: '团队名称' }).fill('投放一组');
  await page.getByRole('button', { name: '新建', exact: true }).click();
  await expect(spaceMenu(page)).toContainText('投放一组');
  await expect(page).toHaveURL(/teamId=\w+/);
  const team_id = new URL(page.url()).searchParams.get('teamId') ?? '';
  const project_id = await makeProject(product, admin, '夏季上新', team_id);
  await page.reload();
  await spaceMenu(page).click();
  await page.getByRole('menuitem', { name: '邀请成员' }).click();
  const dialog = page.getByRole('dialog', { name: '邀请加入「投放一组」' });
  await dialog.getByRole('combobox', { name: '进来后先看哪个项目（选填）' }).click();
  await page.getByTitle('夏季上新').last().click();
  await dialog.getByRole('button', { name: '生成邀请链接' }).click();
  const link = await dialog.getByRole('textbox', { name: '邀请链接' }).inputValue();
  await expect(dialog.getByRole('region', { name: '还有效的邀请' })).toContainText('编辑者 · 夏季上新');
  await expectAccessibleInBothThemes(page);

  const newcomer = await newPage(browser, product.url);
  await newcomer.goto(link.replace(/^https?:\/\/[^/]+/, ''));
  await newcomer.getByRole('textbox', { name: '你的名字' }).fill('新来的');
  await newcomer.getByLabel('设一个密码（选填）').fill('12345678');
  await newcomer.getByRole('button', { name: '加入并登录' }).click();
  await expect(newcomer.getByText('这个密码太常见')).toBeVisible();
  await newcomer.getByLabel('设一个密码（选填）').fill(PASSWORD);
  await newcomer.getByRole('button', { name: '加入并登录' }).click();
  await expect(newcomer).toHaveURL(`/home/material?teamId=${team_id}&projectId=${project_id}`);
  await expect(spaceMenu(newcomer)).toContainText('投放一组');
  // Opened once more, the link does not ask those to join who are in already, though it is used up for all others.
  await newcomer.goto(link.replace(/^https?:\/\/[^/]+/, ''));
  await expect(newcomer.getByRole('heading', { name: '你已经在「投放一组」里了' })).toBeVisible();
  await newcomer.getByRole('button', { name: '进入团队' }).click();
  await expect(newcomer).toHaveURL(`/home/material?teamId=${team_id}&projectId=${project_id}`);
  await newcomer.context().close();
});

test('a person signs in by name and password', async ({ page, product, admin }) => {
  const { access_token } = await invite(product, admin, { name: '常客' });
  await send(product, callOf('account.setPassword').path, { password: PASSWORD }, access_token);
  await page.goto('/login');
  await page.locator('label').filter({ hasText: '密码' }).first().click();
  await page.getByRole('textbox', { name: '名字' }).fill('常客');
  await page.locator('#sign-in-password').fill('不是这个密码');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('名字或密码不正确')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.locator('#sign-in-password').fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('button', { name: '常客的菜单' })).toBeVisible();
});

test('a person adds a passkey, signs in with it, and removes it', async ({ adminPage: page, admin, product }) => {
  await makeProject(product, admin, '自己的', '');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/home/material');
  const account = await openAccount(page);
  await expect(account.getByText('还没有密码')).toBeVisible();
  await account.getByRole('button', { name: '添加通行密钥' }).click();
  await expect(account.getByRole('region', { name: '通行密钥' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await account
    .getByRole('button', { name: '关闭' })
    .or(account.getByRole('button', { name: 'Close' }))
    .click();

  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.locator('label').filter({ hasText: '密码' }).first().click();
  await page.getByRole('button', { name: '用通行密钥登录' }).click();
  const back = await openAccount(page);
  await back.getByRole('button', { name: /^删除通行密钥/ }).click();
  await page.getByRole('button', { name: '删除', exact: true }).last().click();
  await expect(back.getByRole('region', { name: '通行密钥' }).getByRole('listitem')).toHaveCount(0);
});
