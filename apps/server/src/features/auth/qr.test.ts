import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { qr_challenge } from '#features/auth/auth.tables.ts';
import { describeBrowser } from '#features/auth/describe-browser.ts';
import { reachableOrigin } from '#features/auth/reachable-origin.ts';
import { type TestApp, createTestApp } from '#testing/test-app.ts';

async function showQr(app: TestApp) {
  const { data } = await app.call('auth.startQr', { origin: 'https://mix.example' }, null);
  const { challenge_id, secret, url } = data;
  return { ...data, browser: { challenge_id, secret }, qr: new URL(url).searchParams.get('qr') ?? '' };
}

test('a phone confirms and the waiting browser is signed in by itself', async () => {
  const app = await createTestApp();
  const phone = await app.signIn({ name: '手机上的人' });
  const { browser, qr, url, check_number } = await showQr(app);
  expect(url).toMatch(/^https:\/\/mix\.example\/login\?qr=/);

  const seesScan = app.call('auth.waitQr', { ...browser, known_status: 'waiting' }, null);
  const asked = await app.call('auth.qrInfo', { qr }, null);
  expect(asked.data).toMatchObject({ status: 'scanned', check_number, address: '127.0.0.1' });
  expect((await seesScan).data).toEqual({ status: 'scanned', session: null });

  const began = performance.now();
  const waiting = app.call('auth.waitQr', { ...browser, known_status: 'scanned' }, null);
  await delay(100);
  expect(await app.call('auth.answerQr', { qr, accept: true }, phone)).toMatchObject({ code: 0 });
  const { data } = await waiting;
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(data).toMatchObject({ status: 'confirmed', session: { user_info: { name: '手机上的人' } } });
  const token = data.session?.access_token ?? '';
  expect((await app.call('auth.info', {}, { token })).data.user_uid).toBe(phone.user_uid);

  const again = await app.call('auth.waitQr', { ...browser, known_status: 'scanned' }, null);
  expect(again.data).toEqual({ status: 'expired', session: null });
});

test('what the QR holds does not give the session, and the browser cannot confirm itself', async () => {
  const app = await createTestApp();
  const phone = await app.signIn();
  const { browser, qr } = await showQr(app);
  await app.call('auth.answerQr', { qr, accept: true }, phone);
  const thief = await app.call('auth.waitQr', { challenge_id: browser.challenge_id, secret: qr }, null);
  expect(thief).toMatchObject({ code: 404, data: null });
  expect(await app.call('auth.answerQr', { qr: browser.secret, accept: true }, phone)).toMatchObject({ code: 409 });
  expect((await app.call('auth.waitQr', browser, null)).data.status).toBe('confirmed');
});

test('a refusal is told to the browser and cannot be taken back', async () => {
  const app = await createTestApp();
  const phone = await app.signIn();
  const { browser, qr } = await showQr(app);
  await app.call('auth.answerQr', { qr, accept: false }, phone);
  expect((await app.call('auth.waitQr', browser, null)).data).toEqual({ status: 'refused', session: null });
  const changed = await app.call('auth.answerQr', { qr, accept: true }, phone);
  expect(changed).toMatchObject({ code: 409, message: '登录请求已过期或已处理，请在电脑上刷新二维码' });
});

test('an old QR is of no use, even when it was confirmed in time', async () => {
  const app = await createTestApp();
  const phone = await app.signIn();
  const { browser, qr } = await showQr(app);
  const confirmed = await showQr(app);
  await app.call('auth.answerQr', { qr: confirmed.qr, accept: true }, phone);
  await app.db.update(qr_challenge).set({ expires_at: '2020-01-01T00:00:00.000Z' });

  expect((await app.call('auth.qrInfo', { qr }, null)).data.status).toBe('expired');
  expect(await app.call('auth.answerQr', { qr, accept: true }, phone)).toMatchObject({ code: 409 });
  expect((await app.call('auth.waitQr', browser, null)).data).toEqual({ status: 'expired', session: null });
  expect((await app.call('auth.waitQr', confirmed.browser, null)).data.session).toBeNull();
});

test('two waits for one confirmation give one session', async () => {
  const app = await createTestApp();
  const phone = await app.signIn();
  const { browser, qr } = await showQr(app);
  await app.call('auth.answerQr', { qr, accept: true }, phone);
  const both = await Promise.all([1, 2].map(() => app.call('auth.waitQr', browser, null)));
  expect(both.filter(({ data }) => data.session)).toHaveLength(1);
});

test('a phone that is not signed in may look, but not answer', async () => {
  const app = await createTestApp();
  const { qr } = await showQr(app);
  expect(await app.call('auth.qrInfo', { qr }, null)).toMatchObject({ code: 0 });
  expect(await app.call('auth.answerQr', { qr, accept: true }, null)).toMatchObject({ status: 401 });
  const made = await app.call('auth.qrInfo', { qr: 'made-up' }, null);
  expect(made).toMatchObject({ code: 404, message: '二维码已失效，请在电脑上刷新后重新扫描' });
});

test('the QR holds an address that a phone can reach', () => {
  const everywhere = { publicUrl: null, host: '0.0.0.0' };
  expect(reachableOrigin('http://192.168.1.5:8080', everywhere)).toBe('http://192.168.1.5:8080');
  expect(reachableOrigin('http://localhost:8080/login', { publicUrl: null, host: '127.0.0.1' })).toBe(
    'http://localhost:8080',
  );
  expect(reachableOrigin('http://localhost:8080', { ...everywhere, publicUrl: 'https://mix.example' })).toBe(
    'https://mix.example',
  );
  expect(reachableOrigin('http://localhost:8080', everywhere)).toMatch(
    /^http:\/\/(localhost|\d+\.\d+\.\d+\.\d+):8080$/,
  );
});

test('browsers are named as people know them', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  expect(describeBrowser(chrome)).toBe('Chrome · Windows');
  expect(describeBrowser(`${chrome} Edg/140.0`)).toBe('Edge · Windows');
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1';
  expect(describeBrowser(safari)).toBe('Safari · iPhone');
  expect(describeBrowser(null)).toBe('未知浏览器');
});
