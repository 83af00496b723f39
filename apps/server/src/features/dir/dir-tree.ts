import type { ArtworkDir, Dir } from '@mixreel/contract';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/connect.ts';
import { artwork, dir } from '#features/artwork/artwork.tables.ts';
import type { DirRow } from './dir.queries.ts';
import { buildWhere } from './rule.ts';

const byName = new Intl.Collator('zh-CN', { numeric: true });

type Tree = { dirs: Dir[]; artwork_count: number; deleted_count: number };

/** The directories of a project in each other, with how many videos each holds or finds. */
export async function readTree(db: Queryable, space_id: string, project_id: string): Promise<Tree> {
  const rows = await readLiving(db, project_id);
  const [own, found, deleted_count] = await Promise.all([
    countOwn(db, project_id),
    countFound(db, space_id, project_id, rows),
    db.$count(artwork, and(eq(artwork.project_id, project_id), isNotNull(artwork.deleted_at))),
  ]);
  const ids = new Set(rows.map(({ dir_id }) => dir_id));
  const children = Map.groupBy(rows, ({ parent_id }) => (parent_id && ids.has(parent_id) ? parent_id : null));
  const build = (parent_id: string | null): Dir[] =>
    (children.get(parent_id) ?? []).map((row) => {
      const below = build(row.dir_id);
      const artwork_count = row.rule ? (found.get(row.dir_id) ?? 0) : (own.get(row.dir_id) ?? 0);
      const held = below.reduce((sum, one) => sum + (one.rule ? 0 : one.total_count), artwork_count);
      return { ...row, artwork_count, total_count: held, children: below };
    });
  return { dirs: build(null), artwork_count: [...own.values()].reduce((sum, count) => sum + count, 0), deleted_count };
}

export function findInTree(dirs: Dir[], dir_id: string): Dir | null {
  for (const one of dirs) {
    const found = one.dir_id === dir_id ? one : findInTree(one.children, dir_id);
    if (found) return found;
  }
  return null;
}

/** Those that hold videos, as a flat list. */
export async function readDirs(db: Queryable, project_id: string): Promise<ArtworkDir[]> {
  const [rows, own] = await Promise.all([readLiving(db, project_id), countOwn(db, project_id)]);
  return rows.filter(({ rule }) => !rule).map((row) => ({ ...row, artwork_count: own.get(row.dir_id) ?? 0 }));
}

async function readLiving(db: Queryable, project_id: string): Promise<DirRow[]> {
  const rows = await db
    .select()
    .from(dir)
    .where(and(eq(dir.project_id, project_id), isNull(dir.deleted_at)));
  return rows.toSorted((a, b) => byName.compare(a.dir_name, b.dir_name) || (a.dir_id < b.dir_id ? -1 : 1));
}

async function countOwn(db: Queryable, project_id: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ dir_id: artwork.dir_id, count: sql<number>`count(*)::int` })
    .from(artwork)
    .where(and(eq(artwork.project_id, project_id), isNull(artwork.deleted_at)))
    .groupBy(artwork.dir_id);
  return new Map(rows.map(({ dir_id, count }) => [dir_id, count]));
}

/** All rules in one look at the project's videos. */
async function countFound(db: Queryable, space_id: string, project_id: string, rows: DirRow[]) {
  const smart = rows.flatMap(({ dir_id, rule }) => (rule ? { dir_id, rule } : []));
  if (smart.length === 0) return new Map<string, number>();
  const columns = smart.map(
    ({ dir_id, rule }) =>
      [dir_id, sql<number>`count(*) filter (where ${buildWhere(db, space_id, rule)})::int`] as const,
  );
  const [counts = {}] = await db
    .select(Object.fromEntries(columns))
    .from(artwork)
    .where(and(eq(artwork.project_id, project_id), isNull(artwork.deleted_at)));
  return new Map(Object.entries(counts));
}
