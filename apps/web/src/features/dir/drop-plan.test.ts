import { type Dir, DIR_DEPTH_MAX } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { linesOf, moveProblem, pathNames, smartDirs } from './dir-tree.ts';
import { planDrop } from './drop-plan.ts';

let parent: string | null = null;
function dir(dir_id: string, children: () => Dir[] = () => [], rule: Dir['rule'] = null): Dir {
  const parent_id = parent;
  parent = dir_id;
  const below = children();
  parent = parent_id;
  const rest = {
    kind: 'artwork' as const,
    project_id: 'p',
    mproject_id: null,
    item_count: 0,
    total_count: 0,
    created_at: '',
  };
  return { dir_id, parent_id, dir_name: dir_id, rule, children: below, ...rest };
}

const DIRS = [
  dir('春', () => [dir('三月', () => [dir('上旬')]), dir('待审', () => [], { review_state: ['waiting'] })]),
  dir('夏'),
  dir('近期', () => [], { days: 7 }),
];
const items = [
  { id: 'a', dir_id: '夏' },
  { id: 'b', dir_id: '三月' },
];

test('what is below a closed directory is not drawn; smart ones stand by themselves', () => {
  expect(linesOf(DIRS, new Set()).map(({ dir: { dir_id }, level }) => `${level}${dir_id}`)).toEqual([
    '1春',
    '2三月',
    '3上旬',
    '1夏',
  ]);
  expect(linesOf(DIRS, new Set(['春'])).map(({ dir: { dir_id } }) => dir_id)).toEqual(['春', '夏']);
  expect(smartDirs(DIRS).map(({ dir_id }) => dir_id)).toEqual(['待审', '近期']);
  expect(pathNames(DIRS).map(({ path }) => path)).toEqual(['春', '春 / 三月', '春 / 三月 / 上旬', '夏']);
});

test('videos go into a directory that is not theirs already, and never into a smart one', () => {
  expect(planDrop('artwork', DIRS, { kind: 'items', items }, '夏')).toEqual({
    kind: 'move',
    items: [items[1]],
    dir_id: '夏',
  });
  expect(planDrop('artwork', DIRS, { kind: 'items', items: items.slice(0, 1) }, '夏')).toBeNull();
  expect(planDrop('artwork', DIRS, { kind: 'items', items }, '近期')).toBeNull();
  expect(planDrop('artwork', DIRS, { kind: 'items', items }, 'bin')).toEqual({ kind: 'delete', items });
});

test('a material can be in no folder, a finished video can not', () => {
  expect(planDrop('artwork', DIRS, { kind: 'items', items }, null)).toBeNull();
  const loose = { id: 'c', dir_id: null };
  expect(planDrop('material', DIRS, { kind: 'items', items: [...items, loose] }, null)).toEqual({
    kind: 'move',
    items,
    dir_id: null,
  });
});

test('a directory goes below another one or to the top, never into itself', () => {
  expect(planDrop('artwork', DIRS, { kind: 'dir', dir_id: '夏' }, '三月')).toEqual({
    kind: 'move_dir',
    dir_id: '夏',
    parent_id: '三月',
  });
  expect(planDrop('artwork', DIRS, { kind: 'dir', dir_id: '上旬' }, null)).toMatchObject({ parent_id: null });
  expect(planDrop('artwork', DIRS, { kind: 'dir', dir_id: '春' }, '上旬')).toBeNull();
  expect(planDrop('artwork', DIRS, { kind: 'dir', dir_id: '春' }, null)).toBeNull();
  expect(planDrop('artwork', DIRS, { kind: 'dir', dir_id: '夏' }, '近期')).toBeNull();
});

function chain(level: number): Dir {
  return dir(String(level), () => (level < DIR_DEPTH_MAX - 1 ? [chain(level + 1)] : []));
}

test('no directory lies deeper than allowed, counted with what it brings along', () => {
  const deep = [chain(1), dir('甲', () => [dir('乙')])];
  const [, moved] = deep;
  expect(moveProblem(deep, moved!, String(DIR_DEPTH_MAX - 1))).toBe(`最多 ${DIR_DEPTH_MAX} 层`);
  expect(moveProblem(deep, moved!, String(DIR_DEPTH_MAX - 2))).toBeNull();
});
