import { type Call, auth } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { invitation, one_time_code, wrong_code } from '#features/auth/auth.tables.ts';
import { issueAdminLinkCode, issueFirstAdminCode } from '#features/auth/first-admin.ts';
import { placeOf } from '#features/auth/guess-limit.ts';
import { createTestApp } from '#testing/test-app.ts';

const PAST = '2020-01-01T00:00:00.000Z';

test('the first administrator comes in by the link, once', async () => {
  const app = await createTestApp();
  const code = (await issueFirstAdminCode(app)) ?? '';
  const info = await app.call('auth.codeInfo', { code }, null);
  expect(info.data).toMatchObject({ kind: 'first_admin', is_new_user: true, team_name: null });

  const { data } = await app.call('auth.login', { code, name: '王老板' }, null);
  expect(data.user_info).toMatchObject({ name: '王老板', role: 'admin', user_privilege: true });
  expect(await app.call('auth.login', { code }, null)).toMatchObject({ code: 30002 });
  expect(await issueFirstAdminCode(app)).toBeNull();
});

test('a first-administrator link is worthless once there is an administrator', async () => {
  const app = await createTestApp();
  const code = (await issueFirstAdminCode(app)) ?? '';
  await app.signIn({ role: 'admin' });
  const answer = await app.call('auth.login', { code }, null);
  expect(answer).toMatchObject({ code: 30002, message: '已经有管理员了，请让管理员发送邀请链接' });
});

test('an administrator who is locked out gets back in with the link of a restart', async () => {
  const app = await createTestApp();
  expect(await issueAdminLinkCode(app)).toBeNull();
  const admin = await app.signIn({ role: 'admin' });
  const code = (await issueAdminLinkCode(app)) ?? '';
  const { data } = await app.call('auth.login', { code }, null);
  expect(data.user_info.user_uid).toBe(admin.user_uid);
});

test('an invitation makes users in a team with a role, as often as it says', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ name: '老板', role: 'admin' });
  const team_id = await app.team([[admin, 'owner']]);
  const made = await app.call('admin.addInvitation', { team_id, team_role: 'viewer', max_uses: 2 }, admin);
  const { code, path } = made.data;
  expect(path).toBe(`/login?code=${code}`);
  expect(made.data.invitation).toMatchObject({ status: 'active', team_name: '测试团队', used_count: 0 });

  const info = await app.call('auth.codeInfo', { code }, null);
  expect(info.data).toMatchObject({
    kind: 'invitation',
    invited_by: '老板',
    team_name: '测试团队',
    team_role: 'viewer',
  });

  const both = await Promise.all(['小甲', '小乙', '小丙'].map((name) => app.call('auth.login', { code, name }, null)));
  expect(both.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 0, 30002]);
  const joined = both.find((answer) => answer.code === 0)!.data;
  expect(joined.user_info).toMatchObject({ role: 'member', user_privilege: true });

  const teams = await app.call('team.list', {}, { token: joined.access_token });
  expect(teams.data).toMatchObject([
    { space_type: 'PRIVATE', team_id: '', role: 'owner' },
    { space_type: 'TEAM', team_id, role: 'viewer' },
  ]);
  const { data } = await app.call('admin.invitations', {}, admin);
  expect(data.items).toMatchObject([{ status: 'used_up', used_count: 2, created_by_name: '老板' }]);

  // Used up for all others; whoever is in the team is led there.
  const again = await app.call('auth.acceptInvitation', { code }, { token: joined.access_token });
  expect(again).toMatchObject({ code: 0, data: { team_id } });
  const stranger = await app.call('auth.acceptInvitation', { code }, await app.signIn());
  expect(stranger).toMatchObject({ code: 30002, message: expect.stringContaining('名额已经用完') as string });
});

