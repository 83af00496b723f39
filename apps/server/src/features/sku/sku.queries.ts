import { AppError, type PageInput, pageInfo, type SkuHit, type SkuMark } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, desc, eq, inArray, sql } from '#db/orm.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { readClips } from '#features/search/search.queries.ts';
import type { SkuRow } from './compare-shots.ts';
import { sku_mark, sku_picture, sku_verdict } from './sku.tables.ts';
import { SHOWS, VERDICT_OF_HIT } from './tag-product.ts';

type Reader = Pick<App, 'db' | 'secret'>;

const LINK_SECONDS = 3600;
/** How near to a coin toss a machine must be for its word to count as unsure. */
const UNSURE = 0.3;

export async function requireSku({ db }: Reader, space_id: string, sku_mark_id: string): Promise<SkuRow> {
  const [row] = await db
    .select()
    .from(sku_mark)
    .where(and(eq(sku_mark.sku_mark_id, sku_mark_id), eq(sku_mark.space_id, space_id)));
  if (!row) throw new AppError('not_found', '商品不存在或已被删除');
  return row;
}

export async function readSkus(app: Reader, project_id: string, page: PageInput) {
  const where = eq(sku_mark.project_id, project_id);
  const [rows, total] = await Promise.all([
    app.db
      .select()
      .from(sku_mark)
      .where(where)
      .orderBy(desc(sku_mark.sku_mark_id))
      .limit(page.page_size)
      .offset((page.page_index - 1) * page.page_size),
    app.db.$count(sku_mark, where),
  ]);
  return { items: await toSkus(app, rows), page_info: pageInfo(page, total) };
}

export async function readSkusById(app: Reader, sku_mark_ids: string[]): Promise<SkuMark[]> {
  const rows = await app.db.select().from(sku_mark).where(inArray(sku_mark.sku_mark_id, sku_mark_ids));
  return toSkus(app, rows);
}

async function toSkus(app: Reader, rows: SkuRow[]): Promise<SkuMark[]> {
  if (rows.length === 0) return [];
  const { db } = app;
  const ids = rows.map(({ sku_mark_id }) => sku_mark_id);
  const [pictures, { rows: counts }] = await Promise.all([
    db.select().from(sku_picture).where(inArray(sku_picture.sku_mark_id, ids)),
    db.execute<{ sku_mark_id: string; marked: number; confirmed: number; rejected: number }>(sql`
      select m.sku_mark_id,
        (select count(*)::int from sku_verdict v where v.sku_mark_id = m.sku_mark_id and v.verdict = 'confirmed') as confirmed,
        (select count(*)::int from sku_verdict v where v.sku_mark_id = m.sku_mark_id and v.verdict = 'rejected') as rejected,
        (select count(*)::int from sku_hit h join shot s using (shot_id)
          where h.sku_mark_id = m.sku_mark_id and not s.is_hidden
            and coalesce(${VERDICT_OF_HIT}, case when h.confidence >= ${SHOWS} then 'confirmed' end) = 'confirmed') as marked
      from sku_mark m where m.sku_mark_id in ${ids}`),
  ]);
  return rows.map((row) => {
    const counted = counts.find(({ sku_mark_id }) => sku_mark_id === row.sku_mark_id);
    const { sku_mark_id, project_id, merchant_name, sku_name, category, keywords, status, message } = row;
    return {
      sku_mark_id,
      project_id,
      merchant_name,
      sku_name,
      category,
      keywords,
      status,
      message,
      pictures: pictures
        .filter((picture) => picture.sku_mark_id === sku_mark_id)
        .map(({ vlc_id, is_excluded }) => ({
          vlc_id,
          is_excluded,
          url: signFileLink(app, { vlc_id, file_name: 'product' }, { seconds: LINK_SECONDS }).url,
        })),
      threshold: row.threshold,
      precision_est: row.precision_est,
      marked_shots: counted?.marked ?? 0,
      confirmed: counted?.confirmed ?? 0,
      rejected: counted?.rejected ?? 0,
      task_id: row.task_id,
      created_at: row.created_at,
    };
  });
}

type HitRow = { shot_id: string; confidence: number; verdict: SkuHit['verdict'] };

/** Shots that show the product, the surest first; what people said no to stands at the end. */
export async function readHits(
  app: Reader,
  { sku_mark_id, only_unsure }: { sku_mark_id: string; only_unsure: boolean },
  page: PageInput,
) {
  const judged = sql`
    select h.shot_id, h.confidence, ${VERDICT_OF_HIT} as verdict
    from sku_hit h join shot s using (shot_id) where h.sku_mark_id = ${sku_mark_id} and not s.is_hidden`;
  const where = only_unsure
    ? sql`verdict is null and abs(confidence - ${SHOWS}) <= ${UNSURE}`
    : sql`verdict is not null or confidence >= ${SHOWS}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    app.db.execute<HitRow>(sql`
      select * from (${judged}) hits where ${where}
      order by coalesce(verdict = 'rejected', false), confidence desc, shot_id
      limit ${page.page_size} offset ${(page.page_index - 1) * page.page_size}`),
    app.db.execute<{ total: number }>(sql`select count(*)::int as total from (${judged}) hits where ${where}`),
  ]);
  const clips = await readClips(
    app,
    rows.map(({ shot_id }) => shot_id),
  );
  const byId = new Map(rows.map((row) => [row.shot_id, row]));
  const items = clips.map((clip): SkuHit => {
    const { confidence = 0, verdict = null } = byId.get(clip.shot_id) ?? {};
    return { ...clip, confidence, verdict, score: confidence };
  });
  return { items, page_info: pageInfo(page, counted[0]?.total ?? 0) };
}

export async function forgetVerdict(
  { db }: Reader,
  sku_mark_id: string,
  { material_id, start_ms, end_ms }: { material_id: string; start_ms: number; end_ms: number },
): Promise<void> {
  await db
    .delete(sku_verdict)
    .where(
      and(
        eq(sku_verdict.sku_mark_id, sku_mark_id),
        eq(sku_verdict.material_id, material_id),
        sql`${sku_verdict.at_ms} between ${start_ms} and ${end_ms}`,
      ),
    );
}
