import type { Dir } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { addDirRow, artworkWorld } from '#testing/artworks.ts';
import { addProject } from '#testing/mixes.ts';
import type { TestUser } from '#testing/test-app.ts';

type World = Awaited<ReturnType<typeof artworkWorld>>;

async function treeOf({ app, project_id, owner }: World): Promise<Dir[]> {
  return (await app.call('dir.tree', { project_id }, owner)).data.dirs;
}

/** Names with their counts, those below in brackets. */
function sketch(dirs: Dir[]): string {
  return dirs
    .map(({ dir_name, item_count, total_count, children }) => {
      const below = children.length > 0 ? `(${sketch(children)})` : '';
      return `${dir_name} ${item_count}/${total_count}${below}`;
    })
    .join(' ');
}

async function add({ app, project_id, owner }: World, dir_name: string, more: object = {}, as: TestUser = owner) {
  return app.call('dir.add', { project_id, dir_name, ...more }, as);
}

test('the tree counts what lies in each directory and below it, in the order of names', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id, dir_id, video } = world;
  const { data: child } = await add(world, '第 10 批', { parent_id: dir_id });
  const { data: other } = await add(world, '第 2 批', { parent_id: dir_id });
  await video();
  await video({ dir_id: child.dir_id });
  await video({ dir_id: child.dir_id });
  const gone = await video({ dir_id: other.dir_id });
  await app.call('artwork.delete', { artwork_ids: [gone] }, owner);
  const { data } = await app.call('dir.tree', { project_id }, owner);
  expect(sketch(data.dirs)).toBe('夏季 1/3(第 2 批 0/0 第 10 批 2/2)');
  expect(data).toMatchObject({ item_count: 3, deleted_count: 1 });
  const { data: flat } = await app.call('artwork.dirs', { project_id }, owner);
  expect(flat.dirs.map(({ dir_name, artwork_count }) => [dir_name, artwork_count])).toEqual([
    ['第 2 批', 0],
    ['第 10 批', 2],
    ['夏季', 1],
  ]);
});

test('a smart directory shows what its rule finds, holds nothing and has nothing below it', async () => {
  const world = await artworkWorld();
  const { app, owner, editor, project_id, dir_id, video } = world;
  const { data: mark } = await app.call('dir.addCheckbox', { project_id, checkbox_name: '已投放' }, editor);
  const [upright, wide] = [await video({ artwork_name: '竖' }), await video({ width: 1920, height: 1080 })];
  await video({ artwork_name: '没有标记' });
  const ticked = { checkbox_id: mark.checkbox_id, is_ticked: true };
  await app.call('artwork.update', { artwork_ids: [upright, wide], mark: ticked }, editor);
  const rule = { checkbox_ids: [mark.checkbox_id], orientation: 'portrait' as const };
  const { data: smart } = await add(world, '投放的竖屏', { rule }, editor);
  expect(smart).toMatchObject({ item_count: 1, total_count: 1, rule });

  const found = await app.call('artwork.list', { project_id, dir_id: smart.dir_id }, owner);
  expect(found.data.items.map(({ artwork_id }) => artwork_id)).toEqual([upright]);
  expect((await app.call('artwork.update', { artwork_ids: [wide], dir_id: smart.dir_id }, editor)).message).toContain(
    '不能存放',
  );
  expect((await add(world, '下面', { parent_id: smart.dir_id })).message).toContain('智能目录下面不能有目录');
  const changed = await app.call('dir.update', { dir_id: smart.dir_id, rule: { orientation: 'landscape' } }, editor);
  expect(changed.data).toMatchObject({ item_count: 1, rule: { orientation: 'landscape' } });
  expect((await app.call('dir.update', { dir_id, rule: {} }, editor)).message).toContain('普通目录没有条件');
  expect((await app.call('artwork.dirs', { project_id }, owner)).data.dirs).toHaveLength(1);
});

test('neighbours have different names, and one is told which name is free', async () => {
  const world = await artworkWorld();
  const { app, owner, dir_id } = world;
  expect((await add(world, '夏季')).message).toContain('夏季 2');
  const { data: below } = await add(world, '夏季', { parent_id: dir_id });
  expect(below.dir_name).toBe('夏季');
  expect((await app.call('dir.update', { dir_id: below.dir_id, parent_id: null }, owner)).code).not.toBe(0);
  const moved = await app.call('dir.update', { dir_id: below.dir_id, parent_id: null, dir_name: '秋季' }, owner);
  expect(moved.data).toMatchObject({ dir_name: '秋季', parent_id: null });
  const [first, second] = await Promise.all([add(world, '冬季'), add(world, '冬季')]);
  expect([first.code, second.code].filter((code) => code === 0)).toHaveLength(1);
});

test('directories go ten levels deep, with all that is moved, and never into themselves', async () => {
  const world = await artworkWorld();
  const { app, owner, dir_id } = world;
  let parent_id = dir_id;
  const chain = [dir_id];
  for (let level = 2; level <= 10; level += 1) {
    const { data } = await add(world, `第${level}层`, { parent_id });
    chain.push(data.dir_id);
    parent_id = data.dir_id;
  }
  expect((await add(world, '第11层', { parent_id })).message).toContain('最多 10 层');
  const own = await app.call('dir.update', { dir_id: chain[1]!, parent_id: chain[3]! }, owner);
  expect(own.message).toContain('它自己下面');
  expect((await app.call('dir.update', { dir_id: chain[1]!, parent_id: chain[1]! }, owner)).code).not.toBe(0);
  const { data: pair } = await add(world, '一对');
  await add(world, '里面', { parent_id: pair.dir_id });
  const deep = await app.call('dir.update', { dir_id: pair.dir_id, parent_id: chain[8]! }, owner);
  expect(deep.message).toContain('最多 10 层');
  expect((await app.call('dir.update', { dir_id: pair.dir_id, parent_id: chain[7]! }, owner)).code).toBe(0);
});

