import type { ArtworkDir, DeletedDir, Dir } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNotNull, isNull, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { type DirRow, readDirRows, subtreeOf } from './dir.queries.ts';
import { buildWhere } from './rule.ts';

const byName = new Intl.Collator('zh-CN', { numeric: true });

type Tree = { dirs: Dir[]; artwork_count: number; deleted_count: number; deleted_dirs: DeletedDir[] };

/** The directories of a project in each other, with how many videos each holds or finds. */
export async function readTree(db: Queryable, space_id: string, project_id: string): Promise<Tree> {
  const known = await readDirRows(db, project_id);
  const rows = livingOf(known);
  const [own, found, deleted_count, deleted_dirs] = await Promise.all([
    countOwn(db, project_id),
    countFound(db, space_id, project_id, rows),
    db.$count(artwork, and(eq(artwork.project_id, project_id), isNotNull(artwork.deleted_at))),
    readDeleted(db, project_id, known),
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
  const artwork_count = own.values().reduce((sum, count) => sum + count, 0);
  return { dirs: build(null), artwork_count, deleted_count, deleted_dirs };
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
  const [rows, own] = await Promise.all([readDirRows(db, project_id), countOwn(db, project_id)]);
  return livingOf(rows)
    .filter(({ rule }) => !rule)
    .map((row) => ({ ...row, artwork_count: own.get(row.dir_id) ?? 0 }));
}

/** Directories that were deleted by themselves: those that went with one above them come back with that one. */
async function readDeleted(db: Queryable, project_id: string, rows: Map<string, DirRow>): Promise<DeletedDir[]> {
  const gone = rows
    .values()
    .filter(({ deleted_at, parent_id }) => {
      return deleted_at !== null && rows.get(parent_id ?? '')?.deleted_at !== deleted_at;
    })
    .toArray();
  if (gone.length === 0) return [];
  const counted = await db
    .select({ dir_id: artwork.dir_id, deleted_at: artwork.deleted_at, count: sql<number>`count(*)::int` })
    .from(artwork)
    .where(and(eq(artwork.project_id, project_id), isNotNull(artwork.deleted_at)))
    .groupBy(artwork.dir_id, artwork.deleted_at);
  const counts = new Map(counted.map(({ dir_id, deleted_at, count }) => [`${dir_id} ${deleted_at}`, count]));
  return gone
    .map(({ dir_id, dir_name, rule, deleted_at }) => {
      const ids = subtreeOf(rows, dir_id, (row) => row.deleted_at === deleted_at);
      const artwork_count = ids.reduce((sum, id) => sum + (counts.get(`${id} ${deleted_at}`) ?? 0), 0);
      const dir_count = ids.length - 1;
      return { dir_id, dir_name, is_smart: rule !== null, dir_count, artwork_count, deleted_at: deleted_at! };
    })
    .toSorted((a, b) => (a.deleted_at < b.deleted_at ? 1 : -1));
}

function livingOf(known: Map<string, DirRow>): DirRow[] {
  const rows = known.values().filter(({ deleted_at }) => deleted_at === null);
  return [...rows].toSorted((a, b) => byName.compare(a.dir_name, b.dir_name) || (a.dir_id < b.dir_id ? -1 : 1));
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
