import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { forgetOldAudit } from '#features/admin/audit.queries.ts';
import { task } from '#features/task/task.tables.ts';
import { audit_entry } from '#http/http.tables.ts';
import { createTestApp } from '#testing/test-app.ts';

test('users are searched and filtered, with their teams', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ name: '管理', role: 'admin' });
  const user = await app.signIn({ name: '小明_1' });
  await app.signIn({ name: '小红', user_privilege: false });
  const team_id = await app.team([
    [admin, 'owner'],
    [user, 'editor'],
  ]);
  const names = async (filter: object) =>
    (await app.call('admin.users', filter, admin)).data.items.map(({ name }) => name);
  expect(await names({})).toEqual(['小红', '小明_1', '管理']);
  expect(await names({ keyword: '小' })).toEqual(['小红', '小明_1']);
  expect(await names({ keyword: '_' })).toEqual(['小明_1']);
  expect(await names({ role: 'admin' })).toEqual(['管理']);
  expect(await names({ user_privilege: false })).toEqual(['小红']);
  expect(await names({ status: 'disabled' })).toEqual([]);
  expect(await names({ team_id })).toEqual(['小明_1', '管理']);

  const { data } = await app.call('admin.users', { keyword: '小明' }, admin);
  expect(data.items).toMatchObject([
    { user_uid: user.user_uid, has_feishu: false, teams: [{ team_id, team_name: '测试团队', role: 'editor' }] },
  ]);
  expect(Date.parse(data.items[0]?.last_login_at ?? '')).toBeGreaterThan(Date.now() - 600_000);
});

test('privilege and role change at once, and nothing else does', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const user = await app.signIn({ name: '小明', user_privilege: false });
  expect(await app.call('home.all', {}, user)).toMatchObject({ status: 403, code: 20001 });
  const opened = await app.call('admin.updateUser', { user_uid: user.user_uid, user_privilege: true }, admin);
  expect(opened.data).toMatchObject({ user_privilege: true, role: 'member', status: 'active' });
  expect(await app.call('home.all', {}, user)).toMatchObject({ code: 0 });
  expect(await app.call('admin.users', {}, user)).toMatchObject({ status: 403, code: 403 });
  await app.call('admin.updateUser', { user_uid: user.user_uid, role: 'admin' }, admin);
  expect(await app.call('admin.users', {}, user)).toMatchObject({ code: 0 });
  expect(await app.call('admin.updateUser', { user_uid: 'made-up' }, admin)).toMatchObject({ code: 404 });
});

test('nobody locks themselves out, and there is always an administrator', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const { user_uid } = admin;
  for (const change of [{ status: 'disabled' as const }, { role: 'member' as const }, { user_privilege: false }]) {
    expect(await app.call('admin.updateUser', { user_uid, ...change }, admin)).toMatchObject({ code: 409 });
  }
  const second = await app.signIn({ role: 'admin' });
  const self = await app.call('admin.updateUser', { user_uid, status: 'disabled' }, admin);
  expect(self.message).toBe('不能停用自己或取消自己的管理员身份，请让另一位管理员操作');
  const both = await Promise.all([
    app.call('admin.updateUser', { user_uid, role: 'member' }, second),
    app.call('admin.updateUser', { user_uid: second.user_uid, role: 'member' }, admin),
  ]);
  expect(both.filter(({ code }) => code === 0)).toHaveLength(1);
});

