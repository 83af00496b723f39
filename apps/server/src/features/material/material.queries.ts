import { type Material, type PageInput, pageInfo } from '@mixreel/contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/connect.ts';
import { material } from './material.tables.ts';

const FILTERS = ['space_id', 'project_id', 'material_type', 'material_sub_type', 'material_source'] as const;

export type MaterialFilter = { space_id: string } & Partial<
  Pick<Material, 'project_id' | 'material_type' | 'material_sub_type' | 'material_source'>
>;

/** A page of a space's materials, newest first. */
export async function readMaterials(db: Db, filter: MaterialFilter, page: PageInput) {
  const { rows, count } = viewOf(db, filter);
  const limit = page.page_size;
  const offset = (page.page_index - 1) * page.page_size;
  const [found, total] = await Promise.all([
    rows.execute({ ...filter, limit, offset }),
    countOnce(db, JSON.stringify(filter), async () => (await count.execute(filter))[0]?.total ?? 0),
  ]);
  const items = found.map(({ duration, width, height, bytes, ...row }) => ({
    ...row,
    cdn_url: null,
    source_info: { duration, width, height, bytes },
  }));
  return { items, page_info: pageInfo(page, total) };
}

const views = new WeakMap<Db, Map<string, ReturnType<typeof buildView>>>();

/** The library's most used query: built once per set of filters in use, since building costs as much as asking. */
function viewOf(db: Db, filter: MaterialFilter) {
  const known = views.get(db) ?? new Map<string, ReturnType<typeof buildView>>();
  views.set(db, known);
  const fields = FILTERS.filter((field) => filter[field] !== undefined);
  const name = fields.join('_');
  const view = known.get(name) ?? buildView(db, fields);
  known.set(name, view);
  return view;
}

function buildView(db: Db, fields: (typeof FILTERS)[number][]) {
  const condition = and(
    isNull(material.deleted_at),
    ...fields.map((field) => eq(material[field], sql.placeholder(field))),
  );
  const name = `materials_${fields.length}_${fields.map((field) => FILTERS.indexOf(field)).join('')}`;
  const rows = db
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
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(name);
  const count = db
    .select({ total: sql<number>`count(*)::int` })
    .from(material)
    .where(condition)
    .prepare(`${name}_count`);
  return { rows, count };
}

const KEEP_TIMES = 20;
const KEEP_MAX_MS = 2000;
type Count = { total: Promise<number>; until: number };
const counts = new WeakMap<Db, Map<string, Count>>();

/**
 * Counting reads every matching row, which in a large library costs a hundred times the page itself. A count is kept
 * for twenty times as long as it took, two seconds at most: in a small library it is fresh, in a large one it is a
 * twentieth of the load at most. The page's rows are always fresh.
 */
async function countOnce(db: Db, key: string, run: () => Promise<number>): Promise<number> {
  const kept = counts.get(db) ?? new Map<string, Count>();
  counts.set(db, kept);
  const began = performance.now();
  for (const [other, { until }] of kept) if (until < began) kept.delete(other);

  const known = kept.get(key);
  if (known) return known.total;
  const total = run();
  kept.set(key, { total, until: Infinity });
  try {
    return await total;
  } finally {
    const took = performance.now() - began;
    kept.set(key, { total, until: began + took + Math.min(KEEP_MAX_MS, KEEP_TIMES * took) });
  }
}
