import { AppError, DIR_NOUNS, type DirKind } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { dir } from './dir.tables.ts';

export type DirRow = typeof dir.$inferSelect;

/** Until the transaction ends, nobody else adds, moves, deletes or restores directories of the project. */
export async function lockDirs(tx: Queryable, project_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dirs:${project_id}`}, 0))`);
}

/** All of a kind in a project, deleted ones too. */
export async function readDirRows(db: Queryable, project_id: string, kind: DirKind): Promise<Map<string, DirRow>> {
  const rows = await db
    .select()
    .from(dir)
    .where(and(eq(dir.project_id, project_id), eq(dir.kind, kind)));
  return new Map(rows.map((row) => [row.dir_id, row]));
}

export function noSuchDir(kind: DirKind): AppError {
  return new AppError('not_found', `${DIR_NOUNS[kind]}不存在或已被删除，请重新选择`);
}

/** `isDeleted` asks for one that is in the bin, `either` for one that may be. */
type Known = { kind?: DirKind; project_id?: string | undefined; isDeleted?: boolean | 'either' };

/** Throws unless it is there and in the space; a deleted one only counts when asked for. */
export async function requireDir(
  db: Queryable,
  space_id: string,
  dir_id: string,
  { kind, project_id, isDeleted = false }: Known = {},
): Promise<DirRow> {
  const [found] = await db
    .select()
    .from(dir)
    .where(
      and(
        eq(dir.dir_id, dir_id),
        eq(dir.space_id, space_id),
        kind ? eq(dir.kind, kind) : undefined,
        project_id ? eq(dir.project_id, project_id) : undefined,
        isDeleted ? undefined : isNull(dir.deleted_at),
      ),
    );
  if (!found || (isDeleted === true && found.deleted_at === null)) throw noSuchDir(kind ?? 'artwork');
  return found;
}

/** A directory that takes things of its kind; it can't be deleted before the transaction has ended. */
export async function requireHolder(
  tx: Queryable,
  space_id: string,
  dir_id: string,
  { kind, project_id }: { kind: DirKind; project_id?: string | undefined },
): Promise<DirRow> {
  await tx.execute(sql`select 1 from dir where dir_id = ${dir_id} for share`);
  const found = await requireDir(tx, space_id, dir_id, { kind, project_id });
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
