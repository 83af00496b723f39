import { setTimeout as delay } from 'node:timers/promises';
import { callOf, REPORT_TYPES, type Session, UsageReport } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { type Received, startCollector } from '../support/collector.ts';
import { makeProject } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, firstSession, freshSession, signInAs, test } from '../support/test.ts';

const REPORTING = { BROWSER_REPORTS: 'true' };

/** Of those whose reports go to the product itself. */
let own: { product: Product; admin: Session };
test.beforeAll(async () => {
  const product = await startProduct(REPORTING);
  own = { product, admin: await firstSession(product) };
});
test.afterAll(() => own.product.stop());

test('the page reports about itself as the specification says, to the configured service', async ({ page }) => {
  const collector = await startCollector();
  const product = await startProduct({
    ...REPORTING,
    USAGE_REPORT_URL: `${collector.url}/v2/web`,
    ALARM_URL: `${collector.url}/alarm`,
    METRICS_URL: `${collector.url}/metrics`,
  });
  try {
    await walkThrough(page, product, collector.received);
  } finally {
    await product.stop();
    await collector.close();
  }
});

async function walkThrough(page: Page, product: Product, received: Received[]): Promise<void> {
  const reports = (): Report[] =>
    received.filter(({ path }) => path === '/v2/web').map(({ body }) => UsageReport.strict().parse(body));
  await page.goto(`${product.url}/login?code=wrong-code#suid=campaign-7`);
  await expect(page.getByText('这个登录链接用不了')).toBeVisible();
  const [init] = await ofType(reports, REPORT_TYPES.init);
  expect(init).toMatchObject({
    sdk_version: '1.0.7',
    app_version: '1.6.5',
    app_key: 'mixreel-web',
    chn: 'web',
    suid: 'campaign-7',
    user_id: '',
    report_data: { window_width: 1440, window_height: 900, scroll_top: 0 },
  });
  expect(init?.url).toContain('/login?code=***');
  const stored = await page.evaluate(() => [localStorage.getItem('uuid'), sessionStorage.getItem('alid')]);
  expect([init?.uuid, init?.alid]).toEqual(stored);

  const refused = (await ofType(reports, REPORT_TYPES.api)).find(({ report_data }) => report_data.error_code !== 0);
  expect(refused?.report_data).toMatchObject({
    http_code: 200,
    api_url: callOf('auth.codeInfo').path,
    error_message: expect.stringMatching(/./),
    request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    duration: expect.any(Number),
  });
  await ofType(reports, REPORT_TYPES.navigation);

  await page.locator('label').filter({ hasText: '授权码' }).first().click();
  await page.getByRole('textbox', { name: '授权码' }).fill(product.signInLink);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/home\/material/);
  const [user] = await ofType(reports, REPORT_TYPES.set_user);
  const signedIn = await page.evaluate(() => localStorage.getItem('session') ?? '{}');
  const { user_uid } = (JSON.parse(signedIn) as { user_info: { user_uid: string } }).user_info;
  expect([user?.report_data.uid, user?.user_id]).toEqual([user_uid, user_uid]);
  await page.getByRole('button', { name: '稍后' }).click();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('row', { selected: true })).toContainText('素材库');
  await page.getByRole('combobox', { name: '搜索功能' }).press('Enter');
  const [custom] = await ofType(reports, REPORT_TYPES.custom);
  expect(custom?.report_data).toMatchObject({
    event_key: 'open_func',
    event_params: { func_id: 'material_library', is_common: false },
    window_width: 1440,
  });

  await page.evaluate(() => void Promise.reject(new Error('a slip of ours')));
  await page.evaluate(() =>
    setTimeout(() => {
      throw new TypeError('another slip');
    }),
  );
  const errors = await ofType(reports, REPORT_TYPES.script_error, 2);
  expect(errors.map(({ report_data }) => report_data.message)).toEqual([
    expect.stringContaining('a slip of ours'),
    expect.stringContaining('another slip'),
  ]);
  expect(errors[0]?.report_data.stack).toContain('Error: a slip of ours');

  // The library fills its frame exactly; something longer than the page must be there to scroll.
  await page.locator('#content').evaluate((element) => {
    const long = document.createElement('div');
    long.style.height = '2000px';
    element.append(long);
  });
  // The second comes as soon as the first was noticed: on a busy machine a call of ours could be later than the report.
  await page.locator('#content').evaluate(async (element) => {
    const isNoticed = new Promise((done) => element.addEventListener('scroll', done, { once: true }));
    element.scrollTo(0, 40);
    await isNoticed;
    element.scrollTo(0, 60);
  });
  // Calls that end meanwhile report where the page stands too.
  const scrolls = () => reports().filter(({ report_type }) => report_type === REPORT_TYPES.scroll);
  await expect.poll(() => scrolls().map(({ report_data }) => report_data.scroll_top)).toContain(60);
  expect(scrolls().filter(({ report_data }) => report_data.scroll_top === 40)).toEqual([]);

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const [hidden] = await ofType(reports, REPORT_TYPES.hidden);
  expect(hidden?.report_data.stay_duration).toBeGreaterThan(100);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await ofType(reports, REPORT_TYPES.visible);

  await page.goto('about:blank');
  const [ended] = await ofType(reports, REPORT_TYPES.terminated);
  expect(ended?.report_data.stay_duration).toEqual(expect.any(Number));

  const all = reports();
  expect(new Set(all.map(({ page_session_id }) => page_session_id)).size).toBe(1);
  expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(all.length);
  expect(received.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/metrics/set/value', '/metrics/inc/req', '/metrics/inc/error']),
  );
  expect(received.find(({ path }) => path === '/v2/web')?.type).toMatch(/^application\/json;\s?charset=utf-8$/i);
}

