import { type Dir, DIR_DEPTH_MAX, dirsOfPath } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { indexWords } from '#features/search/index-shot.ts';
import { addDirRow, artworkWorld } from '#testing/artworks.ts';
import { addProject } from '#testing/mixes.ts';
import { filmOf, sendBytes, start, upload, uploadWorld } from '#testing/uploads.ts';

type World = Awaited<ReturnType<typeof folderWorld>>;

/** A team, a project, and materials as rows, each with one shot. */
async function folderWorld() {
  const world = await artworkWorld();
  const { app, owner, space_id, project_id } = world;
  async function add(material_name: string, given: Partial<typeof material.$inferInsert> = {}): Promise<string> {
    const material_id = newId();
    const row = { material_id, space_id, project_id, material_type: 'video' as const, ...given };
    await app.db
      .insert(material)
      .values({ ...row, material_name, material_source: 'user_upload', created_by: owner.user_uid });
    const { material_type } = row;
    await app.db.insert(shot).values({
      shot_id: newId(),
      material_id,
      space_id,
      project_id,
      material_type,
      index: 0,
      start_ms: 0,
      end_ms: 1000,
      duration: 1,
    });
    await indexWords(app.db, [material_id]);
    return material_id;
  }
  const folder = async (dir_name: string, parent_id: string | null = null) =>
    (await app.call('dir.add', { kind: 'material', project_id, dir_name, parent_id }, owner)).data.dir_id;
  const names = async (filter: object) =>
    (await app.call('material.list', { project_id, sort: 'name', ...filter }, owner)).data.items.map(
      (one) => one.material_name,
    );
  return { ...world, add, folder, names };
}

/** Names with how many lie in each and with all below. */
async function sketch({ app, owner, project_id }: World, which: object = {}): Promise<string> {
  const draw = (dirs: Dir[]): string =>
    dirs
      .map(({ dir_name, item_count, total_count, children }) => {
        const below = children.length > 0 ? `(${draw(children)})` : '';
        return `${dir_name} ${item_count}/${total_count}${below}`;
      })
      .join(' ');
  return draw((await app.call('dir.materials', { project_id, ...which }, owner)).data.dirs);
}

test('a hundred files of one folder that begin together find the same folders, each made once', async () => {
  const { app, user, project_id } = await uploadWorld();
  const paths = Array.from({ length: 100 }, (_, n) => `第一天/机位${n % 2 ? 'A' : 'B'}/${n}.mp4`);
  const begun = await Promise.all(paths.map((path) => start(app, user, project_id, 1000, { relative_path: path })));
  expect(new Set(begun.map(({ data }) => data.record.upload_record_data.dir_id)).size).toBe(2);
  const { data } = await app.call('dir.materials', { project_id }, user);
  expect(data.dirs.map(({ dir_name }) => dir_name)).toEqual(['第一天']);
  expect(data.dirs[0]?.children.map(({ dir_name }) => dir_name)).toEqual(['机位A', '机位B']);
});

test('whatever a path says, its folders stay inside the library, with names that any disk takes', async () => {
  expect(dirsOfPath('../../etc/passwd')).toEqual(['etc']);
  expect(dirsOfPath('C:\\片\\a:b\\x.mp4')).toEqual(['C_', '片', 'a_b']);
  expect(dirsOfPath('./ . /con/🌸/x.mp4')).toEqual(['_con', '🌸']);
  expect(dirsOfPath(`${'长'.repeat(300)}/x.mp4`)).toEqual(['长'.repeat(50)]);
  const { app, user, project_id } = await uploadWorld();
  const deep = `${Array.from({ length: 15 }, (_, n) => n).join('/')}/x.mp4`;
  await start(app, user, project_id, 1000, { relative_path: deep });
  const { data } = await app.call('dir.materials', { project_id }, user);
  let [dir] = data.dirs;
  let depth = 0;
  for (; dir; [dir] = dir.children) depth += 1;
  expect(depth).toBe(DIR_DEPTH_MAX);
});

test('names that are refused say why; the same rule holds for both kinds', async () => {
  const { app, owner, project_id } = await folderWorld();
  for (const kind of ['material', 'artwork'] as const) {
    const add = async (dir_name: string) => app.call('dir.add', { kind, project_id, dir_name }, owner);
    for (const bad of ['a/b', '..', 'nul', '好\u202e', '长'.repeat(51), '  ']) {
      expect([kind, bad, (await add(bad)).code]).toEqual([kind, bad, 400]);
    }
    expect((await add('特写 🌸')).data).toMatchObject({ kind, dir_name: '特写 🌸' });
  }
});

