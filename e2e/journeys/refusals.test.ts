import { callOf } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { invite, makeProject, makeTeam } from '../support/people.ts';
import { answerTasks, taskLike } from '../support/tasks.ts';
import { expect, freshSession, send, signInAs, startOf, stepTo, test } from '../support/test.ts';
import { holdToast } from '../support/toast.ts';

test('a session that ends in the middle of work warns, then leads to the login page with the way back', async ({
  page,
  context,
  product,
  admin,
}) => {
  await makeProject(product, admin, `登录 ${Date.now()}`);
  const session = await freshSession(product, admin);
  await signInAs(context, product, session);
  await page.goto('/storyBoard?projectId=x');
  await expect(page.getByRole('heading', { name: '故事板' })).toBeVisible();

  await send(product, callOf('auth.logout').path, {}, session.access_token);
  await page.getByRole('button', { name: /切换项目/ }).click();
  const warning = await holdToast(page, '登录已失效');
  await expect(warning).toHaveAttribute('data-kind', 'warning');
  await expect(page).toHaveURL(startOf('/storyBoard?projectId=x'));

  await warning.getByRole('button', { name: '关闭提示' }).click();
  await expect(page).toHaveURL(startOf(`/login?from=${encodeURIComponent('/storyBoard?projectId=x')}`));
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('of two errors with the same code the second waits until the first is dismissed, one of another code does not', async ({
  deskPage: page,
  complaints,
  product,
  admin,
}) => {
  await makeProject(product, admin, `任务 ${Date.now()}`);
  await mockTasks(page);
  let answers = 0;
  await page.route(`**${callOf('task.cancel').path}`, (route) => {
    answers += 1;
    return answers < 3
      ? route.fulfill({ json: { code: 30003, message: `第 ${answers} 个错误`, data: null } })
      : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
  });
  // Loaded anew: tasks that an earlier test showed are known as long as a page lives.
  await page.goto('/home/material');
  await openTasks(page);
  await page.getByRole('button', { name: '取消「任务一」' }).click();
  // Read to the end: the pointer keeps it open.
  await holdToast(page, '第 1 个错误');
  const other = page.getByRole('button', { name: '取消「任务二」' });
  await other.press('Enter');
  const errors = page.locator('[data-kind="error"]');
  await expect.poll(() => answers).toBe(2);
  await page.waitForTimeout(1200);
  await expect(errors).toHaveCount(1);
  await expect(errors).toHaveText(/第 1 个错误/);

  await errors.getByRole('button', { name: '关闭提示' }).click();
  await holdToast(page, '第 2 个错误');
  await other.press('Enter');
  await expect(errors).toHaveText([/第 2 个错误/, /请求失败，请稍后重试/]);
  complaints.length = 0;
});

test('a user who loses the privilege sees the notice, with sign-out as the only way on', async ({
  page,
  context,
  product,
  admin,
}) => {
  const member = await invite(product, admin, { name: '小林' });
  await signInAs(context, product, member);
  await page.goto('/home/material');
  await expect(page.getByText('这个空间还没有项目')).toBeVisible();
  const { user_uid } = member.user_info;
  await send(product, callOf('admin.updateUser').path, { user_uid, user_privilege: false }, admin.access_token);

  await page.reload();
  const notice = page.getByRole('alertdialog', { name: '你暂无权限' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(notice.getByRole('button')).toHaveCount(1);
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab');
  await expect(notice.getByRole('button', { name: '退出登录' })).toBeFocused();

  await notice.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
});

test('a list that cannot be loaded says why in its place and tries again; network errors show no message', async ({
  deskPage: page,
  complaints,
}) => {
  await page.route(`**${callOf('admin.users').path}*`, (route) => route.abort());
  await stepTo(page, '/admin?tab=users');
  const place = page.getByRole('alert').filter({ hasText: '没有加载出来' });
  await expect(place).toContainText('网络连接不上');
  await expect(page.locator('[data-kind]')).toHaveCount(0);

  await page.unroute(`**${callOf('admin.users').path}*`);
  await place.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('table').getByText('管理员').first()).toBeVisible();
  complaints.length = 0;
});

test('when a step of the start fails, the page says which and why, and starts on a second try', async ({ page }) => {
  await page.route(`**${callOf('start.projectConfig').path}`, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: '服务正在启动或停止，请稍后重试', data: null } }),
  );
  await page.goto('/login');
  await expect(
    page.getByRole('alert').filter({ hasText: '读取项目配置时出错：服务正在启动或停止，请稍后重试' }),
  ).toBeVisible();
  await page.unroute(`**${callOf('start.projectConfig').path}`);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '登录混剪工场' })).toBeVisible();
});

test('tabs that find the same token stale at the same moment stay signed in', async ({ context, product, admin }) => {
  const session = await freshSession(product, admin);
  await makeProject(product, admin, `刷新 ${Date.now()}`);
  // The page thinks that the token ends now.
  await signInAs(context, product, { ...session, expires_at: new Date().toISOString() });
  let refreshes = 0;
  await context.route(`**${callOf('auth.refreshToken').path}`, async (route) => {
    refreshes += 1;
    await route.continue();
  });
  const [first, second] = [await context.newPage(), await context.newPage()];
  // Both are signed in before either asks for anything: a tab that came later would bring the old token back.
  for (const page of [first, second]) await page.goto('/healthz');
  await Promise.all([first.goto('/home/material'), second.goto('/storyBoard')]);
  for (const page of [first, second]) {
    await expect(page.getByRole('button', { name: /切换空间，当前是个人空间/ })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  expect(refreshes).toBeGreaterThan(0);
  expect(refreshes).toBeLessThanOrEqual(2);
});

test('a call that asks for it covers the page, until a moment after the last one', async ({
  deskPage: page,
  product,
  admin,
}) => {
  await makeProject(product, admin, `遮罩 ${Date.now()}`);
  await makeTeam(product, admin, '遮罩组');
  await stepTo(page, '/storyBoard');
  const held = Promise.withResolvers<void>();
  await page.route(`**${callOf('team.switch').path}*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /切换空间，当前是个人空间/ }).click();
  await page.getByRole('menuitem', { name: /遮罩组/ }).click();
  const overlay = page.getByRole('status', { name: '正在处理，请稍候' });
  await expect(overlay).toBeVisible();
  await page.waitForTimeout(600);
  await expect(overlay).toBeVisible();
  held.resolve();
  await expect(overlay).toBeHidden();
});

async function openTasks(page: Page): Promise<void> {
  await page.getByRole('button', { name: /任务中心/ }).click();
  await expect(page.getByRole('dialog', { name: '任务中心' })).toBeVisible();
}

async function mockTasks(page: Page): Promise<void> {
  await answerTasks(page, [
    taskLike({ task_id: 't1', title: '任务一', status: 'queued' }),
    taskLike({ task_id: 't2', title: '任务二', status: 'queued' }),
  ]);
}