test('at most four reports are on their way at a time', async ({ context, page }) => {
  await signInAs(context, own.product, await freshSession(own.product, own.admin));
  let asked = 0;
  const held = Promise.withResolvers<void>();
  await context.route('**/report/web', async (route) => {
    asked += 1;
    await held.promise;
    await route.fulfill({ json: { code: 0, message: '', data: {} } }).catch(() => {});
  });
  await page.goto(`${own.product.url}/home/material`);
  await expect(page.getByRole('heading', { name: '素材库' })).toBeVisible();
  await page.evaluate(() => {
    for (let i = 0; i < 20; i += 1) history.replaceState(null, '', `?step=${i}`);
  });
  await expect.poll(() => asked).toBe(4);
  await delay(500);
  expect(asked).toBe(4);
  held.resolve();
  await expect.poll(() => asked).toBeGreaterThan(20);
});

test('monitoring tells how long a page took, and an administrator sees it all as charts', async ({
  context,
  page,
  complaints,
}) => {
  await signInAs(context, own.product, await freshSession(own.product, own.admin));
  const metric = page.waitForRequest(
    (request) =>
      request.url().endsWith('/monitor/inc/req') && request.postData()?.includes('"/home/material"') === true,
  );
  await page.goto(`${own.product.url}/home/material`);
  expect((await metric).postDataJSON()).toMatchObject({
    service_name: 'mixreel',
    client: 'page',
    interface: '/home/material',
    code: 0,
    cost_time: expect.any(Number),
    instance: expect.stringMatching(/:\d+$/),
  });
  await page.goto(`${own.product.url}/admin?tab=reports`);
  for (const name of ['访问', '接口耗时与错误', '打开最慢的页面', '脚本错误']) {
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
  await expect(page.getByRole('img', { name: /每日访问/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  expect(complaints).toEqual([]);
});

test('a page whose code is gone after an update says so, tells the monitoring, and loads again', async ({
  page,
  context,
}) => {
  const { product, admin } = own;
  await makeProject(product, admin, '更新');
  await signInAs(context, product, await freshSession(product, admin));
  await page.goto(`${product.url}/home/material`);
  await page.route('**/assets/AdminPage-*.js', (route) => route.abort());
  const alarm = page.waitForRequest('**/monitor/alarm');
  await page.getByRole('button', { name: /的菜单/ }).click();
  await page.getByRole('menuitem', { name: '管理' }).click();
  await expect(page.getByRole('heading', { name: '这个页面出错了' })).toBeVisible();
  expect((await alarm).postDataJSON()).toMatchObject({
    title: '页面出错',
    tag: '/admin',
    level: 2,
    service_name: 'mixreel',
    env: 'prod',
    namespace: 'mixreel',
    source: 'web-1.0.3',
    host_name: new URL(product.url).host,
  });
  await page.unroute('**/assets/AdminPage-*.js');
  await page.getByRole('button', { name: '重新加载' }).click();
  await expect(page.getByRole('heading', { name: '管理' })).toBeVisible();
});

type Report = ReturnType<typeof UsageReport.parse>;

async function ofType(reports: () => Report[], type: number, count = 1): Promise<Report[]> {
  const found = () => reports().filter(({ report_type }) => report_type === type);
  await expect.poll(() => found().length, { message: `reports of type ${type}` }).toBeGreaterThanOrEqual(count);
  return found();
}
