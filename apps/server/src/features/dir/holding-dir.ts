import { AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, isNull, sql } from '#db/orm.ts';
import { namedAfter } from './dir-names.ts';
import { ancestorsOf, type DirRow, lockDirs, noSuchDir, readDirRows, requireHolder } from './dir.queries.ts';
import { dir } from './dir.tables.ts';

type Where = { space_id: string; project_id: string; user_uid: string };

/** The directory for the videos of a mix: the one chosen, which must be there, else the mix's own, made when missing. */
export async function requireDirOf(
  tx: Queryable,
  mix: { space_id: string; project_id: string; mproject_id: string; mproject_name: string },
  { dir_id, user_uid }: { dir_id: string | undefined; user_uid: string },
): Promise<string> {
  const { space_id, project_id, mproject_id, mproject_name } = mix;
  if (dir_id) {
    const known = and(
      eq(dir.dir_id, dir_id),
      eq(dir.project_id, project_id),
      eq(dir.kind, 'artwork'),
      isNull(dir.deleted_at),
    );
    if (!(await tx.$count(dir, known))) throw new AppError('not_found', '选择的成片目录已不在，请重新选择');
    return (await requireHolder(tx, space_id, dir_id, { kind: 'artwork', project_id })).dir_id;
  }
  await lockDirs(tx, project_id);
  const [found] = await tx
    .select({ dir_id: dir.dir_id })
    .from(dir)
    .where(and(eq(dir.project_id, project_id), eq(dir.mproject_id, mproject_id), isNull(dir.deleted_at)))
    .orderBy(asc(dir.dir_id))
    .limit(1);
  return found?.dir_id ?? (await addTopDir(tx, { space_id, project_id, user_uid }, mproject_name, mproject_id));
}

const OTHERS = '其他成片';

/** The directory for videos that no mix made and for which none was chosen. */
export async function requireDirOfOthers(tx: Queryable, where: Where): Promise<string> {
  await lockDirs(tx, where.project_id);
  const rows = [...(await readDirRows(tx, where.project_id, 'artwork')).values()];
  return rows.find(isTopNamed(OTHERS))?.dir_id ?? (await addTopDir(tx, where, OTHERS, null));
}

/** A new directory at the top, named after something. */
export async function addTopDir(
  tx: Queryable,
  { space_id, project_id, user_uid }: Where,
  wanted: string,
  mproject_id: string | null,
): Promise<string> {
  const dir_id = newId();
  const dir_name = namedAfter(await readDirRows(tx, project_id, 'artwork'), null, wanted);
  await tx.insert(dir).values({ dir_id, space_id, project_id, mproject_id, dir_name, created_by: user_uid });
  return dir_id;
}

type Left = { dir_id: string | null; rows: Map<string, DirRow> };

/**
 * A directory that may have been deleted since it was chosen: itself, which then can't be deleted before the transaction
 * has ended, or the nearest one above it that is left; null where none is.
 */
async function holdDirLeft(tx: Queryable, dir_id: string): Promise<Left> {
  // One that is deleted is not held: whoever brings it back waits for nobody who waits for the lock below.
  const { rows: held } = await tx.execute(
    sql`select 1 from dir where dir_id = ${dir_id} and deleted_at is null for share`,
  );
  if (held.length > 0) return { dir_id, rows: new Map() };

  const [found] = await tx.select().from(dir).where(eq(dir.dir_id, dir_id));
  if (!found) return { dir_id: null, rows: new Map() };
  await lockDirs(tx, found.project_id);
  const rows = await readDirRows(tx, found.project_id, found.kind);
  return { dir_id: leftOf(rows, dir_id), rows };
}

/** It, or the nearest one above it, that is not deleted. */
export function leftOf(rows: Map<string, DirRow>, dir_id: string): string | null {
  const left = [rows.get(dir_id), ...ancestorsOf(rows, dir_id)].find((row) => row && holds(row));
  return left?.dir_id ?? null;
}

/** Where a video goes whose directory is gone: nowhere is no place, so one of its name will do, or it comes back, empty. */
export async function requireDirLeft(tx: Queryable, dir_id: string): Promise<string> {
  const { dir_id: left, rows } = await holdDirLeft(tx, dir_id);
  const gone = rows.get(dir_id);
  if (left) return left;
  if (!gone) throw noSuchDir('artwork');
  const named = [...rows.values()].find(isTopNamed(gone.dir_name));
  if (named) return named.dir_id;
  await tx.update(dir).set({ deleted_at: null, parent_id: null }).where(eq(dir.dir_id, dir_id));
  return dir_id;
}

/** Where a material goes whose folder may be gone; null: into none. */
export async function readFolderLeft(tx: Queryable, dir_id: string | null): Promise<string | null> {
  return dir_id && (await holdDirLeft(tx, dir_id)).dir_id;
}

function holds({ deleted_at, rule }: DirRow): boolean {
  return deleted_at === null && rule === null;
}

function isTopNamed(name: string) {
  return (row: DirRow) => holds(row) && row.parent_id === null && row.dir_name === name;
}
