import { cleanDirName, DIR_DEPTH_MAX } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { depthOf, requireRoom } from './change-dirs.ts';
import { type DirRow, lockDirs, readDirRows, requireDir } from './dir.queries.ts';
import { dir } from './dir.tables.ts';
import { leftOf } from './holding-dir.ts';

type Where = { space_id: string; project_id: string; user_uid: string };
type Rows = Map<string, DirRow>;

/**
 * The folder at the end of a path, each made that is missing: three hundred files that come together find the same ones.
 * What lies deeper than folders go is put into the deepest. `isNew` where one was made.
 */
export async function requireFolders(
  db: Db,
  where: Where,
  from: string | null,
  names: string[],
): Promise<{ dir_id: string | null; isNew: boolean }> {
  const { space_id, project_id } = where;
  if (from) await requireDir(db, space_id, from, { kind: 'material', project_id, isDeleted: 'either' });
  const known = walk(await readDirRows(db, project_id, 'material'), from, names);
  if (known.missing.length === 0) return { dir_id: known.dir_id, isNew: false };
  return db.transaction(async (tx) => {
    await lockDirs(tx, project_id);
    const rows = await readDirRows(tx, project_id, 'material');
    const { dir_id, missing } = walk(rows, from, names);
    return { dir_id: await addFolders(tx, where, rows, dir_id, missing), isNew: missing.length > 0 };
  });
}

/** From a folder, or what is left above it, as far down as there are folders of these names. */
export function walk(rows: Rows, begin: string | null, names: string[]): { dir_id: string | null; missing: string[] } {
  const from = begin && leftOf(rows, begin);
  const depth = from ? depthOf(rows, from) : 0;
  const wanted = names.slice(0, DIR_DEPTH_MAX - depth).map((name) => cleanDirName(name));
  let dir_id = from;
  for (const [n, name] of wanted.entries()) {
    const next = childNamed(rows, dir_id, name);
    if (!next) return { dir_id, missing: wanted.slice(n) };
    dir_id = next.dir_id;
  }
  return { dir_id, missing: [] };
}

function childNamed(rows: Rows, parent_id: string | null, name: string): DirRow | undefined {
  const small = name.toLowerCase();
  return [...rows.values()].find(
    (row) => row.deleted_at === null && row.parent_id === parent_id && row.dir_name.toLowerCase() === small,
  );
}

async function addFolders(
  tx: Queryable,
  { space_id, project_id, user_uid }: Where,
  rows: Rows,
  from: string | null,
  names: string[],
): Promise<string | null> {
  requireRoom('material', rows, names.length);
  let parent_id = from;
  for (const dir_name of names) {
    const dir_id = newId();
    const row = { dir_id, kind: 'material' as const, space_id, project_id, parent_id, dir_name, created_by: user_uid };
    await tx.insert(dir).values(row);
    parent_id = dir_id;
  }
  return parent_id;
}