test('an invitation ends when it expires and when it is revoked', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const old = (await app.call('admin.addInvitation', {}, admin)).data;
  const { invitation_id } = old.invitation;
  await app.db.update(invitation).set({ expires_at: PAST }).where(eq(invitation.invitation_id, invitation_id));
  const expired = { code: 30002, message: expect.stringContaining('邀请已过期') as string };
  expect(await app.call('auth.login', { code: old.code }, null)).toMatchObject(expired);

  const bad = (await app.call('admin.addInvitation', {}, admin)).data;
  const gone = await app.call('admin.revokeInvitation', { invitation_id: bad.invitation.invitation_id }, admin);
  expect(gone.data.status).toBe('revoked');
  const revoked = { code: 30002, message: expect.stringContaining('邀请已被撤回') as string };
  expect(await app.call('auth.login', { code: bad.code }, null)).toMatchObject(revoked);
  expect(await app.call('auth.codeInfo', { code: bad.code }, null)).toMatchObject(revoked);
  expect(await app.call('auth.acceptInvitation', { code: bad.code }, admin)).toMatchObject(revoked);
  const { data } = await app.call('admin.invitations', {}, admin);
  expect(data.items.map(({ status }) => status)).toEqual(['revoked', 'expired']);
});

test('an invitation counts as long as whoever made it may still invite', async () => {
  const app = await createTestApp();
  const [admin, boss, owner, ben] = [
    await app.signIn({ role: 'admin' }),
    await app.signIn({ role: 'admin' }),
    await app.signIn(),
    await app.signIn(),
  ];
  const team_id = await app.team([
    [owner, 'owner'],
    [ben, 'owner'],
  ]);
  const { code } = (await app.call('member.invite', { team_id, team_role: 'owner', max_uses: 9 }, ben)).data;
  const { code: admins } = (await app.call('admin.addInvitation', { role: 'admin' }, boss)).data;
  expect(await app.call('auth.codeInfo', { code }, null)).toMatchObject({ code: 0 });
  await app.call('admin.deleteMember', { team_id, user_uid: ben.user_uid }, admin);
  await app.call('admin.updateUser', { user_uid: boss.user_uid, role: 'member' }, admin);
  const over = { code: 30002, message: expect.stringContaining('发出它的人已不能再邀请') as string };
  expect(await app.call('auth.acceptInvitation', { code }, ben)).toMatchObject(over);
  expect(await app.call('auth.login', { code: admins }, null)).toMatchObject(over);
});

test('an invitation without privilege makes users who have to wait', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const { code } = (await app.call('admin.addInvitation', { user_privilege: false }, admin)).data;
  const { data } = await app.call('auth.login', { code }, null);
  const member = { token: data.access_token };
  expect(await app.call('project.list', {}, member)).toMatchObject({ status: 403, code: 20001 });
  expect(await app.call('auth.logout', {}, member)).toMatchObject({ code: 0 });
});

test('someone who has an account joins the team of an invitation, and keeps their rank', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const member = await app.signIn();
  const team_id = await app.team([[admin, 'owner']]);
  const { code } = (await app.call('admin.addInvitation', { team_id, role: 'admin', max_uses: 5 }, admin)).data;
  const first = await app.call('auth.acceptInvitation', { code }, member);
  expect(first.data).toEqual({ team_id, team_name: '测试团队', project_id: null });
  expect(await app.call('auth.acceptInvitation', { code }, member)).toMatchObject({ code: 0 });
  expect((await app.call('auth.info', {}, member)).data.role).toBe('member');
  expect((await app.call('admin.invitations', {}, admin)).data.items[0]?.used_count).toBe(1);
  expect(await app.call('auth.acceptInvitation', { code: 'WRONG-00000' }, member)).toMatchObject({ code: 30002 });
});

