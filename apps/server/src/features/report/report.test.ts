import { REPORT_TYPES, type ReportData, type UsageReport } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { forgetOldReports, usageRow } from '#features/report/report.queries.ts';
import { monitor_record, usage_report } from '#features/report/report.tables.ts';
import { type TestApp, createTestApp } from '#testing/test-app.ts';

const { init, navigation, hidden, terminated, api, script_error, custom } = REPORT_TYPES;

function report(report_type: number, report_data: ReportData = {}, more: Partial<UsageReport> = {}): UsageReport {
  return {
    event_id: 'e1',
    uuid: 'visitor-1',
    alid: 'visit-1',
    page_session_id: 'load-1',
    sdk_version: '1.0.7',
    app_key: 'mixreel-web',
    timestamp: Date.now(),
    user_id: '',
    app_version: '1.6.5',
    app_name: 'AI 视频',
    url: 'https://mix.example/home/material?teamId=secret',
    referrer: '',
    chn: 'web',
    suid: '',
    report_type,
    report_data,
    ...more,
  };
}

async function send(app: TestApp, path: string, body: unknown, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(app.url + path, { method: 'POST', body: text, headers: { 'content-type': type } });
  return { status: response.status, ...((await response.json()) as { code: number }) };
}

test('visits are counted by day, page and event', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const second = { uuid: 'visitor-2', alid: 'visit-2', url: 'https://mix.example/storyBoard' };
  for (const one of [
    report(init),
    report(navigation),
    report(hidden, { stay_duration: 4000 }),
    report(init, {}, second),
    report(terminated, { stay_duration: 2000 }, second),
    report(custom, { event_key: 'export', event_params: { count: 3 } }),
  ]) {
    expect(await send(app, '/report/web', one)).toMatchObject({ status: 200, code: 0 });
  }
  const { data } = await app.call('report.visits', { days: 3, utc_offset_min: 480 }, admin);
  expect(data.total).toEqual({ page_views: 3, visitors: 2, visits: 2, stay_s: 3 });
  const today = new Date(Date.now() + 480 * 60_000).toISOString().slice(0, 10);
  expect(data.days).toHaveLength(3);
  expect(data.days.at(-1)).toEqual({ day: today, page_views: 3, visitors: 2, visits: 2, stay_s: 3 });
  expect(data.days[0]).toMatchObject({ page_views: 0, visitors: 0 });
  expect(data.pages).toEqual([
    { page: '/home/material', page_views: 2, visitors: 1 },
    { page: '/storyBoard', page_views: 1, visitors: 1 },
  ]);
  expect(data.events).toEqual([{ event_key: 'export', count: 1 }]);
});

test('call timing has a median, a 95th percentile and an error rate', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const api_url = '/api/task/check?task_ids=1';
  for (let i = 1; i <= 20; i += 1) {
    const failed = i === 20 ? { http_code: 500, error_code: 500, error_message: '请求失败' } : {};
    await send(
      app,
      '/report/web',
      report(api, { api_url, duration: i * 10, http_code: 200, error_code: 0, ...failed }),
    );
  }
  await send(app, '/report/h5', report(api, { api_url: 'https://cdn.example/a?b', duration: 5, http_code: 200 }));
  const { data } = await app.call('report.apiTimings', {}, admin);
  expect(data.items).toMatchObject([
    { api: '/api/task/check', calls: 20, p50_ms: 105, errors: 1, error_rate: 0.05, last_error: '请求失败' },
    { api: 'cdn.example/a', calls: 1, p50_ms: 5, errors: 0, error_rate: 0, last_error: null },
  ]);
  expect(data.items[0]?.p95_ms).toBeCloseTo(190.5);
  expect(data.hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(21);
  const byDay = await app.call('report.apiTimings', { days: 30 }, admin);
  expect(byDay.data.hours[0]?.hour).toMatch(/T16:00:00Z$/);
});

test('script errors are gathered with their newest stack', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const thrown = { message: 'x is undefined', source: 'https://mix.example/assets/a.js' };
  await send(app, '/report/web', report(script_error, { ...thrown, stack: 'at old' }));
  await send(app, '/report/web', report(script_error, { ...thrown, stack: 'at new' }, { uuid: 'visitor-2' }));
  await send(app, '/report/web', report(script_error, { message: 'no source' }));
  const { data } = await app.call('report.scriptErrors', {}, admin);
  expect(data.items).toHaveLength(2);
  expect(data.items.find(({ count }) => count === 2)).toMatchObject({
    ...thrown,
    stack: 'at new',
    visitors: 2,
    app_version: '1.6.5',
  });
});

