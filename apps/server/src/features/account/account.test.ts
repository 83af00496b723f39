import { expect, test } from 'vitest';
import { wrong_code } from '#features/auth/auth.tables.ts';
import { isCommon } from '#features/auth/common-passwords.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const GOOD = '山丘上的冷萃咖啡7';

function enter(app: TestApp, login_name: string, password: string) {
  return app.call('account.loginByPassword', { login_name, password }, null);
}

test('a name and a password sign in; two people of one name get names of their own to type', async () => {
  const app = await createTestApp();
  const [first, second] = [await app.signIn({ name: '小明' }), await app.signIn({ name: '小明' })];
  const set = (user: { token: string }, password: string) => app.call('account.setPassword', { password }, user);
  expect((await set(first, GOOD)).data).toEqual({ login_name: '小明' });
  expect((await set(second, `${GOOD}二`)).data).toEqual({ login_name: '小明2' });

  expect((await enter(app, ' 小明 ', GOOD)).data.user_info.user_uid).toBe(first.user_uid);
  expect((await enter(app, '小明2', `${GOOD}二`)).data.user_info.user_uid).toBe(second.user_uid);
  const refused = { code: 30007, message: '名字或密码不正确' };
  expect(await enter(app, '小明', `${GOOD}二`)).toMatchObject(refused);
  expect(await enter(app, '没有这个人', GOOD)).toMatchObject(refused);
});

test('short and common passwords are refused in a sentence', async () => {
  const app = await createTestApp();
  const user = await app.signIn({ name: '小明' });
  const short = await app.call('account.setPassword', { password: '短密码' }, user);
  expect(short).toMatchObject({ code: 400, message: expect.stringContaining('密码至少 8 位') });
  const common = await app.call('account.setPassword', { password: 'Password123!' }, user);
  expect(common).toMatchObject({ code: 400, message: '这个密码太常见，容易被猜到，请换一个' });
  for (const bad of [
    '12345678',
    '20010203',
    'aaaaaaaa',
    'abcdefgh',
    'qwertyuiop',
    '小明小明小明123',
    '１２３４５６７８'.normalize('NFKC'),
  ]) {
    expect([bad, isCommon(bad, '小明')]).toEqual([bad, true]);
  }
  for (const good of [GOOD, 'correct horse battery', 'k7#mQ2pz', '138001380001234']) {
    expect([good, isCommon(good, '小明')]).toEqual([good, false]);
  }
});

test('another password takes the old one and ends every other session; an administrator’s link takes none', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const user = await app.signIn({ name: '小美' });
  await app.call('account.setPassword', { password: GOOD }, user);
  const other = { token: (await enter(app, '小美', GOOD)).data.access_token };

  const next = `${GOOD}！新`;
  expect(await app.call('account.setPassword', { password: next }, user)).toMatchObject({
    message: '请先输入现在的密码',
  });
  const wrong = await app.call('account.setPassword', { password: next, old_password: '不是这个' }, user);
  expect(wrong).toMatchObject({ code: 30007, message: '现在的密码不正确' });
  expect(await app.call('auth.info', {}, other)).toMatchObject({ code: 0 });
  expect(await app.call('account.setPassword', { password: next, old_password: GOOD }, user)).toMatchObject({
    code: 0,
  });
  expect(await app.call('auth.info', {}, other)).toMatchObject({ code: 401 });
  expect(await app.call('auth.info', {}, user)).toMatchObject({ code: 0 });

  const { code } = (await app.call('admin.issueSignInCode', { user_uid: user.user_uid }, admin)).data;
  const back = { token: (await app.call('auth.login', { code }, null)).data.access_token };
  expect((await app.call('account.detail', {}, back)).data).toMatchObject({
    login_name: '小美',
    needs_old_password: false,
  });
  expect(await app.call('account.setPassword', { password: `${GOOD}第三` }, back)).toMatchObject({ code: 0 });
  // Once: the link has done its work.
  expect((await app.call('account.detail', {}, back)).data.needs_old_password).toBe(true);
  expect(await app.call('auth.info', {}, user)).toMatchObject({ code: 401 });
});

test('guesses end after ten of one name from one place, whether there is such a name or not', async () => {
  const app = await createTestApp();
  const user = await app.signIn({ name: '小明' });
  await app.call('account.setPassword', { password: GOOD }, user);
  for (const name of ['小明', '没有这个人']) {
    const rows = Array.from({ length: 9 }, () => ({ address: `password ${name} 127.0.0.1` }));
    await app.db.insert(wrong_code).values(rows);
    const answers = await Promise.all([enter(app, name, '猜一猜这个'), enter(app, name, '再猜一猜它')]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([429, 30007]);
    expect((await enter(app, name, GOOD)).code).toBe(429);
  }
});

test('people see the browsers they are signed in with and end all others; their columns are the same in each', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { code } = (await app.call('auth.issueCode', {}, user)).data;
  const other = { token: (await app.call('auth.login', { code }, null)).data.access_token };

  const columnsOf = async (who: { token: string }, table_name: 'story' | 'agent' = 'story') =>
    (await app.call('account.columns', { table_name }, who)).data.layout;
  const layout = { order: ['line', 'picture'], hidden: ['note'], widths: [{ key: 'line', width: 400 }] };
  expect(await columnsOf(user)).toBeNull();
  await app.call('account.setColumns', { table_name: 'story', layout: { order: [], hidden: [], widths: [] } }, user);
  await app.call('account.setColumns', { table_name: 'story', layout }, user);
  expect(await columnsOf(other)).toEqual(layout);
  expect(await columnsOf(other, 'agent')).toBeNull();
  expect(await columnsOf(await app.signIn())).toBeNull();
  await app.call('account.setColumns', { table_name: 'story', layout: null }, other);
  expect(await columnsOf(user)).toBeNull();

  const { browsers } = (await app.call('account.detail', {}, user)).data;
  expect(browsers.filter(({ is_this }) => is_this)).toHaveLength(1);
  expect(browsers).toHaveLength(2);
  // A code that somebody has made in another browser opens none either.
  const prepared = (await app.call('auth.issueCode', {}, other)).data;
  await app.call('account.endOthers', {}, user);
  expect(await app.call('auth.info', {}, other)).toMatchObject({ code: 401 });
  expect(await app.call('auth.login', { code: prepared.code }, null)).toMatchObject({ code: 30002 });
  expect((await app.call('account.detail', {}, user)).data.browsers).toHaveLength(1);
});

test('a passkey that nobody has, or that answers another question, signs nobody in', async () => {
  const app = await createTestApp();
  const { options } = (await app.call('account.startPasskey', { origin: app.url }, null)).data;
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge: options.challenge })).toString('base64url');
  const credential = { id: 'made-up', rawId: 'made-up', type: 'public-key', response: { clientDataJSON } };
  const login = () => app.call('account.loginByPasskey', { credential }, null);
  expect(await login()).toMatchObject({ code: 30002, message: expect.stringContaining('没有通过') });
  expect(await login()).toMatchObject({ code: 30002, message: expect.stringContaining('重新开始') });
  expect(await app.call('account.loginByPasskey', { credential: { id: 'x' } }, null)).toMatchObject({ code: 30002 });
});
