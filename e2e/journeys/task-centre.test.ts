import { fileURLToPath } from 'node:url';
import { callOf, type Session } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import type { Order } from '../../apps/server/src/testing/task-server.ts';
import { expectAccessible } from '../support/accessible.ts';
import { Desk } from '../support/desk.ts';
import { invite, makeProject } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, firstSession, stepTo, test } from '../support/test.ts';
import { holdUndo } from '../support/toast.ts';

let running: Product;
let person: Session;
/** Who has the drawer open. */
let other: Session;
let desk: Desk;
let otherDesk: Desk;
let user_uid: string;
let project_id: string;

test.beforeAll(async () => {
  running = await startProduct(
    {},
    fileURLToPath(new URL('../../apps/server/src/testing/task-server.ts', import.meta.url)),
  );
  person = await firstSession(running);
  user_uid = person.user_info.user_uid;
  project_id = await makeProject(running, person, '任务');
  other = await invite(running, person, { name: '小林', user_privilege: true });
  await makeProject(running, other, '抽屉');
  desk = new Desk(running, person);
  otherDesk = new Desk(running, other);
});
test.afterEach(async () => {
  await desk.tidy();
  await otherDesk.tidy();
});
test.afterAll(async () => {
  await desk.close();
  await otherDesk.close();
  await running.stop();
});

function say(order: Order): void {
  running.tell(order);
}

function rowOf(page: Page, title: string) {
  return page.getByRole('list', { name: /任务/ }).getByRole('listitem').filter({ hasText: title }).first();
}

