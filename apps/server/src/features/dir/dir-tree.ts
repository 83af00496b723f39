import type { ArtworkDir, DeletedDir, Dir, DirTree, MaterialSubType, MaterialType } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { type SQL, and, eq, isNotNull, isNull, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { type DirRow, readDirRows, subtreeOf } from './dir.queries.ts';
import { dir_count } from './dir.tables.ts';
import { buildWhere } from './rule.ts';

const byName = new Intl.Collator('zh-CN', { numeric: true });

/** The directories of a project in each other, with how many videos each holds or finds. */
export async function readTree(db: Queryable, space_id: string, project_id: string): Promise<DirTree> {
  const known = await readDirRows(db, project_id, 'artwork');
  const rows = livingOf(known);
  const [own, found, deleted_count, gone] = await Promise.all([
    countOwn(db, project_id),
    countFound(db, space_id, project_id, rows),
    db.$count(artwork, and(eq(artwork.project_id, project_id), isNotNull(artwork.deleted_at))),
    countGone(db, artwork, eq(artwork.project_id, project_id)),
  ]);
  const item_count = own.values().reduce((sum, count) => sum + count, 0);
  return { dirs: buildTree(rows, own, found), item_count, deleted_count, deleted_dirs: deletedOf(known, gone) };
}

type Which = { material_type?: MaterialType | undefined; material_sub_type?: MaterialSubType | undefined };

/** The folders of a project in each other, with how many materials of a kind each holds. */
export async function readFolders(
  db: Queryable,
  space_id: string,
  project_id: string,
  { material_type, material_sub_type }: Which = {},
): Promise<DirTree> {
  const theirs = and(eq(material.space_id, space_id), eq(material.project_id, project_id));
  const [known, counts, deleted_count, gone] = await Promise.all([
    readDirRows(db, project_id, 'material'),
    db
      .select({ dir_id: dir_count.dir_id, count: sql<number>`sum(${dir_count.count})::int` })
      .from(dir_count)
      .where(
        and(
          eq(dir_count.project_id, project_id),
          material_type ? eq(dir_count.material_type, material_type) : undefined,
          material_sub_type ? eq(dir_count.material_sub_type, material_sub_type) : undefined,
        ),
      )
      .groupBy(dir_count.dir_id),
    db.$count(material, and(theirs, isNotNull(material.deleted_at))),
    countGone(db, material, theirs),
  ]);
  const own = new Map(counts.map(({ dir_id, count }) => [dir_id, count]));
  const item_count = own.values().reduce((sum, count) => sum + count, 0);
  const dirs = buildTree(livingOf(known), own, new Map());
  return { dirs, item_count, deleted_count, deleted_dirs: deletedOf(known, gone) };
}

function buildTree(rows: DirRow[], own: Map<string, number>, found: Map<string, number>): Dir[] {
  const ids = new Set(rows.map(({ dir_id }) => dir_id));
  const children = Map.groupBy(rows, ({ parent_id }) => (parent_id && ids.has(parent_id) ? parent_id : null));
  const build = (parent_id: string | null): Dir[] =>
    (children.get(parent_id) ?? []).map((row) => {
      const below = build(row.dir_id);
      const item_count = row.rule ? (found.get(row.dir_id) ?? 0) : (own.get(row.dir_id) ?? 0);
      const held = below.reduce((sum, one) => sum + (one.rule ? 0 : one.total_count), item_count);
      return { ...row, item_count, total_count: held, children: below };
    });
  return build(null);
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
  const [rows, own] = await Promise.all([readDirRows(db, project_id, 'artwork'), countOwn(db, project_id)]);
  return livingOf(rows)
    .filter(({ rule }) => !rule)
    .map((row) => ({ ...row, artwork_count: own.get(row.dir_id) ?? 0 }));
}

/** Directories that were deleted by themselves: those that went with one above them come back with that one. */
function deletedOf(rows: Map<string, DirRow>, counts: Map<string, number>): DeletedDir[] {
  return rows
    .values()
    .filter(({ deleted_at, parent_id }) => {
      return deleted_at !== null && rows.get(parent_id ?? '')?.deleted_at !== deleted_at;
    })
    .map(({ dir_id, dir_name, rule, deleted_at }) => {
      const ids = subtreeOf(rows, dir_id, (row) => row.deleted_at === deleted_at);
      const item_count = ids.reduce((sum, id) => sum + (counts.get(`${id} ${deleted_at}`) ?? 0), 0);
      const dir_count = ids.length - 1;
      return { dir_id, dir_name, is_smart: rule !== null, dir_count, item_count, deleted_at: deleted_at! };
    })
    .toArray()
    .toSorted((a, b) => (a.deleted_at < b.deleted_at ? 1 : -1));
}

/** By directory and moment, how many were deleted. */
async function countGone(db: Queryable, from: typeof artwork | typeof material, where: SQL | undefined) {
  const rows = await db
    .select({ dir_id: from.dir_id, deleted_at: from.deleted_at, count: sql<number>`count(*)::int` })
    .from(from)
    .where(and(where, isNotNull(from.deleted_at), isNotNull(from.dir_id)))
    .groupBy(from.dir_id, from.deleted_at);
  return new Map(rows.map(({ dir_id, deleted_at, count }) => [`${dir_id} ${deleted_at}`, count]));
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
