import { Readable } from 'node:stream';
import type { Rights, Timeline } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { addFile } from '#features/file/add-file.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { readSaidWithin } from '#features/search/said-within.ts';
import { sku_mark, sku_picture } from '#features/sku/sku.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { addArtwork, addDirRow } from '#testing/artworks.ts';
import { addFilm, mixWorld } from '#testing/mixes.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { material, material_sound, tag_count } from './material.tables.ts';
import { emptyOldBins } from './recycle-bin.ts';

async function addMaterials(app: TestApp, { user_uid, space_id }: TestUser, count: number) {
  const project_id = newId();
  await app.db
    .insert(project)
    .values({ project_id, space_id, project_name: `夏季 ${project_id}`, created_by: user_uid });
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
  if (count > 0) await app.db.insert(material).values(rows);
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

type Extra = Partial<typeof material.$inferInsert>;

async function addMaterial(app: TestApp, user: TestUser, project_id: string, extra: Extra = {}) {
  const row = {
    material_id: newId(),
    space_id: user.space_id,
    project_id,
    material_name: '素材.mp4',
    material_type: 'video' as const,
    material_source: 'user_upload' as const,
    created_by: user.user_uid,
    ...extra,
  };
  await app.db.insert(material).values(row);
  return row.material_id;
}

async function addShot(app: TestApp, user: TestUser, project_id: string, material_id: string, index = 0) {
  const shot_id = newId();
  const place = { index, start_ms: index * 1000, end_ms: index * 1000 + 1000, duration: 1 };
  await app.db
    .insert(shot)
    .values({ shot_id, material_id, space_id: user.space_id, project_id, material_type: 'video', ...place });
  return shot_id;
}

async function storeFile(app: TestApp, user: TestUser, text: string, content_type = 'video/mp4') {
  const { vlc_id } = await addFile(app.db, app.storage, {
    space_id: user.space_id,
    file_name: '文件.mp4',
    content_type,
    created_by: user.user_uid,
    source: Readable.from(Buffer.from(text)),
  });
  return vlc_id;
}

async function setUp() {
  const app = await createTestApp();
  const user = await app.signIn();
  const { project_id } = await addMaterials(app, user, 0);
  const list = async (input: object) => {
    const { data } = await app.call('material.list', { project_id, ...input }, user);
    return data.items.map(({ material_name }) => material_name);
  };
  return { app, user, project_id, list };
}

test('each filter finds what it names, and all of them together what has everything', async () => {
  const { app, user, project_id, list } = await setUp();
  const add = (material_name: string, extra: Extra) => addMaterial(app, user, project_id, { material_name, ...extra });
  await add('长.mp4', {
    duration: 40,
    quality: 80,
    has_speech: true,
    orientation: 'portrait',
    tag_keys: ['object:杯子', 'scene:厨房'],
  });
  await add('短.mp4', {
    duration: 3,
    quality: 20,
    has_speech: false,
    orientation: 'landscape',
    tag_keys: ['object:杯子'],
  });
  await add('等.mp4', { analysis_status: 'waiting', used_count: 2, material_source: 'link_import' });
  expect(await list({ tags: ['object:杯子'] })).toEqual(['短.mp4', '长.mp4']);
  expect(await list({ tags: ['object:杯子', 'scene:厨房'] })).toEqual(['长.mp4']);
  expect(await list({ duration_min: 10 })).toEqual(['长.mp4']);
  expect(await list({ duration_max: 10 })).toEqual(['短.mp4']);
  expect(await list({ quality_min: 50 })).toEqual(['长.mp4']);
  expect(await list({ has_speech: false })).toEqual(['短.mp4']);
  expect(await list({ orientation: 'portrait' })).toEqual(['长.mp4']);
  expect(await list({ analysis_status: 'waiting' })).toEqual(['等.mp4']);
  expect(await list({ material_source: 'link_import' })).toEqual(['等.mp4']);
  expect(await list({ unused: true })).toEqual(['短.mp4', '长.mp4']);
  expect(await list({ tags: ['object:杯子'], has_speech: true, duration_min: 10, unused: true })).toEqual(['长.mp4']);
  expect(await list({ tags: ['object:杯子'], analysis_status: 'waiting' })).toEqual([]);
});

test('every order is what it says', async () => {
  const { app, user, project_id, list } = await setUp();
  await addMaterial(app, user, project_id, { material_name: 'b', duration: 5, bytes: 1, quality: 10, used_count: 9 });
  await addMaterial(app, user, project_id, { material_name: 'c', duration: 50, bytes: 3, quality: 5, used_count: 1 });
  await addMaterial(app, user, project_id, { material_name: 'a', bytes: 2, quality: 90 });
  expect(await list({ sort: 'newest' })).toEqual(['a', 'c', 'b']);
  expect(await list({ sort: 'oldest' })).toEqual(['b', 'c', 'a']);
  expect(await list({ sort: 'name' })).toEqual(['a', 'b', 'c']);
  expect(await list({ sort: 'longest' })).toEqual(['c', 'b', 'a']);
  expect(await list({ sort: 'largest' })).toEqual(['c', 'a', 'b']);
  expect(await list({ sort: 'most_used' })).toEqual(['b', 'c', 'a']);
  expect(await list({ sort: 'best' })).toEqual(['a', 'b', 'c']);
});

test('a part of a name finds it, whatever signs it has', async () => {
  const { app, user, project_id, list } = await setUp();
  for (const material_name of ['夏季新品口红试色.mp4', 'IMG_0042.MOV', '100%好评 😀.mp4']) {
    await addMaterial(app, user, project_id, { material_name });
  }
  expect(await list({ keyword: '口红' })).toEqual(['夏季新品口红试色.mp4']);
  expect(await list({ keyword: '色' })).toEqual(['夏季新品口红试色.mp4']);
  expect(await list({ keyword: 'img_00' })).toEqual(['IMG_0042.MOV']);
  expect(await list({ keyword: '0%' })).toEqual(['100%好评 😀.mp4']);
  expect(await list({ keyword: '😀' })).toEqual(['100%好评 😀.mp4']);
  expect(await list({ keyword: "'; drop table material; --" })).toEqual([]);
});

test('in a large library a rare tag, a common tag and a part of a name are all found', async () => {
  const { app, user, project_id, list } = await setUp();
  await app.db.insert(material).values(
    Array.from({ length: 2400 }, (_, n) => ({
      material_id: newId(),
      space_id: user.space_id,
      project_id,
      material_name: n === 5 ? '开箱视频' : `镜头${n}`,
      material_type: 'video' as const,
      material_source: 'user_upload' as const,
      created_by: user.user_uid,
      tag_keys: n === 5 ? ['object:猫', 'scene:室内'] : n % 2 ? ['scene:室内'] : [],
    })),
  );
  expect(await list({ tags: ['object:猫'] })).toEqual(['开箱视频']);
  expect(await list({ keyword: '开箱' })).toEqual(['开箱视频']);
  expect(await list({ tags: ['object:猫', 'scene:室内'] })).toEqual(['开箱视频']);
  const { data } = await app.call('material.list', { project_id, tags: ['scene:室内'] }, user);
  expect(data.items).toHaveLength(20);
  expect(data).toMatchObject({ page_info: { total: 1200 }, is_total_exact: true });
  const far = await app.call('material.list', { project_id, tags: ['scene:室内'], page_index: 60 }, user);
  expect(far.data.items.at(-1)?.material_name).toBe('镜头1');
  const ids = await app.call('material.ids', { project_id, tags: ['scene:室内'] }, user);
  expect(ids.data.material_ids).toHaveLength(1000);
  expect(ids.data.total).toBe(1200);
});

test('pages far down a list by tags are what a plain query says, in any order of pages and after every change', async () => {
  const { app, user, project_id } = await setUp();
  await app.pool.query(
    `insert into material (material_id, space_id, project_id, material_name, material_type, material_source, created_by, tag_keys)
     select '0' || lpad(n::text, 25, '0'), $1, $2, '镜头' || n, 'video', 'user_upload', $3,
       case when n % 9 = 0 then array['scene:室内', 'object:猫'] when n % 3 = 0 then array['scene:室内'] else '{}' end
     from generate_series(1, 12000) n`,
    [user.space_id, project_id, user.user_uid],
  );
  await app.pool.query('analyze material');
  const page_size = 100;
  const compare = async (tags: string[], sort: 'newest' | 'oldest', pages: number[]) => {
    const { rows } = await app.pool.query<{ material_id: string }>(
      `select material_id from material where project_id = $1 and deleted_at is null and tag_keys @> $2::text[]
       order by material_id ${sort === 'newest' ? 'desc' : 'asc'}`,
      [project_id, tags],
    );
    const plain = rows.map(({ material_id }) => material_id);
    for (const page_index of pages) {
      const { data } = await app.call('material.list', { project_id, tags, sort, page_index, page_size }, user);
      const wanted = plain.slice((page_index - 1) * page_size, page_index * page_size);
      expect(data.items.map(({ material_id }) => material_id)).toEqual(wanted);
      expect(data.page_info.total).toBe(data.is_total_exact ? plain.length : data.page_info.total);
    }
    return plain;
  };
  const plain = await compare(['scene:室内'], 'newest', [35, 36, 1, 20, 34, 40, 41, 19]);
  await compare(['scene:室内'], 'oldest', [30, 31, 29, 2]);
  await compare(['scene:室内', 'object:猫'], 'newest', [12, 13, 14, 11]);

  const [first = '', second = '', third = ''] = plain;
  await app.call('material.delete', { material_ids: [first] }, user);
  await compare(['scene:室内'], 'newest', [36, 35, 40]);
  await app.call('material.batchTag', { material_ids: [second, third], remove: ['scene:室内'] }, user);
  await compare(['scene:室内'], 'newest', [36, 35]);
  await compare(['scene:室内', 'object:猫'], 'newest', [12]);
  await app.call('material.restore', { material_ids: [first] }, user);
  await compare(['scene:室内'], 'newest', [36, 37]);
  await compare(['scene:室内'], 'oldest', [31]);
});

test('a like is counted once a person, and their list of likes has it', async () => {
  const { app, user, project_id, list } = await setUp();
  const material_id = await addMaterial(app, user, project_id);
  await addMaterial(app, user, project_id, { material_name: '别的' });
  await app.call('material.like', { material_id }, user);
  const again = await app.call('material.like', { material_id }, user);
  expect(again.data).toEqual({ liked: true, like_count: 1 });
  expect(await list({ liked: true })).toEqual(['素材.mp4']);
  const { data } = await app.call('material.list', { project_id }, user);
  expect(data.items.map(({ liked }) => liked)).toEqual([false, true]);
  const off = await app.call('material.like', { material_id, like: false }, user);
  expect(off.data).toEqual({ liked: false, like_count: 0 });
});

test('a deleted material is in the bin only, comes back, and is then as it was', async () => {
  const { app, user, project_id, list } = await setUp();
  const material_id = await addMaterial(app, user, project_id, { tag_keys: ['scene:室内'] });
  const shot_id = await addShot(app, user, project_id, material_id);
  const isHidden = async () => (await app.db.select().from(shot).where(eq(shot.shot_id, shot_id)))[0]?.is_hidden;
  const tags = async () => (await app.call('material.tagTypes', { project_id }, user)).data.items;

  expect((await app.call('material.delete', { material_ids: [material_id] }, user)).data).toEqual({ deleted: 1 });
  expect(await list({})).toEqual([]);
  expect(await list({ is_deleted: true })).toEqual(['素材.mp4']);
  expect(await isHidden()).toBe(true);
  expect(await tags()).toEqual([]);
  await app.call('material.restore', { material_ids: [material_id] }, user);
  expect(await list({})).toEqual(['素材.mp4']);
  expect(await isHidden()).toBe(false);
  expect(await tags()).toMatchObject([{ type: 'scene', label: '场景', values: [{ value: 'scene:室内', count: 1 }] }]);
});

test('only what is in the bin can be removed for good; its files are given back, those in use elsewhere stay', async () => {
  const { app, user, project_id } = await setUp();
  const [file, cover, shared] = await Promise.all([
    storeFile(app, user, '原片'),
    storeFile(app, user, '封面'),
    storeFile(app, user, '共用'),
  ]);
  const gone = await addMaterial(app, user, project_id, { vlc_id: file, cover_vlc_id: cover });
  const other = await addMaterial(app, user, project_id, { vlc_id: shared });
  const stays = await addMaterial(app, user, project_id, { vlc_id: shared });
  const remove = async () => app.call('material.delete', { material_ids: [gone, other], is_final: true }, user);

  expect((await remove()).data).toEqual({ deleted: 0 });
  await app.call('material.delete', { material_ids: [gone, other] }, user);
  expect((await remove()).data).toEqual({ deleted: 2 });
  const files = await app.db.select().from(vlc_file).where(eq(vlc_file.space_id, user.space_id));
  expect(files.map(({ vlc_id }) => vlc_id)).toEqual([shared]);
  const used = async () => (await app.db.select().from(space).where(eq(space.space_id, user.space_id)))[0]?.used_bytes;
  expect(await used()).toBe(Buffer.byteLength('共用'));
  expect((await app.call('material.detail', { material_id: stays }, user)).code).toBe(0);
  expect((await app.call('material.detail', { material_id: gone }, user)).code).toBe(404);

  // A product keeps its picture; when it goes as well, nobody does.
  const { space_id, user_uid: created_by } = user;
  const sku_mark_id = newId();
  await app.db.insert(sku_mark).values({ sku_mark_id, space_id, project_id, sku_name: '冷萃', created_by });
  await app.db.insert(sku_picture).values({ sku_mark_id, vlc_id: shared });
  for (const is_final of [false, true]) await app.call('material.delete', { material_ids: [stays], is_final }, user);
  expect(await used()).toBe(Buffer.byteLength('共用'));
  await app.call('sku.delete', { sku_mark_id }, user);
  expect(await used()).toBe(0);
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('the bin empties itself after thirty days and not before', async () => {
  const { app, user, project_id, list } = await setUp();
  await addMaterial(app, user, project_id, { material_name: '29', deleted_at: daysAgo(29) });
  await addMaterial(app, user, project_id, { material_name: '31', deleted_at: daysAgo(31) });
  await emptyOldBins(app);
  expect(await list({ is_deleted: true })).toEqual(['29']);
});

test('only the owner of a space empties its bin', async () => {
  const app = await createTestApp();
  const [owner, editor] = [await app.signIn(), await app.signIn()];
  const space_id = await app.team([
    [owner, 'owner'],
    [editor, 'editor'],
  ]);
  const { project_id } = await addMaterials(app, { ...owner, space_id }, 0);
  await addMaterial(app, { ...owner, space_id }, project_id, { deleted_at: new Date().toISOString() });
  expect((await app.call('material.emptyBin', { project_id }, editor)).code).toBe(403);
  await app.call('material.emptyBin', { project_id }, owner);
  const { data } = await app.call('material.list', { project_id, is_deleted: true }, owner);
  expect(data.items).toEqual([]);
});

test('a moved material and its shots are in the other project, and the tags are counted there', async () => {
  const { app, user, project_id } = await setUp();
  const { project_id: other } = await addMaterials(app, user, 0);
  const material_id = await addMaterial(app, user, project_id, { tag_keys: ['scene:室内'] });
  const shot_id = await addShot(app, user, project_id, material_id);
  await app.call('material.move', { material_ids: [material_id], project_id: other }, user);
  const { data } = await app.call('material.list', { project_id: other }, user);
  expect(data.items).toHaveLength(1);
  const [moved] = await app.db.select().from(shot).where(eq(shot.shot_id, shot_id));
  expect(moved?.project_id).toBe(other);
  const counts = await app.db.select().from(tag_count).where(eq(tag_count.space_id, user.space_id));
  expect(counts.filter(({ count }) => count > 0)).toMatchObject([
    { project_id: other, tag_key: 'scene:室内', count: 1 },
  ]);

  const stranger = await app.signIn();
  const { project_id: foreign } = await addMaterials(app, stranger, 0);
  expect((await app.call('material.move', { material_ids: [material_id], project_id: foreign }, user)).code).toBe(404);
});

test('tags are given to many at once, taken again, and a tag of the machine that was taken stays away', async () => {
  const { app, user, project_id, list } = await setUp();
  const tag = { tag_type: 'object' as const, name: '杯子', source: 'ai' as const, score: 0.9 };
  const one = await addMaterial(app, user, project_id, { material_name: '一', tag_keys: ['object:杯子'] });
  const two = await addMaterial(app, user, project_id, { material_name: '二' });
  const shot_id = await addShot(app, user, project_id, one);
  await app.db.update(shot).set({ tags: [tag], tag_keys: ['object:杯子'] });

  const material_ids = [one, two];
  const given = await app.call('material.batchTag', { material_ids, add: [{ name: '夏季' }] }, user);
  expect(given.data).toEqual({ changed: 2 });
  expect(await list({ tags: ['custom:夏季'] })).toEqual(['二', '一']);
  const same = await app.call('material.batchTag', { material_ids, add: [{ name: '夏季' }] }, user);
  expect(same.data).toEqual({ changed: 0 });

  await app.call('material.batchTag', { material_ids, remove: ['custom:夏季', 'object:杯子'] }, user);
  expect(await list({ tags: ['custom:夏季'] })).toEqual([]);
  expect(await list({ tags: ['object:杯子'] })).toEqual([]);
  const { data } = await app.call('material.detail', { material_id: one }, user);
  expect(data.shots).toMatchObject([{ shot_id, tags: [], corrected: ['tags'] }]);
  expect((await app.call('analysis.correct', { shot_id, reset: ['tags'] }, user)).data.tags).toEqual([tag]);
});

test('names, notes and rights are changed, not those of what is in the bin', async () => {
  const { app, user, project_id } = await setUp();
  const material_id = await addMaterial(app, user, project_id);
  const rights = {
    licence: 'licensed' as const,
    consent: 'given' as const,
    region: '中国',
    expires_at: '2027-01-01T00:00:00.000Z',
    note: '合同 12',
  };
  const { data } = await app.call(
    'material.update',
    { material_id, material_name: '新名字.mp4', note: '片头', rights },
    user,
  );
  expect(data).toMatchObject({ material_name: '新名字.mp4', rights_expires_at: rights.expires_at });
  const detail = await app.call('material.detail', { material_id }, user);
  expect(detail.data).toMatchObject({ note: '片头', rights, creator_name: user.name });
  await app.call('material.delete', { material_ids: [material_id] }, user);
  expect(await app.call('material.update', { material_id, note: '' }, user)).toMatchObject({
    code: 409,
    message: '素材在回收站里，请先恢复',
  });
});

test('materials that must not be used are told by their cards, and found by why', async () => {
  const { app, user, project_id, list } = await setUp();
  const day = 86_400_000;
  const rights = { licence: 'own' as const, region: '', note: '' };
  const given: [string, Rights['consent'], number | null][] = [
    ['没问', 'missing', null],
    ['过期', 'given', -1],
    ['快到期', 'given', 3],
    ['还早', 'given', 30],
  ];
  for (const [material_name, consent, days] of given) {
    const material_id = await addMaterial(app, user, project_id, { material_name });
    const expires_at = days === null ? null : new Date(Date.now() + days * day).toISOString();
    await app.call('material.update', { material_id, rights: { ...rights, consent, expires_at } }, user);
  }
  await addMaterial(app, user, project_id, { material_name: '没填' });
  const { data } = await app.call('material.list', { project_id, sort: 'oldest' }, user);
  expect(data.items.map(({ rights_consent }) => rights_consent)).toEqual([
    'missing',
    'given',
    'given',
    'given',
    'unknown',
  ]);
  expect(await list({ rights_problem: 'no_consent' })).toEqual(['没问']);
  expect(await list({ rights_problem: 'over' })).toEqual(['过期']);
  expect(await list({ rights_problem: 'soon' })).toEqual(['快到期']);
});

test('what has the same name in the project is named with its content, what is in the bin is not', async () => {
  const { app, user, project_id } = await setUp();
  const vlc_id = await storeFile(app, user, '内容');
  const material_id = await addMaterial(app, user, project_id, { material_name: '开头.mp4', vlc_id, bytes: 6 });
  await addMaterial(app, user, project_id, { material_name: '结尾.mp4', deleted_at: new Date().toISOString() });
  // A picture that came a moment ago has no cover yet, and is shown itself.
  const picture = await storeFile(app, user, '图', 'image/png');
  await addMaterial(app, user, project_id, { material_name: '图.png', material_type: 'image', vlc_id: picture });
  const { data } = await app.call(
    'material.sameNames',
    { project_id, names: ['开头.mp4', '结尾.mp4', '没有.mp4', '图.png'] },
    user,
  );
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(data.items).toMatchObject([
    { name: '开头.mp4', exists: [{ material_id, bytes: 6, sha256, cover_url: null }] },
    { name: '图.png', exists: [{ cover_url: expect.stringContaining(picture) }] },
  ]);
});

test('a card has links that open without signing in', async () => {
  const { app, user, project_id } = await setUp();
  const vlc_id = await storeFile(app, user, '内容');
  await addMaterial(app, user, project_id, { vlc_id, cover_vlc_id: vlc_id });
  const { data } = await app.call('material.list', { project_id }, user);
  const [card] = data.items;
  const file = await fetch(`${app.url}${card?.cdn_url}`);
  expect(await file.text()).toBe('内容');
  expect((await fetch(`${app.url}${card?.cover_url}`)).status).toBe(200);
  expect(card?.preview_url).toBe(null);
});

/** How a finished video that shows this material was cut, as far as it matters here. */
function shows(material_id: string): Timeline {
  return { cuts: [{ material_id }] } as unknown as Timeline;
}

test('a material says which mixes and finished videos use it, and a deletion is told which mixes would miss it', async () => {
  const world = await mixWorld();
  const { app, ann, space_id, project_id, mproject_id, mix } = world;
  const { material_id } = await addFilm(app, space_id, project_id);
  const other = await addFilm(app, space_id, project_id);
  const place = { mproject_id, shooting_id: mix.shootings[0]?.shooting_id ?? '' };
  await app.call('clip.add', { ...place, clips: [{ material_id }] }, ann);
  const dir_id = await addDirRow(app, { space_id, project_id });
  const made = { space_id, project_id, dir_id, mproject_id };
  const artwork_id = await addArtwork(app, { ...made, artwork_name: '第 1 条', timeline: shows(material_id) });
  await addArtwork(app, { ...made, artwork_name: '第 2 条', timeline: shows(other.material_id) });

  const { data } = await app.call('material.detail', { material_id }, ann);
  const uses = data.uses.map(({ kind, id, name, project_id: where }) => [kind, id, name, where]);
  expect(uses.toSorted(([a = ''], [b = '']) => (a ?? '').localeCompare(b ?? ''))).toEqual([
    ['artwork', artwork_id, '第 1 条', project_id],
    ['mix', mproject_id, '夏季上新', project_id],
  ]);
  const mixesOf = async (...material_ids: string[]) => (await app.call('material.mixesOf', { material_ids }, ann)).data;
  expect(await mixesOf(other.material_id)).toEqual({ mixes: [], total: 0 });
  const mixes = [{ mproject_id, mproject_name: '夏季上新' }];
  expect(await mixesOf(other.material_id, material_id)).toEqual({ mixes, total: 1 });
});

test('of two hours a page gets a wave as wide as it shows, with every peak, and a part has its own words alone', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { rows } = await addMaterials(app, user, 1);
  const { material_id } = rows[0]!;
  const peaks = Array.from({ length: 360_000 }, (_, n) => (n === 123_456 ? 99 : 7));
  const words = Array.from({ length: 7200 }, (_, n) => ({ text: `字${n}`, start: n, end: n + 0.5, from: 0, to: 0 }));
  await app.db.insert(material_sound).values({ material_id, peaks, words });
  const { data } = await app.call('material.detail', { material_id }, user);
  expect(data.peaks).toHaveLength(6000);
  expect(data.peaks.flatMap((peak, n) => (peak > 7 ? [n] : []))).toEqual([Math.floor(123_456 / 60)]);
  const at = (start_ms: number, end_ms: number) => ({ material_id, start_ms, end_ms });
  const said = await readSaidWithin(app.db, [
    at(7_000_000, 7_001_000),
    { ...at(0, 1), material_id: newId() },
    at(0, 1000),
  ]);
  expect(said.map((part) => part.map(({ text }) => text))).toEqual([
    ['字6998', '字6999', '字7000', '字7001', '字7002'],
    [],
    ['字0', '字1', '字2'],
  ]);
});

test('of a mixed choice only the videos get another category', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { rows } = await addMaterials(app, user, 3);
  const material_ids = rows.map(({ material_id }) => material_id);
  const to = { material_sub_type: 'footer_video' as const };
  expect((await app.call('material.move', { material_ids, ...to }, user)).data.moved).toBe(2);
  const { data } = await app.call('material.list', {}, user);
  expect(data.items.map((one) => one.material_sub_type)).toEqual(['footer_video', 'footer_video', null]);
  const pictures = material_ids.slice(0, 1);
  expect((await app.call('material.move', { material_ids: pictures, ...to }, user)).message).toBe('只有视频可以改分类');
});
