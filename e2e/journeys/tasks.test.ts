import { fileURLToPath } from 'node:url';
import { callOf, type Session } from '@mixreel/contract';
import type { Order } from '../../apps/server/src/testing/task-server.ts';
import { makeProject } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, firstSession, freshSession, signInAs, test } from '../support/test.ts';

let running: Product;
let person: Session;

test.beforeAll(async () => {
  running = await startProduct(
    {},
    fileURLToPath(new URL('../../apps/server/src/testing/task-server.ts', import.meta.url)),
  );
  person = await firstSession(running);
  await makeProject(running, person, '任务');
});
test.afterAll(() => running.stop());
test.beforeEach(async ({ context }) => signInAs(context, running, await freshSession(running, person)));

function say(order: Order): void {
  running.tell(order);
}

test('a task that starts, moves on and ends is seen doing so in an open task centre, without asking again', async ({
  page,
}) => {
  const { user_uid } = person.user_info;
  await page.goto(`${running.url}/home/material`);
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
});

test('a task is canceled from the list, and one that failed says why and goes on after 重试', async ({ page }) => {
  const { user_uid } = person.user_info;
  await page.goto(`${running.url}/home/material`);
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
