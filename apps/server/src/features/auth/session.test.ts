import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isNotNull } from '#db/orm.ts';
import { forgetOldTokens } from '#features/auth/auth.queries.ts';
import { one_time_code, session_token, user_session } from '#features/auth/auth.tables.ts';
import { request_once } from '#http/http.tables.ts';
import { openStream } from '#testing/read-stream.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const PAST = '2020-01-01T00:00:00.000Z';

/** As if these had been changed for others long ago. */
async function age(app: TestApp): Promise<void> {
  await app.db.update(session_token).set({ used_at: PAST }).where(isNotNull(session_token.used_at));
}

test('a refresh token works once; used again later, the whole session ends', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const first = await app.call('auth.refreshToken', { refresh_token: user.refresh_token }, null);
  expect(first.data.user_info.user_uid).toBe(user.user_uid);
  const fresh = { token: first.data.access_token };
  expect(await app.call('auth.info', {}, fresh)).toMatchObject({ code: 0 });
  expect(await app.call('auth.info', {}, user)).toMatchObject({ code: 0 });

  await age(app);
  const stolen = await app.call('auth.refreshToken', { refresh_token: user.refresh_token }, null);
  expect(stolen).toMatchObject({ status: 401, code: 401 });
  expect(await app.call('auth.info', {}, fresh)).toMatchObject({ code: 401 });
  const { refresh_token } = first.data;
  expect(await app.call('auth.refreshToken', { refresh_token }, null)).toMatchObject({ code: 401 });
});

test('two tabs that refresh at the same moment stay signed in; of their two tokens only one can go on', async () => {
  const app = await createTestApp();
  const { refresh_token } = await app.signIn();
  const both = await Promise.all([1, 2].map(() => app.call('auth.refreshToken', { refresh_token }, null)));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  for (const { data } of both) {
    expect(await app.call('auth.info', {}, { token: data.access_token })).toMatchObject({ code: 0 });
  }
  const [kept, other] = both.map(({ data }) => data.refresh_token) as [string, string];
  expect(await app.call('auth.refreshToken', { refresh_token: kept }, null)).toMatchObject({ code: 0 });
  await age(app);
  expect(await app.call('auth.refreshToken', { refresh_token: other }, null)).toMatchObject({ code: 401 });
});

test('an access token is not a refresh token, and a refresh token opens no call', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  expect(await app.call('auth.refreshToken', { refresh_token: user.token }, null)).toMatchObject({ code: 401 });
  expect(await app.call('auth.info', {}, { token: user.refresh_token })).toMatchObject({ code: 401 });
  expect(await app.call('auth.info', {}, user)).toMatchObject({ code: 0 });
});

test('leaving ends this session and its streams, no other', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { key } = (await app.call('auth.issueKey', {}, user)).data;
  const other = { token: (await app.call('auth.loadTokenByKey', { key }, null)).data.access_token };
  const mine = await openStream(`${app.url}/api/task/changes`, user.token);
  const theirs = await openStream(`${app.url}/api/task/changes`, other.token);
  expect(mine.type).toMatch('text/event-stream');

  expect(await app.call('auth.leave', { user_uid: user.user_uid }, user)).toMatchObject({ code: 0 });
  await mine.ended;
  expect(await app.call('auth.info', {}, user)).toMatchObject({ status: 401 });
  expect(await app.call('auth.info', {}, other)).toMatchObject({ code: 0 });
  expect(await Promise.race([theirs.ended.then(() => 'ended'), delay(200, 'open')])).toBe('open');
});

test('disabling a user ends all sessions and open streams at once', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const user = await app.signIn();
  const { key } = (await app.call('auth.issueKey', {}, user)).data;
  const second = (await app.call('auth.loadTokenByKey', { key }, null)).data;
  const streams = await Promise.all(
    [user.token, second.access_token].map((token) => openStream(`${app.url}/api/task/changes`, token)),
  );
  const bystander = await openStream(`${app.url}/api/task/changes`, admin.token);

  const change = { user_uid: user.user_uid, status: 'disabled' as const };
  expect((await app.call('admin.updateUser', change, admin)).data.status).toBe('disabled');
  await Promise.all(streams.map(({ ended }) => ended));

  for (const token of [user.token, second.access_token]) {
    expect(await app.call('auth.info', {}, { token })).toMatchObject({ status: 401, code: 401 });
  }
  for (const refresh_token of [user.refresh_token, second.refresh_token]) {
    expect(await app.call('auth.refreshToken', { refresh_token }, null)).toMatchObject({ code: 401 });
  }
  expect(await Promise.race([bystander.ended.then(() => 'ended'), delay(200, 'open')])).toBe('open');
});

