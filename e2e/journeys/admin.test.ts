import { callOf } from '@mixreel/contract';
import { invite, makeProject } from '../support/people.ts';
import { expect, freshSession, send, signInAs, stepTo, test } from '../support/test.ts';

test('an administrator makes a team, invites a newcomer into it by link, and deletes it once it is empty', async ({
  deskPage: page,
  browser,
  product,
}) => {
  await stepTo(page, '/admin?tab=teams');
  await page.getByRole('button', { name: '新建团队' }).click();
  await page.getByLabel('团队名称').fill('临时组');
  await page.getByRole('button', { name: /^新\s?建$/ }).click();
  await expect(page.getByText('团队「临时组」已创建，你是所有者')).toBeVisible();

  await page.getByRole('tab', { name: '邀请' }).click();
  await page.getByRole('button', { name: '生成邀请链接' }).click();
  const dialog = page.getByRole('dialog', { name: '生成邀请链接' });
  await dialog.getByLabel('加入团队（选填）').click();
  await page.getByTitle('临时组').click();
  await dialog.getByRole('button', { name: /^生\s?成$/ }).click();
  const link = await page.getByRole('textbox', { name: '链接' }).inputValue();
  expect(link).toMatch(/^http:\/\/[^/]+\/login\?code=[\w-]+$/);

  const newcomer = await browser.newPage();
  const { pathname, search } = new URL(link);
  await newcomer.goto(`${product.url}${pathname}${search}`);
  await expect(newcomer.getByText('加入「临时组」，身份是编辑者。')).toBeVisible();
  await newcomer.getByLabel('你的名字').fill('小贺');
  await newcomer.getByRole('button', { name: '加入并登录' }).click();
  await expect(newcomer.getByRole('button', { name: /^小贺\s?的菜单$/ })).toBeVisible();
  await expect(newcomer.getByRole('button', { name: /切换空间/ })).toContainText('临时组');
  await newcomer.getByRole('button', { name: '新建项目' }).click();
  await newcomer.getByLabel('项目名称').fill('试拍');
  await newcomer.getByRole('button', { name: /^新\s?建$/ }).click();
  await expect(newcomer.getByText('项目「试拍」已创建')).toBeVisible();

  const removeTeam = async () => {
    await page.getByRole('button', { name: '删除临时组' }).click();
    await page
      .getByRole('dialog', { name: '删除团队「临时组」？' })
      .getByRole('button', { name: /^删\s?除$/ })
      .click();
  };
  await stepTo(page, '/admin?tab=teams');
  await removeTeam();
  await expect(page.getByText('「临时组」里还有 1 个项目，清空后才能删除')).toBeVisible();

  await newcomer.getByRole('button', { name: /切换项目/ }).click();
  await newcomer.getByRole('button', { name: '「试拍」的更多操作' }).click();
  await newcomer.getByRole('menuitem', { name: '删除' }).click();
  await newcomer.getByRole('button', { name: /^删\s?除$/ }).click();
  await expect(newcomer.getByRole('button', { name: '切换项目，当前是还没有项目' })).toBeVisible();
  await removeTeam();
  await expect(page.getByRole('button', { name: '删除临时组' })).toHaveCount(0);
  await newcomer.goto(`${product.url}/home/material`);
  await expect(newcomer.getByRole('button', { name: /切换空间，当前是个人空间/ })).toBeVisible();
  await newcomer.close();
});

test('users are found by name, status, privilege and role; whoever is disabled is out', async ({
  deskPage: page,
  browser,
  product,
  admin,
}) => {
  const guest = await invite(product, admin, { name: '小施', user_privilege: false });
  await stepTo(page, '/admin?tab=users');
  await page.getByRole('textbox', { name: '按名字搜索用户' }).fill('小施');
  const row = page.getByRole('row').filter({ hasText: '小施' });
  await expect(row).toBeVisible();
  await page.getByRole('combobox', { name: '按访问权限筛选' }).click();
  await page.getByTitle('已开通', { exact: true }).click();
  await expect(page.getByText('没有找到用户')).toBeVisible();
  await page.getByRole('combobox', { name: '按访问权限筛选' }).click();
  await page.getByTitle('未开通', { exact: true }).click();
  await row.getByRole('switch', { name: '小施的访问权限' }).click();
  await expect(page.getByText('没有找到用户')).toBeVisible();
  // Whoever comes back finds everybody.
  await stepTo(page, '/home/task');
  await expect(page.getByRole('heading', { level: 1, name: '任务中心' })).toBeVisible();
  await stepTo(page, '/admin?tab=users');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  const { code } = await send<{ code: string }>(product, callOf('auth.issueCode').path, {}, guest.access_token);
  await theirs.goto(`${product.url}/login?code=${code}`);
  await expect(theirs.getByText('这个空间还没有项目')).toBeVisible();
  await page.getByRole('button', { name: '对小施的操作' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await page.getByRole('button', { name: /^停\s?用$/ }).click();
  await expect(page.getByRole('row').filter({ hasText: '小施' })).toContainText('已停用');
  // Nobody touches the other page: its event stream ends, and that is how it learns.
  await expect(theirs).toHaveURL(/\/login/);
  await context.close();

  await stepTo(page, '/admin?tab=audit');
  await expect(page.getByRole('row').filter({ hasText: '修改用户 已停用' }).first()).toBeVisible();
});

test('what could not be loaded without a network is loaded when it is back', async ({
  page,
  context,
  product,
  admin,
}) => {
  await makeProject(product, admin, `断网 ${Date.now()}`);
  await signInAs(context, product, await freshSession(product, admin));
  await page.route(`**${callOf('team.list').path}*`, (route) => route.abort());
  await page.goto('/home/material');
  await expect(page.getByRole('alert').filter({ hasText: '空间没有加载出来' })).toBeVisible();
  await expect(page.getByRole('button', { name: '切换空间，当前是没有加载出来' })).toBeVisible();
  await page.unroute(`**${callOf('team.list').path}*`);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: '切换空间，当前是个人空间' })).toBeVisible();
});