test('groups and teams are made, renamed and moved', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const { group_id } = (await app.call('admin.addGroup', { group_name: '市场部' }, admin)).data;
  const twice = await app.call('admin.addGroup', { group_name: '市场部' }, admin);
  expect(twice).toMatchObject({ code: 409, message: '已有部门「市场部」，请换一个名字' });
  const renamed = await app.call('admin.updateGroup', { group_id, group_name: '增长部' }, admin);
  expect(renamed.data).toMatchObject({ group_id, group_name: '增长部', team_count: 0 });

  const team = (await app.call('admin.addTeam', { team_name: '一组', group_id }, admin)).data;
  expect(team).toMatchObject({ group_name: '增长部', member_count: 1, project_count: 0, used_bytes: 0 });
  const refused = await app.call('admin.deleteGroup', { group_id }, admin);
  expect(refused).toMatchObject({ code: 409, message: '部门里还有 1 个团队，请先移走' });

  const quota_bytes = 2 * 1024 ** 3;
  const moved = await app.call(
    'admin.updateTeam',
    { team_id: team.team_id, team_name: '二组', group_id: null, quota_bytes },
    admin,
  );
  expect(moved.data).toMatchObject({ team_name: '二组', group_id: null, quota_bytes });
  expect(await app.call('admin.deleteGroup', { group_id }, admin)).toMatchObject({ code: 0 });
  expect((await app.call('admin.groups', {}, admin)).data).toEqual([]);
  expect((await app.call('admin.teams', { keyword: '二' }, admin)).data.items).toHaveLength(1);
  expect((await app.call('admin.teams', { keyword: '一' }, admin)).data.items).toEqual([]);

  expect(await app.call('admin.addTeam', { team_name: '三组', group_id }, admin)).toMatchObject({ code: 404 });
  expect(await app.call('admin.addTeam', { team_name: '三组', owner_uid: 'nobody' }, admin)).toMatchObject({
    code: 404,
  });
  const personal = await app.call('admin.updateTeam', { team_id: admin.space_id, team_name: '我的' }, admin);
  expect(personal).toMatchObject({ code: 404, message: '团队不存在' });
});

test('members are added, change roles and leave; a team keeps an owner', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ name: '管理', role: 'admin' });
  const user = await app.signIn({ name: '小明' });
  const { team_id } = (await app.call('admin.addTeam', { team_name: '一组' }, admin)).data;
  const { user_uid } = user;
  expect((await app.call('admin.saveMember', { team_id, user_uid, role: 'viewer' }, admin)).data.role).toBe('viewer');
  await app.call('admin.saveMember', { team_id, user_uid, role: 'editor' }, admin);
  const { data } = await app.call('admin.members', { team_id }, admin);
  expect(data.map(({ name, role }) => [name, role])).toEqual([
    ['管理', 'owner'],
    ['小明', 'editor'],
  ]);

  const last = { code: 409, message: '团队至少要有一位所有者，请先指定另一位' };
  const self = { team_id, user_uid: admin.user_uid };
  expect(await app.call('admin.deleteMember', self, admin)).toMatchObject(last);
  expect(await app.call('admin.saveMember', { ...self, role: 'viewer' }, admin)).toMatchObject(last);
  await app.call('admin.saveMember', { team_id, user_uid, role: 'owner' }, admin);
  expect(await app.call('admin.deleteMember', self, admin)).toMatchObject({ code: 0 });
  expect(await app.call('admin.deleteMember', self, admin)).toMatchObject({ code: 404, message: '这个人不在团队里' });
  expect(await app.call('admin.saveMember', { team_id, user_uid: 'nobody', role: 'owner' }, admin)).toMatchObject({
    code: 404,
  });
  expect(await app.call('admin.members', { team_id: 'made-up' }, admin)).toMatchObject({ code: 404 });
});

