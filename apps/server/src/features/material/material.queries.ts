import { type Material, MATERIAL_TYPES, type PageInput, pageInfo } from '@mixreel/contract';
import { type SQL, and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/connect.ts';
import { material } from './material.tables.ts';

export type MaterialFilter = {
  space_id: string;
  project_id?: string | undefined;
  material_type?: Material['material_type'] | undefined;
  material_sub_type?: Material['material_sub_type'] | undefined;
  material_source?: Material['material_source'] | undefined;
};

/** A page of a space's materials, newest first. */
export async function readMaterials(db: Db, filter: MaterialFilter, page: PageInput) {
  const condition = matches(filter);
  const [rows, total] = await Promise.all([
    db
      .select({
        material_id: material.material_id,
        project_id: material.project_id,
        material_name: material.material_name,
        material_type: material.material_type,
        material_sub_type: material.material_sub_type,
        material_source: material.material_source,
        vlc_id: material.vlc_id,
        duration: material.duration,
        width: material.width,
        height: material.height,
        bytes: material.bytes,
        created_at: material.created_at,
      })
      .from(material)
      .where(condition)
      .orderBy(desc(material.material_id))
      .limit(page.page_size)
      .offset((page.page_index - 1) * page.page_size),
    countMaterials(db, filter, condition),
  ]);
  const items = rows.map(({ duration, width, height, bytes, ...row }) => ({
    ...row,
    cdn_url: null,
    source_info: { duration, width, height, bytes },
  }));
  return { items, page_info: pageInfo(page, total) };
}

function matches({
  space_id,
  project_id,
  material_type,
  material_sub_type,
  material_source,
}: MaterialFilter): SQL | undefined {
  return and(
    eq(material.space_id, space_id),
    isNull(material.deleted_at),
    project_id ? eq(material.project_id, project_id) : undefined,
    // Without a type, naming all of them lets the index still serve what follows in it.
    material_type
      ? eq(material.material_type, material_type)
      : material_sub_type
        ? inArray(material.material_type, [...MATERIAL_TYPES])
        : undefined,
    material_sub_type ? eq(material.material_sub_type, material_sub_type) : undefined,
    material_source ? eq(material.material_source, material_source) : undefined,
  );
}

const COUNT_SHARE = 20;
const COUNT_KEEP_MAX_MS = 2000;
const counts = new WeakMap<Db, Map<string, { total: Promise<number>; until: number }>>();

/**
 * Counting reads every matching row, which in a large library costs a hundred times the page itself. A count is kept
 * for twenty times as long as it took, two seconds at most: at once stale in no small library, never a twentieth of the
 * load in a large one. The page's rows are always fresh.
 */
async function countMaterials(db: Db, filter: MaterialFilter, condition: SQL | undefined): Promise<number> {
  const kept = counts.get(db) ?? new Map<string, { total: Promise<number>; until: number }>();
  counts.set(db, kept);
  const began = performance.now();
  for (const [key, { until }] of kept) if (until < began) kept.delete(key);

  const key = JSON.stringify(filter);
  const known = kept.get(key);
  if (known) return known.total;
  const total = db
    .select({ total: sql<number>`count(*)::int` })
    .from(material)
    .where(condition)
    .then(([row]) => row?.total ?? 0);
  kept.set(key, { total, until: Infinity });
  try {
    await total;
  } finally {
    const ended = performance.now();
    kept.set(key, { total, until: ended + Math.min(COUNT_KEEP_MAX_MS, COUNT_SHARE * (ended - began)) });
  }
  return total;
}
