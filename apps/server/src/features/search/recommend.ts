import { type Clip, type SearchReason, spokenSeconds } from '@mixreel/contract';
import type { App } from '#context.ts';
import { sql } from '#db/orm.ts';
import { browseClips } from './browse-clips.ts';
import { type ClipFilter, buildClipWhere } from './clip-filter.ts';
import { explainAll } from './explain-clips.ts';
import { rankFor } from './find-clips.ts';
import type { Ranked } from './rank-clips.ts';
import { readClips } from './search.queries.ts';
import { understand } from './understand.ts';

type Service = Pick<App, 'db' | 'pool' | 'ai' | 'secret' | 'memory'>;
type Line = { text: string; min_duration?: number | undefined; limit: number };

/** A line that is said in less still wants a picture for a moment. */
const LEAST_S = 1;
const CONSIDERED = 200;
const CLEAR = 60;
const LATELY_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The best shots for a line of a script: those that mean what it says, that last as long as it is spoken, are clear,
 * were not used lately and may be used at all. One material does not follow itself.
 */
export async function recommendClips(
  app: Service,
  given: ClipFilter,
  { text, min_duration, limit }: Line,
): Promise<Clip[]> {
  // A line wants a picture, unless sounds are asked for by name.
  const filter: ClipFilter = { ...given, is_seen: given.material_type !== 'audio' };
  const needed = min_duration ?? Math.max(LEAST_S, spokenSeconds(text));
  const { ranked } = await rankFor(app, filter, understand(text));
  const allowed = await keepAllowed(app.db, ranked.slice(0, CONSIDERED));
  const fitting = allowed.map((clip) => ({ clip, fit: clip.score * fitOf(clip, needed) }));
  const best = spread(fitting.toSorted((a, b) => b.fit - a.fit).map(({ clip }) => clip)).slice(0, limit);
  const fits = new Map(fitting.map(({ clip, fit }) => [clip.shot_id, fit]));
  const items = (await explainAll(app, best)).map((clip) => ({
    ...clip,
    score: Math.min(1, fits.get(clip.shot_id) ?? 0),
    reasons: [...clip.reasons, ...fitReasons(clip, needed)],
  }));
  if (items.length === limit) return items;

  // A line that nothing matches still needs a picture: the newest clear ones, said to be no more than that.
  const taken = [...(filter.exclude_ids ?? []), ...items.map(({ shot_id }) => shot_id)];
  const rest = buildClipWhere({
    ...filter,
    exclude_ids: taken,
    duration_min: Math.max(needed, filter.duration_min ?? 0),
  });
  const page = { page_index: 1, page_size: limit - items.length };
  const { shot_ids } = await browseClips(app, rest, 'quality', page);
  const others = await keepAllowed(app.db, await readClips(app, shot_ids));
  return [...items, ...others.map((clip) => ({ ...clip, reasons: fitReasons(clip, needed) }))];
}

/** Without what may not be shown: its licence ran out, somebody in it did not agree, or it is other people's work. A search finds it all the same. */
export async function keepAllowed<T extends { material_id: string }>(db: App['db'], clips: T[]): Promise<T[]> {
  if (clips.length === 0) return [];
  const ids = [...new Set(clips.map(({ material_id }) => material_id))];
  const { rows } = await db.execute<{ material_id: string }>(sql`
    select material_id from material
    where material_id in ${ids} and (rights_expires_at < now() or rights ->> 'consent' = 'missing'
      or material_sub_type = 'inspiration_video')`);
  const forbidden = new Set(rows.map(({ material_id }) => material_id));
  return clips.filter(({ material_id }) => !forbidden.has(material_id));
}

/** 0 to 1: what is too short is of little use, what was used yesterday would be seen again. */
function fitOf({ duration, quality, used_count, last_used_at, material_type }: Ranked, needed: number): number {
  const long = duration >= needed || material_type === 'image' ? 1 : 0.4 + 0.5 * (duration / needed);
  const clear = 0.7 + (0.3 * (quality ?? 50)) / 100;
  const isLate = last_used_at !== null && Date.now() - Date.parse(last_used_at) < LATELY_DAYS * DAY_MS;
  const fresh = isLate ? 0.6 : used_count > 0 ? 0.9 : 1;
  return long * clear * fresh;
}

function fitReasons({ start_ms, end_ms, quality, used_count, material_type }: Clip, needed: number): SearchReason[] {
  const seconds = (end_ms - start_ms) / 1000;
  const reasons: SearchReason[] = [];
  const length = seconds >= needed ? '够用' : `短于台词 ${needed.toFixed(1)} 秒`;
  // A picture stands as long as it has to.
  const text = material_type === 'image' ? '图片，想放多久都行' : `时长 ${seconds.toFixed(1)} 秒，${length}`;
  reasons.push({ kind: 'length', text, words: [] });
  if ((quality ?? 0) >= CLEAR) reasons.push({ kind: 'quality', text: '画面清晰', words: [] });
  if (used_count === 0) reasons.push({ kind: 'unused', text: '还没有用过', words: [] });
  return reasons;
}

/** Keeps the order but for shots of one material that would follow one another. */
function spread<T extends { material_id: string }>(clips: T[]): T[] {
  const rest = [...clips];
  const ordered: T[] = [];
  while (rest.length > 0) {
    const next = rest.findIndex(({ material_id }) => material_id !== ordered.at(-1)?.material_id);
    ordered.push(...rest.splice(Math.max(0, next), 1));
  }
  return ordered;
}
