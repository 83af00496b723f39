import { AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { dir } from '#features/artwork/artwork.tables.ts';

export type DirRow = typeof dir.$inferSelect;

/** Until the transaction ends, nobody else adds, moves, deletes or restores directories of the project. */
export async function lockDirs(tx: Queryable, project_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dirs:${project_id}`}, 0))`);
}

/** All of a project, deleted ones too. */
export async function readDirRows(db: Queryable, project_id: string): Promise<Map<string, DirRow>> {
  const rows = await db.select().from(dir).where(eq(dir.project_id, project_id));
  return new Map(rows.map((row) => [row.dir_id, row]));
}

/** Throws unless it is there and in the space; a deleted one only counts when asked for. */
export async function requireDir(
  db: Queryable,
  space_id: string,
  dir_id: string,
  { project_id, isDeleted = false }: { project_id?: string; isDeleted?: boolean } = {},
): Promise<DirRow> {
  const [found] = await db
    .select()
    .from(dir)
    .where(
      and(
        eq(dir.dir_id, dir_id),
        eq(dir.space_id, space_id),
        project_id ? eq(dir.project_id, project_id) : undefined,
        isDeleted ? undefined : isNull(dir.deleted_at),
      ),
    );
  if (!found || (isDeleted && found.deleted_at === null)) {
    throw new AppError('not_found', '目录不存在或已被删除，请重新选择');
  }
  return found;
}

/** A directory that takes videos; it can't be deleted before the transaction has ended. */
export async function requireHolder(
  tx: Queryable,
  space_id: string,
  dir_id: string,
  project_id?: string,
): Promise<DirRow> {
  await tx.execute(sql`select 1 from dir where dir_id = ${dir_id} for share`);
  const found = await requireDir(tx, space_id, dir_id, project_id ? { project_id } : {});
  if (found.rule) throw new AppError('conflict', '智能目录按条件显示成片，不能存放，请选择普通目录');
  return found;
}

/** It and all below it that `isIn`. */
export function subtreeOf(
  rows: Map<string, DirRow>,
  dir_id: string,
  isIn: (row: DirRow) => boolean = () => true,
): string[] {
  const children = Map.groupBy(rows.values(), ({ parent_id }) => parent_id);
  const found: string[] = [];
  const walk = (id: string): void => {
    found.push(id);
    for (const row of children.get(id) ?? []) if (isIn(row)) walk(row.dir_id);
  };
  walk(dir_id);
  return found;
}

/** Those above it, the nearest first. */
export function ancestorsOf(rows: Map<string, DirRow>, dir_id: string): DirRow[] {
  const found: DirRow[] = [];
  for (let row = rows.get(rows.get(dir_id)?.parent_id ?? ''); row; row = rows.get(row.parent_id ?? '')) found.push(row);
  return found;
}
