import { callOf } from '@mixreel/contract';
import type { Client } from 'pg';
import type { Bar } from './bar.ts';
import type { Kind, Page } from './material-list.ts';
import type { Library } from './material-rows.ts';

/** Folders of the library: one with others below it, two between which materials are moved, and those materials. */
export type Folders = { top: string; below: string[]; here: string; there: string; moved: string[] };

type Ask = <T>(page: Page) => Promise<T>;

const WIDE = 5;
/** As many as the product moves at once. */
const MOVED = 10_000;
const MOVE_S = 2;
export const MOVING = `moving ${MOVED} materials to another folder`;
const ROUNDS = 3;

/** Made and filled by way of the product, once: a library is kept from run to run, and its folders with it. */
export async function openFolders(ask: Ask, client: Client, { project_id }: Library): Promise<Folders> {
  const { rows: known } = await client.query<{ dir_id: string; parent_id: string | null; dir_name: string }>(
    `select dir_id, parent_id, dir_name from dir where project_id = $1 and kind = 'material' order by dir_id`,
    [project_id],
  );
  const add = async (dir_name: string, parent_id: string | null = null): Promise<string> => {
    const found = known.find((dir) => dir.dir_name === dir_name && dir.parent_id === parent_id);
    if (found) return found.dir_id;
    const input = { kind: 'material', project_id, parent_id, dir_name };
    return (await ask<{ dir_id: string }>({ path: callOf('dir.add').path, input })).dir_id;
  };
  const top = await add('素材');
  const [here, there] = [await add('这里'), await add('那里')];
  const below: string[] = [];
  for (let n = 0; n < WIDE; n += 1) {
    const dir_id = await add(`第${n}组`, top);
    below.push(dir_id);
    for (let m = 0; m < WIDE; m += 1) below.push(await add(`第${m}天`, dir_id));
  }
  const each = Math.floor(MOVED / below.length);
  const inFolder = async (dir_id: string, count: number, from: number) => {
    const { rows } = await client.query<{ material_id: string }>(
      'select material_id from material where dir_id = $1 and deleted_at is null limit $2',
      [dir_id, count],
    );
    if (rows.length > 0) return rows.map(({ material_id }) => material_id);
    const { rows: free } = await client.query<{ material_id: string }>(
      `select material_id from material where project_id = $1 and dir_id is null and deleted_at is null
       order by material_id desc limit $2 offset $3`,
      [project_id, count, from],
    );
    const material_ids = free.map(({ material_id }) => material_id);
    await ask({ path: callOf('material.move').path, input: { material_ids, dir_id } });
    return material_ids;
  };
  const moved = await inFolder(here, MOVED, 0);
  for (const [n, dir_id] of below.entries()) await inFolder(dir_id, each, n * 3 * each);
  return { top, below, here, there, moved };
}

function count(...dirs: string[]): string {
  return `select count(*) from material where dir_id in (${dirs.map((id) => `'${id}'`).join()}) and deleted_at is null`;
}

function pick(from: string[], n: number): string {
  return from[n % from.length] ?? '';
}

/** Pages within folders. */
export function folderKinds({ project_id, tags, words }: Library, { top, below, here }: Folders): Kind[] {
  const list = (input: object): Page => ({ path: callOf('material.list').path, input: { project_id, ...input } });
  const clips = (input: object): Page => ({ path: callOf('search.clips').path, input: { project_id, ...input } });
  return [
    {
      name: 'a folder with those below it',
      page: (n) => list({ dir_id: top, page_index: 1 + (n % 20) }),
      count: count(...below),
    },
    {
      name: 'a folder with those below it, by name',
      page: (n) => list({ dir_id: top, sort: 'name', page_index: 1 + (n % 20) }),
      count: count(...below),
    },
    {
      name: 'a folder with those below it, one common tag',
      page: (n) => list({ dir_id: top, tags: [pick(tags.common, n)] }),
      count: count(...below),
    },
    {
      name: 'a folder without those below it',
      page: (n) => list({ dir_id: here, with_subdirs: false, page_index: 1 + (n % 20) }),
      count: count(here),
    },
    {
      name: 'sentence of 2 common words in a folder with those below it',
      page: (n) => clips({ dir_id: top, q: `${pick(words.common, n * 7)} ${pick(words.common, n * 7 + 3)}` }),
      count: count(...below),
    },
  ];
}

/** There and back again, so that the library is as it was. */
export async function measureMoves(ask: Ask, { here, there, moved }: Folders): Promise<Bar[]> {
  const times: number[] = [];
  for (const dir_id of Array.from({ length: ROUNDS }, () => [there, here]).flat()) {
    const began = performance.now();
    await ask({ path: callOf('material.move').path, input: { material_ids: moved, dir_id } });
    times.push((performance.now() - began) / 1000);
  }
  const figure = times.toSorted((a, b) => a - b)[ROUNDS] ?? 0;
  console.log(`moving ${moved.length} materials: ${times.map((time) => time.toFixed(1)).join(' ')} s`);
  return [{ name: MOVING, figure, unit: 's', bar: MOVE_S, better: 'lower' }];
}
