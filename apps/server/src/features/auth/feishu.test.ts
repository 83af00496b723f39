import { expect, onTestFinished, test } from 'vitest';
import { type FeishuDouble, startFeishuDouble } from '#testing/feishu-double.ts';
import { type TestApp, createTestApp } from '#testing/test-app.ts';

const REDIRECT = 'http://localhost:5173/login';

async function appWithFeishu(env: Record<string, string> = {}) {
  const feishu = await startFeishuDouble({ redirectUris: [REDIRECT] });
  onTestFinished(() => feishu.close());
  const app = await createTestApp({ env: { ...feishu.env, FEISHU_AUTO_PRIVILEGE: 'true', ...env } });
  return { app, feishu };
}

/** Goes to an address as a browser would and gives what the way back carries. */
async function visit(url: string): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`no way back: ${response.status} ${await response.text()}`);
  return new URL(location).searchParams;
}

async function authorize(app: TestApp, pick = 'ou_zhang') {
  const { data } = await app.call('auth.loginByFeishuQr', { redirect_uri: REDIRECT }, null);
  const back = await visit(`${data.authorize_url}&pick=${pick}`);
  return { code: back.get('code') ?? '', state: back.get('state') ?? '', redirect_uri: REDIRECT };
}

async function scan(app: TestApp, feishu: FeishuDouble) {
  const { data } = await app.call('auth.loginByFeishuQr', { redirect_uri: REDIRECT }, null);
  expect(data.qr.origin).toBe(feishu.url);
  const frame = await (await fetch(data.qr.page_url)).text();
  const tmp_code = /data-code="(\w+)"/.exec(frame)?.[1];
  const back = await visit(`${data.qr.goto}&tmp_code=${tmp_code}`);
  expect(back.get('state')).toBe(data.qr.state);
  return { code: back.get('code') ?? '', state: back.get('state') ?? '', redirect_uri: REDIRECT };
}

test('the authorization page signs a new person in, and the same person again', async () => {
  const { app } = await appWithFeishu();
  const first = await app.call('auth.login', await authorize(app), null);
  expect(first).toMatchObject({
    code: 0,
    data: { user_info: { name: '张三', role: 'member', avatar: 'https://avatars.example/ou_zhang.png' } },
  });
  const again = await app.call('auth.login', await authorize(app), null);
  expect(again.data.user_info.user_uid).toBe(first.data.user_info.user_uid);
  const other = await app.call('auth.login', await authorize(app, 'ou_li'), null);
  expect(other.data.user_info.user_uid).not.toBe(first.data.user_info.user_uid);

  const me = await app.call('auth.info', {}, { token: first.data.access_token });
  expect(me.data.name).toBe('张三');
});

test('the QR page leads to the same account as the authorization page', async () => {
  const { app, feishu } = await appWithFeishu();
  const byPage = await app.call('auth.login', await authorize(app), null);
  const byQr = await app.call('auth.login', await scan(app, feishu), null);
  expect(byQr.data.user_info).toEqual(byPage.data.user_info);
});

test('someone new waits for the privilege unless it is given to all', async () => {
  const { app } = await appWithFeishu({ FEISHU_AUTO_PRIVILEGE: 'false' });
  const { data } = await app.call('auth.login', await authorize(app), null);
  expect(data.user_info.user_privilege).toBe(false);
  expect(await app.call('home.all', {}, { token: data.access_token })).toMatchObject({ status: 403, code: 20001 });
});

test('a state works once, only with its own address, and only if it was given out', async () => {
  const { app } = await appWithFeishu();
  const grant = await authorize(app);
  expect(await app.call('auth.login', { ...grant, state: 'made-up' }, null)).toMatchObject({ code: 30002 });
  const elsewhere = await app.call('auth.login', { ...grant, redirect_uri: 'http://localhost:5173/other' }, null);
  expect(elsewhere).toMatchObject({ code: 30002, message: '飞书登录已过期，请重新登录' });

  const once = await authorize(app);
  expect(await app.call('auth.login', once, null)).toMatchObject({ code: 0 });
  expect(await app.call('auth.login', once, null)).toMatchObject({
    code: 30002,
    message: '飞书登录已过期，请重新登录',
  });
});

test('a code is bound to the browser that asked for it', async () => {
  const { app } = await appWithFeishu();
  const mine = await authorize(app);
  const theirs = await authorize(app, 'ou_li');
  const crossed = await app.call('auth.login', { ...theirs, state: mine.state }, null);
  expect(crossed).toMatchObject({ code: 30002, message: '飞书授权已过期或已使用，请重新登录' });
});