test('monitoring keeps alarms, counts, values and page times', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const service_name = 'mixreel';
  await send(app, '/monitor/alarm', { title: '白屏', message: '页面没有内容', level: 2, service_name, env: 'prod' });
  await send(app, '/monitor/inc/error', { service_name, key: 'upload' });
  await send(app, '/monitor/inc/error', { service_name, key: 'upload', labels: { type: 'video' } });
  await send(app, '/monitor/inc/fatal', { service_name, key: 'boot' });
  await send(app, '/monitor/inc/info', { service_name, key: 'start' });
  await send(app, '/monitor/set/value', { service_name, key: 'memory', value: 1 });
  await send(app, '/monitor/set/value', { service_name, key: 'memory', value: 2.5 });
  for (const [path, cost_time] of [
    ['/login', 100],
    ['/login', 300],
    ['/studio/workspace', 900],
  ] as const) {
    await send(app, '/monitor/inc/req', { service_name, client: 'page', interface: path, code: 0, cost_time });
  }
  const { data } = await app.call('report.monitor', {}, admin);
  expect(data.alarms).toMatchObject([{ title: '白屏', message: '页面没有内容', level: 2 }]);
  expect(data.counts).toMatchObject([
    { kind: 'error', key: 'upload', count: 2 },
    { kind: 'fatal', key: 'boot', count: 1 },
    { kind: 'info', key: 'start', count: 1 },
  ]);
  expect(data.values).toMatchObject([{ key: 'memory', value: 2.5 }]);
  expect((await app.call('report.slowPages', {}, admin)).data.items).toMatchObject([
    { page: '/studio/workspace', loads: 1, p50_ms: 900 },
    { page: '/login', loads: 2, p50_ms: 200 },
  ]);
});

test('a report of a closing page arrives as text; a broken or huge one troubles nobody', async () => {
  const app = await createTestApp();
  expect(await send(app, '/report/web', report(init), 'text/plain;charset=UTF-8')).toMatchObject({
    status: 200,
    code: 0,
  });
  const bad: [unknown, string, number][] = [
    ['{', 'text/plain', 400],
    ['[]', 'application/json', 400],
    [{ hello: 1 }, 'application/json', 400],
    [report(init, {}, { uuid: 'a\u0000b' }), 'application/json', 400],
    [report(init, {}, { report_type: -1 }), 'application/json', 400],
    [{ ...report(init), more: 'x'.repeat(70_000) }, 'application/json', 413],
    ['<a/>', 'text/xml', 415],
  ];
  for (const [body, type, code] of bad) {
    expect(await send(app, '/report/web', body, type)).toMatchObject({ status: 200, code });
  }
  expect(await app.db.$count(usage_report)).toBe(1);
  const call = await send(app, '/api/user/login', '{"code":"x"}', 'text/plain');
  expect(call).toMatchObject({ status: 415 });
});

test('each kind of report has a limit of its own and does not use up that of the calls', async () => {
  const app = await createTestApp({ env: { RATE_PER_MINUTE: '5' } });
  const codes: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    codes.push((await send(app, '/monitor/inc/info', { service_name: 's', key: 'k' })).code);
  }
  expect(codes).toEqual([0, 0, 0, 0, 0, 429]);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

test('query strings and large parameters are not kept', () => {
  const row = usageRow('web', report(custom, { event_key: 'k', event_params: { text: 'x'.repeat(5000) } }));
  expect(row).toMatchObject({ page: '/home/material', subject: 'k' });
  expect(row.data).toEqual({});
  expect(JSON.stringify(row)).not.toContain('secret');
  expect(usageRow('web', report(api, { api_url: 'http://[', http_code: 200 })).subject).toBe('http://[');
});

test('old reports are forgotten', async () => {
  const app = await createTestApp();
  await send(app, '/report/web', report(init));
  await send(app, '/monitor/inc/info', { service_name: 's', key: 'k' });
  await forgetOldReports(app.db, 90);
  expect(await app.db.$count(usage_report)).toBe(1);
  await app.db.update(usage_report).set({ at: '2020-01-01T00:00:00.000Z' });
  await app.db.update(monitor_record).set({ at: '2020-01-01T00:00:00.000Z' });
  await forgetOldReports(app.db, 90);
  expect(await app.db.$count(usage_report)).toBe(0);
  expect(await app.db.$count(monitor_record)).toBe(0);
});

test('the browser is told where to report: here, where it is configured, or not at all', async () => {
  const here = await createTestApp();
  expect((await here.call('start.projectConfig', {}, null)).data.report).toMatchObject({
    usage_url: '/report/web',
    alarm_url: '/monitor/alarm',
    metrics_url: '/monitor',
  });
  const there = await createTestApp({
    env: {
      USAGE_REPORT_URL: 'https://r.example/v2/web',
      METRICS_URL: 'https://m.example/',
      ALARM_URL: 'https://a.example/x',
    },
  });
  expect((await there.call('start.projectConfig', {}, null)).data.report).toMatchObject({
    usage_url: 'https://r.example/v2/web',
    alarm_url: 'https://a.example/x',
    metrics_url: 'https://m.example',
  });
  const silent = await createTestApp({ env: { BROWSER_REPORTS: 'false' } });
  expect((await silent.call('start.projectConfig', {}, null)).data.report).toBeNull();
});