test('a hand-over key opens one session, in the same space, within a minute', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const team_id = await app.team([[user, 'editor']]);
  await app.call('team.switch', { space_type: 'TEAM', team_id }, user);
  const { key, expires_at } = (await app.call('auth.issueKey', {}, user)).data;
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(60_000);

  const opened = await app.call('auth.loadTokenByKey', { key }, null);
  expect(opened.data.user_info.user_uid).toBe(user.user_uid);
  const there = await app.call('team.permissions', {}, { token: opened.data.access_token });
  expect(there.data.cur_group_team_info.team_id).toBe(team_id);
  expect(await app.call('auth.loadTokenByKey', { key }, null)).toMatchObject({ code: 30002 });

  const late = (await app.call('auth.issueKey', {}, user)).data;
  await app.db.update(one_time_code).set({ expires_at: PAST });
  expect(await app.call('auth.loadTokenByKey', { key: late.key }, null)).toMatchObject({ code: 30002 });
});

test('a hand-over key is no sign-in code, and the other way round', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { key } = (await app.call('auth.issueKey', {}, user)).data;
  const { code } = (await app.call('auth.issueCode', {}, user)).data;
  expect(await app.call('auth.login', { code: key }, null)).toMatchObject({ code: 30002 });
  expect(await app.call('auth.loadTokenByKey', { key: code }, null)).toMatchObject({ code: 30002 });
});

test('the image workbench gets a link with a key of its own, if there is one', async () => {
  const without = await createTestApp();
  const answer = await without.call('auth.getSDWebUICode', {}, await without.signIn());
  expect(answer).toMatchObject({ code: 503, message: '还没有配置图像工作台，请联系管理员' });

  const app = await createTestApp({ env: { WORKBENCH_URL: 'https://draw.example/open?lang=zh' } });
  const user = await app.signIn();
  const { data } = await app.call('auth.getSDWebUICode', {}, user);
  expect(data.url).toBe(`https://draw.example/open?lang=zh&code=${data.code}`);
  const opened = await app.call('auth.loadTokenByKey', { key: data.code }, null);
  expect(opened.data.user_info.user_uid).toBe(user.user_uid);
});

test('people change their own name', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  expect((await app.call('auth.updateProfile', { name: ' 新名字 ' }, user)).data.name).toBe('新名字');
  expect((await app.call('auth.info', {}, user)).data.name).toBe('新名字');
  expect(await app.call('auth.updateProfile', { name: '  ' }, user)).toMatchObject({ code: 400 });
});

test('an answer that holds a secret is not kept for a repeated request', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { key } = (await app.call('auth.issueKey', {}, user, { request_id: 'one' })).data;
  const again = (await app.call('auth.issueKey', {}, user, { request_id: 'one' })).data;
  expect(again.key).not.toBe(key);
  await app.call('auth.updateProfile', { name: '甲' }, user, { request_id: 'two' });
  const kept = await app.db.select().from(request_once);
  expect(kept.map(({ path }) => path)).toEqual(['/api/user/profile/update']);
});

test('sessions that nobody can use any more are forgotten, the others stay', async () => {
  const app = await createTestApp();
  const [gone, there] = [await app.signIn(), await app.signIn()];
  await app.call('auth.logout', {}, gone);
  await app.db.update(user_session).set({ created_at: PAST });
  await forgetOldTokens(app.db);
  expect((await app.db.select().from(user_session)).map(({ user_uid }) => user_uid)).toEqual([there.user_uid]);
  expect(await app.call('auth.info', {}, there)).toMatchObject({ code: 0 });
  await app.db.update(session_token).set({ expires_at: PAST });
  await forgetOldTokens(app.db);
  expect(await app.db.$count(user_session)).toBe(0);
});