test('the same name in another folder is no question; in the same folder it is', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 20_000);
  const first = await upload(app, user, project_id, content, { file_name: 'a.mp4', relative_path: '第一天/a.mp4' });
  const other = await upload(app, user, project_id, content, { file_name: 'a.mp4', relative_path: '第二天/a.mp4' });
  const again = await upload(app, user, project_id, content, { file_name: 'a.mp4', relative_path: '第一天/a.mp4' });
  expect([first, other, again].map((record) => record.material_data?.material_name)).toEqual([
    'a.mp4',
    'a.mp4',
    'a (2).mp4',
  ]);
  const names = ['第一天/a.mp4', '第三天/a.mp4', 'a.mp4'];
  const { data } = await app.call('material.sameNames', { project_id, names }, user);
  expect(data.items.map(({ name, exists }) => [name, exists.length])).toEqual([['第一天/a.mp4', 1]]);
  const dir_id = other.material_data?.dir_id ?? '';
  const inside = await app.call('material.sameNames', { project_id, dir_id, names: ['a.mp4'] }, user);
  expect(inside.data.items[0]?.exists[0]?.material_id).toBe(other.material_data?.material_id);
});

test('a folder that is deleted while a file comes for it: the file lands above, and its sender is told', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 20_000);
  const token = (await app.call('upload.authToken', { project_id }, user)).data.token;
  const { record } = (await start(app, user, project_id, content.length, { relative_path: '外/内/a.mp4' })).data;
  await sendBytes(app, token, record, content);
  await app.call('dir.delete', { dir_id: record.upload_record_data.dir_id ?? '' }, user);
  const { data } = await app.call('upload.end', { record_uuid: record.record_uuid }, user);
  const { data: tree } = await app.call('dir.materials', { project_id }, user);
  expect(data).toMatchObject({ status: 'completed', message: '选的文件夹已被删除，放到了它的上一层' });
  expect(data.material_data?.dir_id).toBe(tree.dirs[0]?.dir_id);
});

test('lists and searches look in a folder with what is below it, in it alone, or at what is in none; counts are by kind', async () => {
  const world = await folderWorld();
  const { app, owner, project_id, add, folder, names } = world;
  const day = await folder('第一天');
  const inside = await folder('机位A', day);
  await add('奶茶甲.mp4', { dir_id: day });
  await add('奶茶乙.mp4', { dir_id: inside });
  await add('丙图.jpg', { dir_id: inside, material_type: 'image' });
  await add('奶茶丁.mp4');
  expect(await sketch(world)).toBe('第一天 1/3(机位A 2/2)');
  expect(await sketch(world, { material_type: 'video' })).toBe('第一天 1/2(机位A 1/1)');
  for (const sort of ['name', 'newest', 'largest']) {
    expect((await names({ dir_id: day, sort })).toSorted()).toEqual(['丙图.jpg', '奶茶乙.mp4', '奶茶甲.mp4']);
    expect(await names({ dir_id: day, sort, with_subdirs: false })).toEqual(['奶茶甲.mp4']);
    expect(await names({ sort, with_subdirs: false })).toEqual(['奶茶丁.mp4']);
  }
  expect(await names({ dir_id: day, material_type: 'image' })).toEqual(['丙图.jpg']);
  expect((await names({ dir_id: day, keyword: '奶茶' })).toSorted()).toEqual(['奶茶乙.mp4', '奶茶甲.mp4']);
  const find = async (filter: object) =>
    (await app.call('search.clips', { project_id, q: '奶茶', ...filter }, owner)).data.items.map(
      (one) => one.material_name,
    );
  expect((await find({})).toSorted()).toEqual(['奶茶丁.mp4', '奶茶乙.mp4', '奶茶甲.mp4']);
  expect((await find({ dir_id: day })).toSorted()).toEqual(['奶茶乙.mp4', '奶茶甲.mp4']);
  expect(await find({ dir_id: day, with_subdirs: false })).toEqual(['奶茶甲.mp4']);
  expect(await find({ with_subdirs: false })).toEqual(['奶茶丁.mp4']);
  const { data } = await app.call('material.list', { project_id, dir_id: day, page_size: 2 }, owner);
  expect([data.items.length, data.page_info.total, data.is_total_exact]).toEqual([2, 3, true]);
});

