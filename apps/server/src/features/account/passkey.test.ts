import { expect, test } from 'vitest';
import { openAuthenticator } from '#testing/authenticator.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';

const ELSEWHERE = 'https://elsewhere.example';

async function optionsOf(app: TestApp, user: TestUser | null, origin: string) {
  const begun = user
    ? await app.call('account.startAddPasskey', { origin }, user)
    : await app.call('account.startPasskey', { origin }, null);
  return { challenge: begun.data.options.challenge, origin };
}

async function add(app: TestApp, user: TestUser, credential: { id: string }) {
  return app.call('account.addPasskey', { credential, passkey_name: '手机' }, user);
}

const login = (app: TestApp, credential: { id: string }) => app.call('account.loginByPasskey', { credential }, null);

test('a passkey signs its owner in once for each question: nothing that was said before is taken again', async () => {
  const app = await createTestApp();
  const user = await app.signIn({ name: '小明' });
  const origin = app.url;
  const device = openAuthenticator('127.0.0.1');
  const said = device.register({ ...(await optionsOf(app, user, origin)), counter: 1 });
  expect(await add(app, user, said)).toMatchObject({ code: 0 });
  expect(await add(app, user, said)).toMatchObject({ code: 30002 });

  const first = device.answer({ ...(await optionsOf(app, null, origin)), counter: 2 });
  expect((await login(app, first)).data.user_info.user_uid).toBe(user.user_uid);
  expect(await login(app, first)).toMatchObject({ code: 30002 });
  // The same answer to a new question: what it signed is the old one.
  const asked = await optionsOf(app, null, origin);
  const other = device.answer({ ...asked, counter: 3 });
  const mixed = { ...first, response: { ...first.response, clientDataJSON: other.response['clientDataJSON'] } };
  expect(await login(app, mixed)).toMatchObject({ code: 30002 });

  // A copy of the device has a counter that stays behind.
  const copied = device.answer({ ...(await optionsOf(app, null, origin)), counter: 2 });
  expect(await login(app, copied)).toMatchObject({ code: 30002 });
  const ahead = device.answer({ ...(await optionsOf(app, null, origin)), counter: 9 });
  expect(await login(app, ahead)).toMatchObject({ code: 0 });
});

test('a passkey counts for the page that asked, for whom it was asked, and for its own owner', async () => {
  const app = await createTestApp();
  const [user, other] = [await app.signIn(), await app.signIn()];
  const origin = app.url;
  const device = openAuthenticator('127.0.0.1');
  expect(await add(app, user, device.register(await optionsOf(app, user, origin)))).toMatchObject({ code: 0 });

  // Signed for a page elsewhere, whether that page asked here or not.
  const { challenge } = await optionsOf(app, null, origin);
  expect(await login(app, device.answer({ challenge, origin: ELSEWHERE }))).toMatchObject({ code: 30002 });
  const phished = openAuthenticator('elsewhere.example', device.id);
  expect(await login(app, phished.answer(await optionsOf(app, null, ELSEWHERE)))).toMatchObject({ code: 30002 });
  expect(await login(app, device.answer(await optionsOf(app, null, ELSEWHERE)))).toMatchObject({ code: 30002 });

  // Another device that says it is this one; a question that was put to somebody else, or for something else.
  const liar = openAuthenticator('127.0.0.1', device.id);
  expect(await login(app, liar.answer(await optionsOf(app, null, origin)))).toMatchObject({ code: 30002 });
  expect(await add(app, other, liar.register(await optionsOf(app, other, origin)))).toMatchObject({ code: 409 });
  expect(await add(app, other, device.register(await optionsOf(app, user, origin)))).toMatchObject({ code: 30002 });
  expect(await login(app, device.answer(await optionsOf(app, user, origin)))).toMatchObject({ code: 30002 });
  expect((await app.call('account.detail', {}, other)).data.passkeys).toEqual([]);

  // Whoever is shut out stays out.
  const admin = await app.signIn({ role: 'admin' });
  await app.call('admin.updateUser', { user_uid: user.user_uid, status: 'disabled' }, admin);
  const shut = await login(app, device.answer(await optionsOf(app, null, origin)));
  expect(shut.code).not.toBe(0);
});