const AGAIN = '飞书授权已过期或已使用，请重新登录';
const EXPLAINED: [number, string][] = [
  [20002, '飞书应用的密钥不正确，请联系管理员检查设置'],
  [20003, AGAIN],
  [20004, AGAIN],
  [20008, '飞书账号不存在或已离职，请联系管理员'],
  [20009, '你的企业没有安装这个飞书应用，请联系管理员'],
  [20010, '你不在这个飞书应用的可用范围内，请联系管理员开通'],
  [20049, AGAIN],
  [20065, AGAIN],
  [20071, '登录地址与飞书后台登记的不一致，请联系管理员'],
  [29999, AGAIN],
];

test('every error of Feishu is explained', async () => {
  const { app, feishu } = await appWithFeishu();
  for (const [tokenError, message] of EXPLAINED) {
    const grant = await authorize(app);
    feishu.faults.tokenError = tokenError;
    const answer = await app.call('auth.login', grant, null);
    expect({ tokenError, ...answer }).toMatchObject({ tokenError, status: 200, code: 30002, message });
  }
});

test('a refused profile, a broken Feishu and a slow Feishu are each told apart', async () => {
  const { app, feishu } = await appWithFeishu({ FEISHU_TIMEOUT_MS: '300' });
  const withFault = async (fault: Partial<FeishuDouble['faults']>) => {
    const grant = await authorize(app);
    Object.assign(feishu.faults, fault);
    const answer = await app.call('auth.login', grant, null);
    Object.assign(feishu.faults, { delayMs: 0, tokenError: null, profileError: null, isDown: false });
    return answer;
  };
  expect(await withFault({ profileError: 20008 })).toMatchObject({
    code: 30002,
    message: '飞书账号不存在或已离职，请联系管理员',
  });
  expect(await withFault({ isDown: true })).toMatchObject({ status: 503, message: '飞书暂时不可用，请稍后重试' });
  const began = performance.now();
  expect(await withFault({ delayMs: 20_000 })).toMatchObject({ status: 503, message: '暂时连不上飞书，请稍后重试' });
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('only people of the listed companies may come in', async () => {
  const { app } = await appWithFeishu({ FEISHU_TENANT_KEYS: 'tenant_b, tenant_c' });
  const answer = await app.call('auth.login', await authorize(app), null);
  expect(answer).toMatchObject({ code: 30002, message: '你的企业不能登录这里，请换一个飞书账号' });
});

test('a refusal at Feishu brings no code back', async () => {
  const { app } = await appWithFeishu();
  const { data } = await app.call('auth.loginByFeishuQr', { redirect_uri: REDIRECT }, null);
  const back = await visit(`${data.authorize_url}&pick=`);
  expect(Object.fromEntries(back)).toEqual({ error: 'access_denied', state: data.state });
});

test('without credentials the login page is told that there is no Feishu', async () => {
  const app = await createTestApp();
  expect((await app.call('start.projectConfig', {}, null)).data.sign_in).toEqual({ feishu: false });
  const answer = await app.call('auth.loginByFeishuQr', { redirect_uri: REDIRECT }, null);
  expect(answer).toMatchObject({ code: 503, message: '还没有配置飞书登录，请用授权码或二维码登录' });
});

test('people are sent back only to the configured site', async () => {
  const { app } = await appWithFeishu({ PUBLIC_URL: 'https://mix.example' });
  const answer = await app.call('auth.loginByFeishuQr', { redirect_uri: REDIRECT }, null);
  expect(answer).toMatchObject({ code: 400, message: '请从 https://mix.example 打开登录页' });
});

test('administrators see the Feishu accounts, with hidden telephone numbers', async () => {
  const { app } = await appWithFeishu();
  const { data } = await app.call('auth.login', await authorize(app), null);
  const admin = await app.signIn({ role: 'admin' });
  const list = await app.call('admin.feishuAccounts', { keyword: '张' }, admin);
  expect(list.data.items).toMatchObject([
    { open_id: 'ou_zhang', union_id: 'on_zhang', user_uid: data.user_info.user_uid, mobile: '+86138****5678' },
  ]);
  expect((await app.call('admin.feishuAccounts', { keyword: '王' }, admin)).data.items).toEqual([]);
});