test('a team is deleted only when nothing is left in it; its members go home', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const user = await app.signIn();
  const { team_id } = (await app.call('admin.addTeam', { team_name: '一组' }, admin)).data;
  await app.call('admin.saveMember', { team_id, user_uid: user.user_uid, role: 'editor' }, admin);
  await app.call('team.switch', { space_type: 'TEAM', team_id }, user);
  const { project_id } = (await app.call('project.add', { project_name: '甲' }, user)).data;
  const add = { task_id: newId(), space_id: team_id, user_uid: user.user_uid, title: '导出' };
  await app.db.insert(task).values({ ...add, job_name: 'x', job_input: {}, task_type: 'mix_export' });

  const refused = await app.call('admin.deleteTeam', { team_id }, admin);
  expect(refused).toMatchObject({
    code: 409,
    message: '「一组」里还有 1 个项目、1 个进行中的任务，清空后才能删除',
  });
  expect((await app.call('project.list', {}, user)).data.items).toHaveLength(1);

  // What people leave behind without knowing of it keeps nobody from deleting.
  await app.call('mix.add', { project_id, mproject_name: '夏季', lines: ['一句'] }, user);
  await app.call('dir.add', { project_id, dir_name: '目录' }, user);
  await app.call('dir.addCheckbox', { project_id, checkbox_name: '已投放' }, user);
  await app.call('project.delete', { project_id }, user);
  await app.call('task.cancel', { task_id: add.task_id }, user);
  expect(await app.call('admin.deleteTeam', { team_id }, admin)).toMatchObject({ code: 0 });
  expect((await app.call('team.permissions', {}, user)).data.cur_group_team_info.space_type).toBe('PRIVATE');
  expect((await app.call('project.list', {}, user)).data.items).toEqual([]);
  expect((await app.call('team.list', {}, user)).data.map(({ team_name }) => team_name)).toEqual(['个人空间']);
  expect(await app.call('admin.deleteTeam', { team_id }, admin)).toMatchObject({ code: 404, message: '团队不存在' });
  const personal = await app.call('admin.deleteTeam', { team_id: user.space_id }, admin);
  expect(personal).toMatchObject({ code: 404 });
});

test('what people change and when they sign in is written down, without secrets', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ name: '管理', role: 'admin' });
  const user = await app.signIn({ name: '小明' });
  const { code } = (await app.call('auth.issueCode', {}, user)).data;
  await app.call('auth.login', { code }, null);
  const description = '长'.repeat(1000);
  await app.call('project.add', { project_name: '甲', description }, user, { request_id: 'same-request' });
  await app.call('project.add', { project_name: '甲', description }, user, { request_id: 'same-request' });
  expect(await app.call('project.add', { project_name: '甲' }, user)).toMatchObject({ code: 409 });
  await app.call('project.list', {}, user);
  const invited = (await app.call('admin.addInvitation', {}, admin)).data;
  await app.call('auth.acceptInvitation', { code: invited.code }, user);

  const { data } = await app.call('admin.audit', { user_uid: user.user_uid }, admin);
  expect(data.items.map(({ action, summary }) => [action, summary])).toEqual([
    ['/api/auth/invitation/accept', '接受邀请'],
    ['/api/project/add', '新建项目'],
    ['/api/user/login', '登录'],
    ['/api/auth/issueCode', '领取授权码'],
  ]);
  expect(data.items[0]?.input).toEqual({});
  expect(data.items[1]).toMatchObject({
    user_name: '小明',
    address: '127.0.0.1',
    input: { project_name: '甲', description: `${'长'.repeat(200)}…` },
  });
  const rows = JSON.stringify(await app.db.select().from(audit_entry));
  for (const secret of [code, invited.code]) expect(rows).not.toContain(secret);
  expect(rows).not.toContain(user.token);

  const count = async (filter: object) => (await app.call('admin.audit', filter, admin)).data.page_info.total;
  expect(await count({ action: '/api/project/add' })).toBe(1);
  expect(await count({ keyword: '小明' })).toBe(4);
  expect(await count({ keyword: '没有的' })).toBe(0);
  expect(await count({ to: '2020-01-01T00:00:00Z' })).toBe(0);
  expect(await count({ from: '2020-01-01T00:00:00Z' })).toBe(5);

  await app.db.update(audit_entry).set({ at: '2020-01-01T00:00:00.000Z' });
  await forgetOldAudit(app.db, 400);
  expect(await count({})).toBe(0);
});