test('a task that starts, moves on and ends is seen doing so in an open task centre, without asking again', async ({
  browser,
}) => {
  const page = await otherDesk.sitDown(browser);
  const { user_uid } = other.user_info;
  await stepTo(page, '/home/material');
  await expect(page.getByRole('heading', { name: '素材库' })).toBeVisible();
  const bell = page.getByRole('button', { name: /任务中心/ });
  await page.keyboard.press('t');
  const drawer = page.getByRole('dialog', { name: '任务中心' });
  await expect(drawer.getByText('还没有任务')).toBeVisible();

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes(callOf('task.list').path)) asked += 1;
  });
  say({ add: { user_uid, title: '导出 50 条' } });
  const row = drawer.getByRole('listitem').filter({ hasText: '导出 50 条' });
  await expect(row.getByText('进行中')).toBeVisible();
  await expect(row.getByText('混剪导出 · 渲染')).toBeVisible();
  const bar = row.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', '50');

  // So long that its speed says something, and that the lists have settled that a new task made ask again.
  let before = -1;
  const isQuiet = () => {
    const settled = asked === before;
    before = asked;
    return settled;
  };
  await expect.poll(isQuiet, { intervals: [2000] }).toBe(true);
  say({ report: 0.64 });
  await expect(bar).toHaveAttribute('aria-valuenow', '64');
  await expect(row.getByText(/还要约 \d+ (秒|分钟)/)).toBeVisible();
  say({ report: 0.6 });
  say({ report: 0.9 });
  await expect(bar).toHaveAttribute('aria-valuenow', '90');
  expect(asked).toBe(before);

  say({ finish: '好了' });
  await expect(row.getByText('已完成')).toBeVisible();
  await expect(bell).toHaveAccessibleName('任务中心，1 条未读');
  await row.getByRole('button', { name: '把「导出 50 条」标为已读' }).click();
  await expect(bell).toHaveAccessibleName('任务中心');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('a task is canceled from the list, and one that failed says why and goes on after 重试', async ({ browser }) => {
  const page = await otherDesk.sitDown(browser);
  const { user_uid } = other.user_info;
  await stepTo(page, '/home/material');
  await page.getByRole('button', { name: /任务中心/ }).click();
  const drawer = page.getByRole('dialog', { name: '任务中心' });
  const rowOf = (title: string) => drawer.getByRole('listitem').filter({ hasText: title });

  say({ add: { user_uid, title: '不要的' } });
  await expect(rowOf('不要的').getByText('进行中')).toBeVisible();
  await page.getByRole('button', { name: '取消「不要的」' }).click();
  await page.getByRole('button', { name: '取消任务' }).click();
  await expect(rowOf('不要的').getByText('已取消')).toBeVisible();

  say({ add: { user_uid, title: '会出错的' } });
  await expect(rowOf('会出错的').getByText('进行中')).toBeVisible();
  say({ fail: 'the disk hiccups' });
  await expect(rowOf('会出错的').getByText('处理失败，请稍后重试')).toBeVisible();
  await page.getByRole('button', { name: '重试「会出错的」' }).click();
  await expect(rowOf('会出错的').getByText('第 2 次')).toBeVisible();
  // What was prepared stays prepared.
  await expect(rowOf('会出错的').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  say({ finish: '好了' });
  await expect(rowOf('会出错的').getByText('已完成')).toBeVisible();
});

test('the page shows a task live, with its steps, its time and its result one click away', async ({ browser }) => {
  const page = await desk.sitDown(browser);
  await stepTo(page, '/home/task');
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible();
  await expect(page.getByText('还没有任务')).toBeVisible();

  say({ add: { user_uid, title: '导出 50 条', project_id, mproject_id: 'm1' } });
  const row = rowOf(page, '导出 50 条');
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await row.getByRole('button', { name: '「导出 50 条」的步骤' }).click();
  const steps = row.getByRole('list', { name: '导出 50 条的步骤' }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText(/准备素材\d\d:\d\d:\d\d 开始，用了.*秒/);
  await expect(steps.nth(1)).toContainText(/渲染\d\d:\d\d:\d\d 开始/);
  say({ report: 0.72 });
  await expect(row.getByRole('progressbar').first()).toHaveAttribute('aria-valuenow', '72');
  const seen = page.waitForRequest(`**${callOf('task.markRead').path}`);
  say({ finish: '好了' });
  await expect(row.getByText('已完成', { exact: true })).toBeVisible();
  await expect(row.getByText(/用时/)).toBeVisible();
  await expect(row.getByRole('link', { name: '查看成片：导出 50 条' })).toHaveAttribute(
    'href',
    /\/studio\/result\?mproject_id=m1/,
  );

  // Seen for a while, it counts as read by itself.
  await seen;
  await expect(page.getByRole('button', { name: /^任务中心$/ })).toBeVisible();
});

test('a failure says why and what to do; 全部重试 takes up those that it can help', async ({ browser }) => {
  const page = await desk.sitDown(browser);
  await stepTo(page, '/home/task');
  await expect(page.getByRole('heading', { name: '任务中心' })).toBeVisible();
  say({
    refuse: {
      user_uid,
      title: '磁盘满的',
      error: 'disk_full',
      message: '服务器磁盘空间不足，没有保存；请联系管理员清理磁盘后重试（清空回收站腾出的空间要等约一天）',
    },
  });
  say({
    refuse: { user_uid, title: '缺素材的', mproject_id: 'm2', error: 'not_found', message: '「门店.mp4」已被删除' },
  });

  const full = rowOf(page, '磁盘满的');
  await expect(
    full.getByText('服务器磁盘空间不足，没有保存；请联系管理员清理磁盘后重试（清空回收站腾出的空间要等约一天）'),
  ).toBeVisible();
  await expect(full.getByText('清空回收站、删掉不用的素材，腾出空间后重试')).toBeVisible();
  await expect(full.getByRole('button', { name: '重试「磁盘满的」' })).toBeVisible();
  const gone = rowOf(page, '缺素材的');
  await expect(gone.getByText('「门店.mp4」已被删除')).toBeVisible();
  await expect(gone.getByRole('button', { name: /重试/ })).toHaveCount(0);
  await expect(gone.getByRole('link', { name: '打开混剪：缺素材的' })).toHaveAttribute(
    'href',
    /\/studio\/videoProduction\?mproject_id=m2/,
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: '全部重试' }).click();
  await expect(page.getByText('已重新开始 1 个任务')).toBeVisible();
  await expect(full.getByText('第 2 次')).toBeVisible();
  await full.getByRole('link', { name: '清理空间：磁盘满的' }).click();
  await expect(page).toHaveURL(/\/home\/material\?.*bin=1/);
});

test('filters narrow the list, stand in the address, and the editing tasks of a project are in its library', async ({
  browser,
}) => {
  const page = await desk.sitDown(browser);
  say({ add: { user_uid, title: '项目里的', project_id } });
  await stepTo(page, '/home/task?state=open');
  await expect(rowOf(page, '项目里的').getByText('进行中')).toBeVisible();
  await expect(rowOf(page, '磁盘满的')).toHaveCount(0);
  await page.getByRole('button', { name: '去掉状态条件' }).click();
  await expect(rowOf(page, '磁盘满的')).toBeVisible();
  await page.getByRole('button', { name: '类型' }).click();
  await page.getByRole('menuitem', { name: '素材分析' }).click();
  await expect(page.getByText('没有符合条件的任务')).toBeVisible();
  await expect(page).toHaveURL(/type=material_analysis/);
  await page.getByRole('button', { name: '清除条件' }).first().click();
  await page.getByRole('textbox', { name: '搜索任务' }).fill('缺素');
  await expect(rowOf(page, '缺素材的')).toBeVisible();
  await expect(rowOf(page, '磁盘满的')).toHaveCount(0);

  await stepTo(page, `/home/material?tab=editing&projectId=${project_id}`);
  await expect(rowOf(page, '项目里的').getByText('进行中')).toBeVisible();
  await expect(rowOf(page, '磁盘满的')).toHaveCount(0);
  await page.getByRole('button', { name: '取消「项目里的」' }).click();
  await page.getByRole('button', { name: '让它继续' }).click();
  await expect(rowOf(page, '项目里的').getByText('进行中')).toBeVisible();
  await page.getByRole('button', { name: '取消「项目里的」' }).click();
  await page.getByRole('button', { name: '取消任务' }).click();
  const undo = await holdUndo(page, '已取消「项目里的」');
  await expect(rowOf(page, '项目里的').getByText('已取消', { exact: true })).toBeVisible();
  await undo.click();
  await expect(rowOf(page, '项目里的').getByText('第 2 次')).toBeVisible();
  say({ finish: '好了' });
  await expect(rowOf(page, '项目里的').getByText('已完成', { exact: true })).toBeVisible();
});

test('thousands of tasks scroll to the oldest, and only those near the window are drawn', async ({ browser }) => {
  const page = await desk.sitDown(browser);
  say({ old: { user_uid, count: 3000 } });
  await stepTo(page, '/home/task');
  const rows = page.getByRole('list', { name: '任务' }).locator('> li');
  await expect(rows.first()).toHaveAttribute('aria-setsize', /^3\d\d\d$/);
  await page.getByRole('list', { name: '任务' }).evaluate((list) => {
    list.parentElement?.scrollTo(0, list.scrollHeight);
  });
  await expect(rowOf(page, '从前的 1')).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);
  await rows.last().getByText('从前的 1', { exact: true }).hover();
});