test('a deleted directory takes all below it along and brings exactly that back', async () => {
  const world = await artworkWorld();
  const { app, owner, project_id, dir_id, video } = world;
  const { data: child } = await add(world, '下面', { parent_id: dir_id });
  const { data: earlier } = await add(world, '早就删了', { parent_id: dir_id });
  await app.call('dir.delete', { dir_id: earlier.dir_id }, owner);
  await video();
  await video({ dir_id: child.dir_id });
  const before = await video({ dir_id: child.dir_id, artwork_name: '早就删了' });
  await app.call('artwork.delete', { artwork_ids: [before] }, owner);
  expect((await app.call('dir.delete', { dir_id }, owner)).data.item_count).toBe(2);
  const { data: empty } = await app.call('dir.tree', { project_id }, owner);
  expect(empty).toMatchObject({ dirs: [], item_count: 0, deleted_count: 3 });
  // What went with another one is not a line of its own.
  expect(empty.deleted_dirs).toMatchObject([
    { dir_id, dir_name: '夏季', is_smart: false, dir_count: 1, item_count: 2 },
    { dir_name: '早就删了', dir_count: 0, item_count: 0 },
  ]);
  expect((await app.call('artwork.list', { project_id, dir_id }, owner)).code).toBe(404);

  await add(world, '夏季');
  expect((await app.call('dir.restore', { dir_id }, owner)).code).toBe(0);
  expect(sketch(await treeOf(world))).toBe('夏季 0/0 夏季 2 1/2(下面 1/1)');
  const { data: after } = await app.call('dir.tree', { project_id }, owner);
  expect(after.deleted_count).toBe(1);
  expect(after.deleted_dirs.map(({ dir_name }) => dir_name)).toEqual(['早就删了']);
});

test('a directory whose parent is gone comes back at what is left above it', async () => {
  const world = await artworkWorld();
  const { app, owner, dir_id } = world;
  const { data: middle } = await add(world, '中间', { parent_id: dir_id });
  const { data: leaf } = await add(world, '最里面', { parent_id: middle.dir_id });
  await app.call('dir.delete', { dir_id: leaf.dir_id }, owner);
  await app.call('dir.delete', { dir_id: middle.dir_id }, owner);
  await app.call('dir.restore', { dir_id: leaf.dir_id }, owner);
  expect(sketch(await treeOf(world))).toBe('夏季 0/0(最里面 0/0)');
});

test('marks have different names in a space, count the videos of a project, and leave videos when they go', async () => {
  const world = await artworkWorld();
  const { app, owner, editor, viewer, project_id, space_id, video } = world;
  const elsewhere = await addProject(app, owner, space_id);
  const { data: mark } = await app.call(
    'dir.addCheckbox',
    { project_id, checkbox_name: 'TikTok', colour: 'red' },
    editor,
  );
  const same = await app.call('dir.addCheckbox', { project_id: elsewhere, checkbox_name: 'tiktok' }, editor);
  expect(same.message).toContain('已有标记');
  const one = await video();
  const ticked = { checkbox_id: mark.checkbox_id, is_ticked: true };
  await app.call('artwork.update', { artwork_ids: [one], mark: ticked }, editor);
  const counts = async (id: string) =>
    (await app.call('dir.checkboxes', { project_id: id }, viewer)).data.checkboxes.map((box) => box.artwork_count);
  expect([await counts(project_id), await counts(elsewhere)]).toEqual([[1], [0]]);

  await app.call('dir.updateCheckbox', { checkbox_id: mark.checkbox_id, checkbox_name: '已上传' }, editor);
  const { data: renamed } = await app.call('artwork.detail', { artwork_id: one }, viewer);
  expect(renamed.marks).toEqual([{ checkbox_id: mark.checkbox_id, checkbox_name: '已上传', colour: 'red' }]);
  const gone = await app.call('dir.deleteCheckbox', { checkbox_id: mark.checkbox_id }, editor);
  expect(gone.data.artwork_count).toBe(1);
  expect((await app.call('artwork.detail', { artwork_id: one }, viewer)).data.marks).toEqual([]);
});

test('things of other spaces inside an input are as unknown as things that do not exist', async () => {
  const world = await artworkWorld();
  const { app, owner, stranger, dir_id, project_id } = world;
  const theirs = await addProject(app, stranger, stranger.space_id);
  const parent_id = await addDirRow(app, { space_id: stranger.space_id, project_id: theirs });
  const { data: mark } = await app.call('dir.addCheckbox', { project_id: theirs, checkbox_name: '别人的' }, stranger);
  const { data: mix } = await app.call(
    'mix.add',
    { project_id: theirs, mproject_name: '别人的', lines: ['一'] },
    stranger,
  );
  const rules = [
    { checkbox_ids: [mark.checkbox_id] },
    { without_checkbox_ids: [mark.checkbox_id] },
    { mproject_id: mix.mproject_id },
  ];
  const answers = [
    await add(world, '新', { parent_id }),
    await app.call('dir.update', { dir_id, parent_id }, owner),
    ...(await Promise.all(rules.map((rule) => add(world, '智能', { rule })))),
    ...(await Promise.all(rules.map((rule) => app.call('artwork.list', { project_id, ...rule }, owner)))),
    await app.call('artwork.list', { project_id, dir_id: parent_id }, owner),
  ];
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
});
