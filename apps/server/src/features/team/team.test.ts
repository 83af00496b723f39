import { expect, test } from 'vitest';
import { createTestApp } from '#testing/test-app.ts';

const PERSONAL = { space_type: 'PRIVATE', team_id: '', team_name: '个人空间', group_id: '', group_name: '' };

test('people see their personal space first, then their teams with group and role', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const user = await app.signIn();
  const { group_id } = (await app.call('admin.addGroup', { group_name: '市场部' }, admin)).data;
  const { team_id } = (await app.call('admin.addTeam', { team_name: '投放一组', group_id }, admin)).data;
  await app.call('admin.saveMember', { team_id, user_uid: user.user_uid, role: 'editor' }, admin);
  await app.team([[admin, 'owner']]);

  expect((await app.call('team.list', {}, user)).data).toEqual([
    { ...PERSONAL, role: 'owner' },
    { space_type: 'TEAM', team_id, team_name: '投放一组', group_id, group_name: '市场部', role: 'editor' },
  ]);
});

test('switching changes where this session works, and only this one', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const team_id = await app.team([[user, 'viewer']]);
  const { key } = (await app.call('auth.issueKey', {}, user)).data;
  const other = { token: (await app.call('auth.loadTokenByKey', { key }, null)).data.access_token };

  const there = await app.call('team.switch', { space_type: 'TEAM', team_id }, user);
  expect(there.data.cur_group_team_info).toMatchObject({ space_type: 'TEAM', team_id, team_name: '测试团队' });
  expect((await app.call('team.permissions', {}, user)).data).toMatchObject({
    cur_group_team_info: { team_id },
    role: 'member',
    user_privilege: true,
    roles: [
      { team_id: '', role: 'owner' },
      { team_id, role: 'viewer' },
    ],
  });
  expect((await app.call('team.permissions', {}, other)).data.cur_group_team_info).toEqual(PERSONAL);

  const back = await app.call('team.switch', { space_type: 'PRIVATE', team_id: '' }, user);
  expect(back.data.cur_group_team_info).toEqual(PERSONAL);
});

test('a call that names its space is carried out there, wherever the session is', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const stranger = await app.signIn();
  const team_id = await app.team([[user, 'editor']]);
  const theirs = await app.team([[stranger, 'owner']]);
  await app.call('project.add', { project_name: '自己的', team_id: '' }, user);
  await app.call('project.add', { project_name: '团队的', team_id }, user);

  const names = async (input: { team_id?: string }) =>
    (await app.call('project.list', input, user)).data.items.map(({ project_name }) => project_name);
  expect(await names({})).toEqual(['自己的']);
  expect(await names({ team_id })).toEqual(['团队的']);
  await app.call('team.switch', { space_type: 'TEAM', team_id }, user);
  expect(await names({})).toEqual(['团队的']);
  expect(await names({ team_id: '' })).toEqual(['自己的']);
  // Also where an id would decide but is left out.
  expect(await app.call('task.list', { team_id: '' }, user)).toMatchObject({ code: 0 });
  for (const unknown of [theirs, 'made-up']) {
    expect(await app.call('task.list', { team_id: unknown }, user)).toMatchObject({
      code: 404,
      message: '团队不存在，或你已不在这个团队',
    });
  }
});

test('nobody switches into a team that they are not in, or mixes the two kinds up', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const mine = await app.team([[user, 'owner']]);
  const theirs = await app.team([[await app.signIn(), 'owner']]);
  const refused = { code: 404, message: '团队不存在，或你已不在这个团队' };
  for (const input of [
    { space_type: 'TEAM' as const, team_id: theirs },
    { space_type: 'TEAM' as const, team_id: 'made-up' },
    { space_type: 'TEAM' as const, team_id: '' },
    { space_type: 'PRIVATE' as const, team_id: mine },
  ]) {
    expect(await app.call('team.switch', input, user)).toMatchObject(refused);
  }
  expect(await app.call('team.switch', { space_type: 'ALL' as never }, user)).toMatchObject({ code: 400 });
});

test('whoever is taken out of a team is back in the personal space, at once', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const user = await app.signIn();
  const team_id = await app.team([
    [admin, 'owner'],
    [user, 'editor'],
  ]);
  await app.call('team.switch', { space_type: 'TEAM', team_id }, user);
  await app.call('project.add', { project_name: '团队的项目' }, user);
  await app.call('admin.deleteMember', { team_id, user_uid: user.user_uid }, admin);

  expect((await app.call('team.permissions', {}, user)).data.cur_group_team_info).toEqual(PERSONAL);
  expect((await app.call('project.list', {}, user)).data.items).toEqual([]);
});
