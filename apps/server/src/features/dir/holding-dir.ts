import { AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, isNull, sql } from '#db/orm.ts';
import { dir } from '#features/artwork/artwork.tables.ts';
import { freeDirName } from './dir-names.ts';
import { ancestorsOf, type DirRow, lockDirs, readDirRows, requireHolder } from './dir.queries.ts';

type Where = { space_id: string; project_id: string; user_uid: string };

/** The directory for the videos of a mix: the one chosen, which must be there, else the mix's own, made when missing. */
export async function requireDirOf(
  tx: Queryable,
  mix: { space_id: string; project_id: string; mproject_id: string; mproject_name: string },
  { dir_id, user_uid }: { dir_id: string | undefined; user_uid: string },
): Promise<string> {
  const { space_id, project_id, mproject_id, mproject_name } = mix;
  if (dir_id) {
    const known = and(eq(dir.dir_id, dir_id), eq(dir.project_id, project_id), isNull(dir.deleted_at));
    if (!(await tx.$count(dir, known))) throw new AppError('not_found', '选择的成片目录已不在，请重新选择');
    return (await requireHolder(tx, space_id, dir_id, project_id)).dir_id;
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
  const rows = [...(await readDirRows(tx, where.project_id)).values()];
  return rows.find(isTopNamed(OTHERS))?.dir_id ?? (await addTopDir(tx, where, OTHERS, null));
}

async function addTopDir(
  tx: Queryable,
  { space_id, project_id, user_uid }: Where,
  wanted: string,
  mproject_id: string | null,
): Promise<string> {
  const dir_id = newId();
  const dir_name = freeDirName(await readDirRows(tx, project_id), null, wanted);
  await tx.insert(dir).values({ dir_id, space_id, project_id, mproject_id, dir_name, created_by: user_uid });
  return dir_id;
}

/**
 * Where a video goes whose directory may have been deleted since: into it, or the nearest one above it that is left, or
 * one of its name. Where none is left it comes back, empty.
 */
export async function requireDirLeft(tx: Queryable, dir_id: string): Promise<string> {
  // One that is deleted is not held: whoever brings it back waits for nobody who waits for the lock below.
  const { rows: held } = await tx.execute(
    sql`select 1 from dir where dir_id = ${dir_id} and deleted_at is null for share`,
  );
  if (held.length > 0) return dir_id;

  const [found] = await tx.select({ project_id: dir.project_id }).from(dir).where(eq(dir.dir_id, dir_id));
  if (!found) throw new AppError('not_found', '目录不存在或已被删除，请重新选择');
  await lockDirs(tx, found.project_id);
  const rows = await readDirRows(tx, found.project_id);
  const gone = rows.get(dir_id)!;
  const left = [gone, ...ancestorsOf(rows, dir_id)].find(holds) ?? [...rows.values()].find(isTopNamed(gone.dir_name));
  if (left) return left.dir_id;
  await tx.update(dir).set({ deleted_at: null, parent_id: null }).where(eq(dir.dir_id, dir_id));
  return dir_id;
}

function holds({ deleted_at, rule }: DirRow): boolean {
  return deleted_at === null && rule === null;
}

function isTopNamed(name: string) {
  return (row: DirRow) => holds(row) && row.parent_id === null && row.dir_name === name;
}