test('what is moved is found where it went, says where it was, and leaves its folder with its project', async () => {
  const world = await folderWorld();
  const { app, owner, project_id, space_id, add, folder, names } = world;
  const [a, b] = [await folder('A'), await folder('B')];
  const one = await add('奶茶一.mp4', { dir_id: a });
  const two = await add('奶茶二.mp4');
  // A folder with ten thousand films is moved in seconds: their shots, five times as many and dear to index, stay as they are.
  const readShots = () =>
    app.db
      .select({ id: shot.shot_id, version: sql`xmin::text` })
      .from(shot)
      .orderBy(shot.shot_id);
  const before = await readShots();
  const { data } = await app.call('material.move', { material_ids: [one, two], dir_id: b }, owner);
  expect(data.moved).toBe(2);
  expect(await readShots()).toEqual(before);
  expect(data.moved_from.toSorted((x) => (x.dir_id ? -1 : 1))).toEqual([
    { dir_id: a, material_ids: [one] },
    { dir_id: null, material_ids: [two] },
  ]);
  expect(await sketch(world)).toBe('A 0/0 B 2/2');
  const found = await app.call('search.clips', { project_id, q: '奶茶', dir_id: b }, owner);
  expect(found.data.items).toHaveLength(2);
  await app.call('material.update', { material_id: one, dir_id: null }, owner);
  expect(await names({ dir_id: b })).toEqual(['奶茶二.mp4']);
  const elsewhere = await addProject(app, owner, space_id);
  await app.call('material.move', { material_ids: [two], project_id: elsewhere }, owner);
  expect(await sketch(world)).toBe('A 0/0 B 0/0');
  const [row] = await app.db.select().from(shot).where(eq(shot.material_id, two));
  expect(row?.project_id).toBe(elsewhere);
});

test('a deleted folder takes its materials along and brings exactly those back; one alone comes back above', async () => {
  const world = await folderWorld();
  const { app, owner, project_id, add, folder, names } = world;
  const day = await folder('第一天');
  const inside = await folder('机位A', day);
  const [one, two] = [await add('一.mp4', { dir_id: inside }), await add('二.mp4', { dir_id: inside })];
  const before = await add('早就删了.mp4', { dir_id: inside });
  await app.call('material.delete', { material_ids: [before] }, owner);
  expect((await app.call('dir.delete', { dir_id: inside }, owner)).data.item_count).toBe(2);
  expect((await app.call('search.clips', { project_id }, owner)).data.items).toEqual([]);
  await app.call('material.restore', { material_ids: [two] }, owner);
  expect(await names({ dir_id: day })).toEqual(['二.mp4']);
  const { data } = await app.call('dir.materials', { project_id }, owner);
  expect(data.deleted_dirs).toMatchObject([{ dir_name: '机位A', item_count: 1 }]);
  await app.call('dir.restore', { dir_id: inside }, owner);
  expect(await sketch(world)).toBe('第一天 1/2(机位A 1/1)');
  expect(await names({ dir_id: inside })).toEqual(['一.mp4']);
  expect(one).toBeTruthy();

  await app.call('dir.delete', { dir_id: day }, owner);
  await app.call('material.emptyBin', { project_id }, owner);
  expect((await app.call('dir.materials', { project_id }, owner)).data).toMatchObject({ dirs: [], deleted_dirs: [] });
});

test('folders of other spaces, of other kinds, of other projects and for who may only look are refused', async () => {
  const world = await folderWorld();
  const { app, owner, viewer, stranger, project_id, dir_id: artworks, add, folder } = world;
  const mine = await folder('我的');
  const below = await folder('下面', mine);
  const theirs = await addDirRow(app, {
    kind: 'material',
    space_id: stranger.space_id,
    project_id: await addProject(app, stranger, stranger.space_id),
  });
  const one = await add('一.mp4');
  const answers = [
    await app.call('dir.update', { dir_id: mine, parent_id: theirs }, owner),
    await app.call('dir.update', { dir_id: mine, parent_id: artworks }, owner),
    await app.call('material.move', { material_ids: [one], dir_id: theirs }, owner),
    await app.call('material.move', { material_ids: [one], dir_id: artworks }, owner),
    await app.call('material.list', { project_id, dir_id: theirs }, owner),
    await app.call('search.clips', { project_id, dir_id: theirs, q: '一' }, owner),
    await app.call('upload.start', { project_id, file_name: 'a.mp4', bytes: 10, dir_id: theirs }, owner),
    await app.call('upload.start', { project_id, file_name: 'a.mp4', bytes: 10, dir_id: artworks }, owner),
    await app.call('material.sameNames', { project_id, dir_id: theirs, names: ['a'] }, owner),
    await app.call('dir.delete', { dir_id: theirs }, owner),
  ];
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
  const looking = [
    await app.call('dir.add', { kind: 'material', project_id, dir_name: '新' }, viewer),
    await app.call('dir.delete', { dir_id: mine }, viewer),
    await app.call('material.move', { material_ids: [one], dir_id: mine }, viewer),
  ];
  expect(looking.map(({ code }) => code)).toEqual([403, 403, 403]);
  expect((await app.call('dir.materials', { project_id }, viewer)).code).toBe(0);
  const own = await app.call('dir.update', { dir_id: mine, parent_id: below }, owner);
  expect(own.message).toBe('不能把文件夹移到它自己下面，请选择别的文件夹');
  const smart = await app.call('dir.add', { kind: 'material', project_id, dir_name: '智能', rule: { days: 7 } }, owner);
  expect(smart.message).toContain('文件夹没有条件');
});
