import type { Tag, TagType, Timeline } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { inArray, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { buildVector } from '#features/search/index-shot.ts';
import { artwork, artwork_words, type Moment } from './artwork.tables.ts';

type Row = Pick<
  typeof artwork.$inferSelect,
  'artwork_id' | 'artwork_name' | 'space_id' | 'project_id' | 'timeline' | 'duration'
>;
type Seen = Pick<typeof shot.$inferSelect, 'material_id' | 'start_ms' | 'end_ms' | 'caption' | 'tags'>;

/** So many of the newest are made findable before an answer; older ones were by the chore. */
const NEWEST = 100;
const AT_ONCE = 200;
/** What is measured of a clip says nothing that anybody looks for in a finished video. */
const LOOKED_FOR = new Set<TagType>(['object', 'scene', 'person', 'clothes', 'action', 'count', 'product', 'custom']);

/** Makes the newest finished videos of a project findable, if they are not yet. */
export async function indexNewest(app: Pick<App, 'db' | 'pool'>, project_id: string): Promise<void> {
  await indexArtworks(
    app.db,
    await readUnindexed(
      app.pool,
      `(select * from artwork where project_id = $1 order by artwork_id desc limit ${NEWEST})`,
      [project_id],
    ),
  );
}

/** Makes all others findable, a few at a time. */
export async function indexInIdle(app: Pick<App, 'db' | 'pool'>): Promise<void> {
  await indexArtworks(app.db, await readUnindexed(app.pool, 'artwork', []));
}

async function readUnindexed(pool: Pool, source: string, values: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ artwork_id: string }>(
    `select a.artwork_id from ${source} a left join artwork_words w using (artwork_id)
     where a.deleted_at is null and w.artwork_name is distinct from a.artwork_name limit ${AT_ONCE}`,
    values,
  );
  return rows.map(({ artwork_id }) => artwork_id);
}

async function indexArtworks(db: Queryable, artwork_ids: string[]): Promise<void> {
  if (artwork_ids.length === 0) return;
  const rows: Row[] = await db.select().from(artwork).where(inArray(artwork.artwork_id, artwork_ids));
  const used = new Set(rows.flatMap(({ timeline }) => timeline?.cuts.map(({ material_id }) => material_id) ?? []));
  const shots: Seen[] =
    used.size > 0
      ? await db
          .select({
            material_id: shot.material_id,
            start_ms: shot.start_ms,
            end_ms: shot.end_ms,
            caption: shot.caption,
            tags: shot.tags,
          })
          .from(shot)
          .where(inArray(shot.material_id, [...used]))
      : [];
  const byMaterial = Map.groupBy(shots, ({ material_id }) => material_id);
  const filed = await readFiled(
    db,
    rows.filter(({ timeline }) => !timeline),
  );
  for (const row of rows) {
    const { artwork_id, artwork_name, space_id, project_id, timeline } = row;
    const tags = new Map<string, Tag>();
    const moments = timeline ? momentsOf(timeline, byMaterial, tags) : momentsOfFile(filed.get(artwork_id) ?? [], tags);
    const textOf = (kind: Moment['kind']) => moments.flatMap((one) => (one.kind === kind ? one.text : [])).join('\n');
    const words = buildVector(
      {
        name: artwork_name,
        tags: [...tags.values()],
        caption: textOf('seen'),
        persons: [],
        guesses: [],
        ocr_text: textOf('text'),
        speech_text: textOf('speech'),
      },
      { shot_id: artwork_id, space_id, project_id },
    );
    const values = { artwork_name, moments, words };
    await db
      .insert(artwork_words)
      .values({ artwork_id, ...values })
      .onConflictDoUpdate({
        target: artwork_words.artwork_id,
        set: { artwork_name, moments, words: sql`excluded.words` },
      });
  }
}

/** What is said, written and seen, by second; the tags of the shots that it shows are put together. */
function momentsOf(
  { cuts, captions, voices, fps }: Timeline,
  shots: Map<string, Seen[]>,
  tags: Map<string, Tag>,
): Moment[] {
  const said = voices.map(({ text, start }): Moment => ({ at: start, kind: 'speech', text }));
  const written = captions
    .filter(({ kind }) => kind !== 'ai_mark')
    .map(({ text, start }): Moment => ({ at: start, kind: 'text', text }));
  const seen = cuts.flatMap((cut): Moment[] => {
    const middle = (cut.source_start + (cut.frames / fps) * (cut.speed / 2)) * 1000;
    const shown = shots.get(cut.material_id)?.find(({ start_ms, end_ms }) => middle >= start_ms && middle < end_ms);
    return shown ? [{ at: cut.start_frame / fps, kind: 'seen', text: tellShot(shown, tags) }] : [];
  });
  return [...said, ...written, ...seen];
}

function tellShot({ caption, tags: all }: Pick<Seen, 'caption' | 'tags'>, tags: Map<string, Tag>): string {
  const named = all.filter(({ tag_type }) => LOOKED_FOR.has(tag_type));
  for (const tag of named) tags.set(`${tag.tag_type}:${tag.name}`, tag);
  return [caption, ...named.map(({ name }) => name)].join('、');
}

type FiledShot = Pick<typeof shot.$inferSelect, 'start_ms' | 'caption' | 'tags' | 'ocr_text' | 'speech_text'>;

/** Finished videos that were brought in rather than made are known by the material with the same bytes. */
async function readFiled(db: Queryable, rows: Row[]): Promise<Map<string, FiledShot[]>> {
  if (rows.length === 0) return new Map();
  const ids = sql.param(rows.map(({ artwork_id }) => artwork_id));
  const { rows: shots } = await db.execute<FiledShot & { artwork_id: string }>(sql`
    select a.artwork_id, s.start_ms, s.caption, s.tags, s.ocr_text, s.speech_text
    from artwork a join vlc_file own using (vlc_id), lateral (
      select m.material_id from vlc_file f join material m using (vlc_id)
      where f.sha256 = own.sha256 and m.space_id = a.space_id order by m.shots_count desc limit 1
    ) known join shot s using (material_id)
    where a.artwork_id = any(${ids}::text[]) order by s.index`);
  return Map.groupBy(shots, ({ artwork_id }) => artwork_id);
}

function momentsOfFile(shots: FiledShot[], tags: Map<string, Tag>): Moment[] {
  return shots.flatMap((one): Moment[] => {
    const moments: Moment[] = [
      { at: one.start_ms / 1000, kind: 'seen', text: tellShot(one, tags) },
      { at: one.start_ms / 1000, kind: 'text', text: one.ocr_text },
      { at: one.start_ms / 1000, kind: 'speech', text: one.speech_text },
    ];
    return moments.filter(({ text }) => text !== '');
  });
}
