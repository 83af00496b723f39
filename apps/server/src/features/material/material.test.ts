import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { project } from '#features/project/project.tables.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { material } from './material.tables.ts';

async function addMaterials(app: TestApp, { user_uid, space_id }: TestUser, count: number) {
  const project_id = newId();
  await app.db.insert(project).values({ project_id, space_id, project_name: '夏季', created_by: user_uid });
  const rows = Array.from({ length: count }, (_, n) => ({
    material_id: newId(),
    space_id,
    project_id,
    material_name: `素材 ${n}`,
    material_type: n % 3 === 0 ? ('image' as const) : ('video' as const),
    material_sub_type: n % 3 === 0 ? null : n % 2 === 0 ? ('shot_video' as const) : ('header_video' as const),
    material_source: 'user_upload' as const,
    created_by: user_uid,
  }));
  await app.db.insert(material).values(rows);
  return { project_id, rows };
}

test('materials are listed newest first, in pages that neither repeat nor skip', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { project_id, rows } = await addMaterials(app, user, 45);
  const names: string[] = [];
  for (const page_index of [1, 2, 3]) {
    const { data } = await app.call('material.list', { project_id, page_index }, user);
    expect(data.page_info).toEqual({ page_index, page_size: 20, total: 45, total_page: 3 });
    names.push(...data.items.map(({ material_name }) => material_name));
  }
  expect(names).toEqual(rows.map(({ material_name }) => material_name).toReversed());
});

test('filters narrow the list and its total alike', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { project_id, rows } = await addMaterials(app, user, 30);
  const { data } = await app.call(
    'material.list',
    { project_id, material_type: 'video', material_sub_type: 'shot_video' },
    user,
  );
  const expected = rows.filter(({ material_sub_type }) => material_sub_type === 'shot_video').length;
  expect(data.page_info.total).toBe(expected);
  expect(data.items.every(({ material_sub_type }) => material_sub_type === 'shot_video')).toBe(true);
  const all = await app.call('material.list', {}, user);
  expect(all.data.page_info.total).toBe(30);
});

test("another user's project and its materials cannot be seen", async () => {
  const app = await createTestApp();
  const { project_id } = await addMaterials(app, await app.signIn(), 3);
  const stranger = await app.signIn();
  expect(await app.call('material.list', { project_id }, stranger)).toMatchObject({ code: 404 });
  const own = await app.call('material.list', {}, stranger);
  expect(own.data.items).toEqual([]);
});

test('a deleted project is gone for everything that names it', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { project_id } = await addMaterials(app, user, 3);
  await app.db.update(project).set({ deleted_at: new Date().toISOString() });
  expect(await app.call('material.list', { project_id }, user)).toMatchObject({ code: 404 });
});
