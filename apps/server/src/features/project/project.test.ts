import { SKU_TYPES } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { material } from '#features/material/material.tables.ts';
import { suggestName } from '#features/project/project.queries.ts';
import { createTestApp } from '#testing/test-app.ts';

async function appWithTeam() {
  const app = await createTestApp();
  const [owner, viewer] = [await app.signIn({ name: '老王' }), await app.signIn({ name: '看客' })];
  const team_id = await app.team([
    [owner, 'owner'],
    [viewer, 'viewer'],
  ]);
  for (const user of [owner, viewer]) await app.call('team.switch', { space_type: 'TEAM', team_id }, user);
  return { app, owner, viewer, team_id };
}

test('a project is added with its client, counted, found and listed newest change first', async () => {
  const { app, owner, viewer, team_id } = await appWithTeam();
  const added = await app.call(
    'project.add',
    {
      project_name: '夏季新品',
      client_name: '小青柠',
      sku_type: 'beauty',
      sku_name: '防晒霜',
      selling_points: ['不油腻', '成膜快'],
      target_platforms: ['douyin'],
    },
    owner,
  );
  const { project_id, client_id } = added.data;
  expect(added.data).toMatchObject({
    project_name: '夏季新品',
    client_name: '小青柠',
    sku_type: 'beauty',
    selling_points: ['不油腻', '成膜快'],
    material_count: 0,
    creator_name: '老王',
    revision: 1,
  });
  const plain = await app.call('project.add', { project_name: '50%_折扣' }, owner);
  expect(plain.data).toMatchObject({ sku_type: 'other', client_id: null, selling_points: [], description: '' });

  const image = { material_name: '图', material_type: 'image' as const, material_source: 'user_upload' as const };
  await app.db
    .insert(material)
    .values({ material_id: newId(), space_id: team_id, project_id, created_by: owner.user_uid, ...image });
  const list = await app.call('project.list', {}, viewer);
  expect(list.data.items.map((project) => [project.project_name, project.material_count])).toEqual([
    ['50%_折扣', 0],
    ['夏季新品', 1],
  ]);
  expect(list.data.page_info).toMatchObject({ total: 2, total_page: 1 });

  const names = async (filter: object) =>
    (await app.call('project.list', filter, viewer)).data.items.map(({ project_name }) => project_name);
  expect(await names({ keyword: '%_' })).toEqual(['50%_折扣']);
  expect(await names({ keyword: '青柠' })).toEqual(['夏季新品']);
  expect(await names({ project_id, page_size: 1 })).toEqual(['夏季新品']);
  expect(await names({ client_id })).toEqual(['夏季新品']);
  expect(await names({ sku_type: 'beauty' })).toEqual(['夏季新品']);
  expect(await names({ page_size: 1, page_index: 2 })).toEqual(['夏季新品']);
});

test('a client is made once, whoever writes its name and however', async () => {
  const { app, owner } = await appWithTeam();
  const [a, b] = await Promise.all(
    ['Lime', 'LIME'].map((client_name, i) => app.call('project.add', { project_name: `甲${i}`, client_name }, owner)),
  );
  expect(a?.data.client_id).toBe(b?.data.client_id);
  const { data } = await app.call('project.clients', { keyword: 'lim' }, owner);
  expect(data).toMatchObject([{ client_id: a?.data.client_id, project_count: 2 }]);
  await app.call('project.add', { project_name: '无客户的' }, owner);
  expect((await app.call('project.clients', {}, owner)).data).toMatchObject([{ project_count: 2 }]);
});

test('a taken name is answered with a name that is free', async () => {
  const { app, owner } = await appWithTeam();
  const { project_id } = (await app.call('project.add', { project_name: 'Spring 春' }, owner)).data;
  const same = await app.call('project.add', { project_name: 'spring 春' }, owner);
  expect(same).toMatchObject({
    status: 200,
    code: 409,
    message: '这个空间已有项目「Spring 春」，可改用「spring 春 2」',
    data: { reason: 'same_name', project_id, project_name: 'Spring 春', suggested_name: 'spring 春 2' },
  });
  const second = (await app.call('project.add', { project_name: 'spring 春 2' }, owner)).data;
  const third = await app.call('project.update', { project_id, project_name: 'Spring 春 2' }, owner);
  expect(third).toMatchObject({ code: 409, data: { suggested_name: 'Spring 春 3' } });
  expect(await app.call('project.update', { project_id, project_name: 'SPRING 春' }, owner)).toMatchObject({ code: 0 });

  await app.call('project.delete', { project_id: second.project_id }, owner);
  expect(await app.call('project.add', { project_name: 'spring 春 2' }, owner)).toMatchObject({ code: 0 });
  const elsewhere = await app.signIn();
  expect(await app.call('project.add', { project_name: 'Spring 春' }, elsewhere)).toMatchObject({ code: 0 });
});