test('a code for another browser is typed as people type, works once and expires', async () => {
  const app = await createTestApp();
  const user = await app.signIn({ name: '小明' });
  const { code } = (await app.call('auth.issueCode', {}, user)).data;
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
  expect((await app.call('auth.codeInfo', { code: typed }, null)).data).toMatchObject({
    kind: 'sign_in',
    user_name: '小明',
    is_new_user: false,
  });
  const { data } = await app.call('auth.login', { code: typed }, null);
  expect(data.user_info.user_uid).toBe(user.user_uid);
  expect(await app.call('auth.login', { code }, null)).toMatchObject({ code: 30002 });

  const late = (await app.call('auth.issueCode', { origin: app.url }, user)).data;
  expect(late.url).toMatch(/^http:\/\/[\d.]+:\d+\/login\?code=[\w-]+$/);
  await app.db.update(one_time_code).set({ expires_at: PAST });
  expect(await app.call('auth.login', { code: late.code }, null)).toMatchObject({ code: 30002 });
});

test('after ten wrong codes from one place wrong ones are told to stop, and a right one still signs in', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { code } = (await app.call('auth.issueCode', {}, user)).data;
  for (let i = 0; i < 10; i += 1) {
    const ask = i % 2 ? ('auth.codeInfo' as const) : ('auth.login' as const);
    expect(await app.call(ask, { code: `WRONG-0000${i}` }, null)).toMatchObject({ code: 30002 });
  }
  const wrong = { code: 'WRONG-00000' };
  const stopped = await app.call('auth.login', wrong, null);
  expect(stopped).toMatchObject({ status: 429, code: 429, message: '尝试次数过多，请 10 分钟后再试' });
  await app.db.update(wrong_code).set({ at: PAST });
  expect(await app.call('auth.login', wrong, null)).toMatchObject({ code: 30002 });
  await app.db.insert(wrong_code).values(Array.from({ length: 10 }, () => ({ address: '127.0.0.1' })));
  expect(await app.call('auth.login', { code }, null)).toMatchObject({ code: 0 });
});

test('wrong codes are counted by household, not by address', () => {
  expect(placeOf('203.0.113.7')).toBe('203.0.113.7');
  expect(placeOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(placeOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2');
  expect(placeOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2');
  expect(placeOf('2001:db8::4')).toBe('2001:db8:0:0');
  expect(placeOf('::1')).toBe('0:0:0:0');
});

test('every way to sign in is limited by the minute', async () => {
  const ways: Call[] = Object.values(auth).filter(({ access }) => access === 'public');
  expect(ways.filter(({ per_minute }) => !per_minute)).toEqual([]);

  const app = await createTestApp();
  const most = auth.startQr.per_minute ?? 0;
  const start = () => app.call('auth.startQr', { origin: 'https://mix.example' }, null);
  const within = await Promise.all(Array.from({ length: most }, start));
  expect(new Set(within.map(({ code }) => code))).toEqual(new Set([0]));
  expect(await start()).toMatchObject({ status: 429, code: 429, message: '操作过于频繁，请稍后再试' });
});

test('a disabled user does not come in by any code', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const user = await app.signIn();
  const { code } = (await app.call('admin.issueSignInCode', { user_uid: user.user_uid }, admin)).data;
  await app.call('admin.updateUser', { user_uid: user.user_uid, status: 'disabled' }, admin);
  const answer = await app.call('auth.login', { code }, null);
  expect(answer).toMatchObject({ code: 30002, message: '账号已停用，请联系管理员' });

  await app.call('admin.updateUser', { user_uid: user.user_uid, status: 'active' }, admin);
  expect(await app.call('auth.login', { code }, null)).toMatchObject({ code: 0 });
});

test('bad input is refused with the field named', async () => {
  const app = await createTestApp();
  expect(await app.call('auth.login', { code: '' }, null)).toMatchObject({ code: 400, message: 'code：至少 1 个字' });
  const odd = await app.call('auth.login', { code: 'x', name: '换\n行' }, null);
  expect(odd).toMatchObject({ code: 400, data: { fields: { name: '不能包含换行或控制字符' } } });
  const script = await app.call('auth.startQr', { origin: 'javascript:alert(1)' }, null);
  expect(script).toMatchObject({ code: 400 });
});
