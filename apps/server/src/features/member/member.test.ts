import { expect, test } from 'vitest';
import { createTestApp } from '#testing/test-app.ts';

test('whoever makes a team owns it and invites to it; the invited arrives in the team and the named project', async () => {
  const app = await createTestApp();
  const owner = await app.signIn({ name: '组长' });
  const { data: team } = await app.call('member.addTeam', { team_name: '投放一组' }, owner);
  expect(team).toMatchObject({ team_name: '投放一组', role: 'owner' });
  const { team_id } = team;
  const { data: project } = await app.call('project.add', { project_name: '夏季', team_id }, owner);

  const input = { team_id, team_role: 'viewer' as const, target_project_id: project.project_id };
  const { data: made } = await app.call('member.invite', input, owner);
  expect(made.invitation).toMatchObject({ role: 'member', team_name: '投放一组', project_name: '夏季' });
  expect((await app.call('auth.codeInfo', { code: made.code }, null)).data).toMatchObject({
    invited_by: '组长',
    team_id,
    team_role: 'viewer',
    project_id: project.project_id,
    project_name: '夏季',
  });
  const joined = await app.call('auth.login', { code: made.code, name: '新人', password: '新人第一天来上班' }, null);
  const newcomer = { token: joined.data.access_token };
  const { cur_group_team_info, roles } = (await app.call('team.permissions', {}, newcomer)).data;
  expect(cur_group_team_info.team_id).toBe(team_id);
  expect(roles).toContainEqual({ team_id, role: 'viewer' });
  const again = await app.call('account.loginByPassword', { login_name: '新人', password: '新人第一天来上班' }, null);
  expect(again.data.user_info.user_uid).toBe(joined.data.user_info.user_uid);

  const second = (await app.call('member.invite', { team_id }, owner)).data;
  const colleague = await app.signIn();
  expect((await app.call('auth.acceptInvitation', { code: second.code }, colleague)).data).toMatchObject({ team_id });
});

test('only owners of a team invite to it, and only to its own projects', async () => {
  const app = await createTestApp();
  const [owner, editor, stranger] = [await app.signIn(), await app.signIn(), await app.signIn()];
  const team_id = await app.team([
    [owner, 'owner'],
    [editor, 'editor'],
  ]);
  expect((await app.call('member.invite', { team_id }, editor)).code).toBe(403);
  expect((await app.call('member.invite', { team_id }, stranger)).code).toBe(404);
  const { data: elsewhere } = await app.call('project.add', { project_name: '自己的', team_id: '' }, owner);
  const wrong = { team_id, target_project_id: elsewhere.project_id };
  expect((await app.call('member.invite', wrong, owner)).message).toBe('团队里没有这个项目，请重新选择');

  const { data: made } = await app.call('member.invite', { team_id }, owner);
  const { invitation_id } = made.invitation;
  expect((await app.call('member.invitations', { team_id }, owner)).data).toHaveLength(1);
  const other = await app.team([[stranger, 'owner']]);
  expect((await app.call('member.revokeInvitation', { team_id: other, invitation_id }, stranger)).code).toBe(404);
  await app.call('member.revokeInvitation', { team_id, invitation_id }, owner);
  expect((await app.call('member.invitations', { team_id }, owner)).data).toEqual([]);
  expect((await app.call('auth.login', { code: made.code }, null)).code).toBe(30002);
});

test('a weak password of a newcomer is refused and leaves the invitation unused', async () => {
  const app = await createTestApp();
  const owner = await app.signIn();
  const team_id = await app.team([[owner, 'owner']]);
  const { code } = (await app.call('member.invite', { team_id }, owner)).data;
  const weak = await app.call('auth.login', { code, name: '新人', password: '12345678' }, null);
  expect(weak).toMatchObject({ code: 400, message: expect.stringContaining('太常见') });
  expect(await app.call('auth.login', { code, name: '新人' }, null)).toMatchObject({ code: 0 });
});

test('calls that come at once count one after another: teams of a person, uses of an invitation', async () => {
  const app = await createTestApp();
  const [owner, colleague] = [await app.signIn(), await app.signIn()];
  for (let n = 0; n < 18; n += 1) await app.team([[owner, 'owner']]);
  const teams = await six(() => app.call('member.addTeam', { team_name: '又一个' }, owner));
  expect(teams.filter(({ code }) => code === 0)).toHaveLength(2);

  const { team_id } = teams.find(({ code }) => code === 0)!.data;
  const { data: made } = await app.call('member.invite', { team_id, max_uses: 3 }, owner);
  const accepted = await six(() => app.call('auth.acceptInvitation', { code: made.code }, colleague));
  expect(accepted.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await app.call('member.invitations', { team_id }, owner)).data).toMatchObject([{ used_count: 1 }]);
});

function six<T>(call: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 6 }, call));
}