test('of two people who take a name at the same moment one is told', async () => {
  const { app, owner } = await appWithTeam();
  const both = await Promise.all([1, 2].map(() => app.call('project.add', { project_name: '撞名' }, owner)));
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409]);
});

test('suggested names fit the limit and count on', () => {
  expect(suggestName('新品', new Set(['新品']))).toBe('新品 2');
  expect(suggestName('新品 2', new Set(['新品', '新品 2', '新品 3']))).toBe('新品 4');
  expect(suggestName('长'.repeat(50), new Set())).toHaveLength(47);
});

test('an update that names an old revision gets the newer project instead', async () => {
  const { app, owner } = await appWithTeam();
  const { project_id } = (await app.call('project.add', { project_name: '甲', client_name: '客户' }, owner)).data;
  const first = await app.call('project.update', { project_id, revision: 1, description: '第一个' }, owner);
  expect(first.data).toMatchObject({ revision: 2, description: '第一个', client_name: '客户' });
  const late = await app.call('project.update', { project_id, revision: 1, description: '迟到的' }, owner);
  expect(late).toMatchObject({ code: 409, data: { revision: 2, description: '第一个' } });
  const cleared = await app.call('project.update', { project_id, client_id: null }, owner);
  expect(cleared.data).toMatchObject({ revision: 3, client_id: null, client_name: null });
});

test('a deleted project is gone for everybody', async () => {
  const { app, owner } = await appWithTeam();
  const { project_id } = (await app.call('project.add', { project_name: '甲' }, owner)).data;
  expect(await app.call('project.delete', { project_id }, owner)).toMatchObject({ code: 0 });
  expect(await app.call('project.delete', { project_id }, owner)).toMatchObject({ code: 404 });
  expect(await app.call('project.update', { project_id, description: '又' }, owner)).toMatchObject({ code: 404 });
  expect((await app.call('project.list', {}, owner)).data.items).toEqual([]);
});

test('viewers look, strangers see nothing, clients of other spaces cannot be used', async () => {
  const { app, owner, viewer } = await appWithTeam();
  const { project_id, client_id } = (await app.call('project.add', { project_name: '甲', client_name: '客户' }, owner))
    .data;
  expect((await app.call('project.list', {}, viewer)).data.items).toHaveLength(1);
  expect(await app.call('project.add', { project_name: '乙' }, viewer)).toMatchObject({ status: 403 });
  expect(await app.call('project.update', { project_id }, viewer)).toMatchObject({ status: 403 });
  expect(await app.call('project.delete', { project_id }, viewer)).toMatchObject({ status: 403 });

  const stranger = await app.signIn();
  expect(await app.call('project.update', { project_id }, stranger)).toMatchObject({ code: 404, data: null });
  expect(await app.call('project.delete', { project_id }, stranger)).toMatchObject({ code: 404, data: null });
  expect((await app.call('project.list', { keyword: '甲' }, stranger)).data.items).toEqual([]);
  expect((await app.call('project.clients', {}, stranger)).data).toEqual([]);
  const borrowed = await app.call('project.add', { project_name: '借', client_id }, stranger);
  expect(borrowed).toMatchObject({ code: 404, message: '客户不存在，请重新选择' });
});

test('bad input is refused, and the SKU types are those of the product', async () => {
  const { app, owner } = await appWithTeam();
  for (const input of [
    { project_name: ' ' },
    { project_name: '长'.repeat(51) },
    { project_name: '甲', sku_type: 'spaceship' as never },
    { project_name: '甲', selling_points: [''] },
  ]) {
    expect(await app.call('project.add', input, owner)).toMatchObject({ status: 200, code: 400 });
  }
  const { data } = await app.call('project.skuTypes', {}, owner);
  expect(data).toHaveLength(Object.keys(SKU_TYPES).length);
  expect(data[0]).toEqual({ value: 'apparel', label: '服饰' });
});
