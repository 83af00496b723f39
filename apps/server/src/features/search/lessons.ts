import type { SearchReason, Tag } from '@mixreel/contract';
import { AppError, tagKey } from '@mixreel/contract';
import type { Pool } from 'pg';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { packedLikeness } from './index-shot.ts';
import type { Ranked } from './rank-clips.ts';
import { search_lesson } from './search.tables.ts';
import { type Term, understand } from './understand.ts';
import { plainText } from './words.ts';

type Who = { space_id: string; user_uid: string };
type ShotRow = Pick<typeof shot.$inferSelect, 'material_id' | 'start_ms' | 'end_ms' | 'look'>;
type Lesson = { lesson_id: string; material_id: string; at_ms: number; words: string[]; look: Buffer | null };
type Place = { shot_id: string; material_id: string; start_ms: number; end_ms: number; look: Buffer | null };

/** The newest so many that are about the words of a sentence count. */
const LESSONS_MAX = 100;
/** What is left of the score of the shot that it was said of, and of one that looks the same. */
const SAME = 0.4;
const ALIKE = 0.8;
/** From here on two pictures show the same: AUC 0.98 for the same scene or thing. */
export const SAME_LOOK = 0.85;

/** A shot that is not what a sentence asked for; the lesson's id, to take it back. */
export async function learnNotThis(db: Queryable, who: Who, shot_id: string, q: string): Promise<string> {
  const [row] = await db.select().from(shot).where(eq(shot.shot_id, shot_id));
  const words = understand(q).terms.flatMap(({ word, is_refused }) => (is_refused ? [] : word));
  if (!row || words.length === 0) throw new AppError('invalid', '这句话里没有可以记住的条件');
  return write(db, who, row, { words, tag_key: null });
}

/** Tags that a person took from a shot are not what its look means; those given back are again. */
export async function learnFromTags(
  db: Queryable,
  who: Who,
  row: ShotRow,
  { removed, given }: { removed: string[]; given: Pick<Tag, 'tag_type' | 'name'>[] },
): Promise<void> {
  const back = [...removed, ...given.map(tagKey)];
  const { material_id, start_ms, end_ms } = row;
  if (back.length > 0) {
    const told = await db
      .select({ lesson_id: search_lesson.lesson_id, at_ms: search_lesson.at_ms })
      .from(search_lesson)
      .where(and(eq(search_lesson.material_id, material_id), inArray(search_lesson.tag_key, back)));
    const here = told.filter(({ at_ms }) => at_ms >= start_ms && at_ms < end_ms).map(({ lesson_id }) => lesson_id);
    if (here.length > 0) await db.delete(search_lesson).where(inArray(search_lesson.lesson_id, here));
  }
  for (const tag_key of removed) {
    await write(db, who, row, { words: [plainText(tag_key.slice(tag_key.indexOf(':') + 1))], tag_key });
  }
}

async function write(
  db: Queryable,
  { space_id, user_uid }: Who,
  { material_id, start_ms, end_ms, look }: ShotRow,
  said: { words: string[]; tag_key: string | null },
): Promise<string> {
  const lesson_id = newId();
  const at_ms = Math.floor((start_ms + end_ms) / 2);
  await db.insert(search_lesson).values({ lesson_id, space_id, user_uid, material_id, at_ms, look, ...said });
  return lesson_id;
}

export async function forgetLesson(db: Queryable, space_id: string, lesson_id: string): Promise<void> {
  await db
    .delete(search_lesson)
    .where(and(eq(search_lesson.lesson_id, lesson_id), eq(search_lesson.space_id, space_id)));
}

export type Lessons = { lessons: Lesson[]; words: string[] };

/** What the space taught about the words of a sentence. */
export async function readLessons(pool: Pool, space_id: string, terms: Term[]): Promise<Lessons> {
  const words = terms.flatMap(({ word, is_refused, spellings }) =>
    is_refused ? [] : [word, ...spellings.filter(({ weight }) => weight >= 0.9).map((one) => one.word)],
  );
  if (words.length === 0) return { lessons: [], words };
  const { rows: lessons } = await pool.query<Lesson>(
    `select lesson_id, material_id, at_ms, words, look from search_lesson
     where space_id = $1 and words && $2::text[] order by created_at desc limit ${LESSONS_MAX}`,
    [space_id, words],
  );
  return { lessons, words };
}

/** What a lesson does to a shot. */
type Taught = { factor: number; reason: SearchReason };

/**
 * Puts what the space said is not meant behind the rest, and what looks the same a little. Nothing disappears, and each
 * card says so.
 */
export async function applyLessons(
  pool: Pool,
  ranked: Ranked[],
  { lessons, words }: Lessons,
): Promise<{ ranked: Ranked[]; taught: Map<string, SearchReason> }> {
  const taught = new Map<string, SearchReason>();
  if (lessons.length === 0 || ranked.length === 0) return { ranked, taught };
  const { rows: places } = await pool.query<Place>(
    'select shot_id, material_id, start_ms, end_ms, look from shot where shot_id = any($1::text[])',
    [ranked.map(({ shot_id }) => shot_id)],
  );
  const known = new Map(places.map((place) => [place.shot_id, place]));
  const asked = new Set(words);
  const lowered = ranked.map((each) => {
    const place = known.get(each.shot_id);
    const lesson = place && teach(place, lessons, asked);
    if (!lesson) return each;
    taught.set(each.shot_id, lesson.reason);
    return { ...each, score: each.score * lesson.factor };
  });
  return { ranked: lowered.toSorted((a, b) => b.score - a.score), taught };
}

/** The strongest lesson about a shot. One about a part of what is asked for counts for that part. */
function teach(place: Place, lessons: Lesson[], asked: Set<string>): Taught | null {
  let best: Taught | null = null;
  for (const { lesson_id, material_id, at_ms, words, look } of lessons) {
    const share = words.filter((word) => asked.has(word)).length / words.length;
    const isSame = material_id === place.material_id && at_ms >= place.start_ms && at_ms < place.end_ms;
    const isAlike = look !== null && place.look !== null && packedLikeness(look, place.look) >= SAME_LOOK;
    if (!isSame && !isAlike) continue;
    const factor = 1 - (1 - (isSame ? SAME : ALIKE)) * share;
    if (best && best.factor <= factor) continue;
    const text = isSame
      ? `说过不是「${words.join('、')}」，排在后面`
      : `和说过不是「${words.join('、')}」的画面一样，排后一点`;
    best = { factor, reason: { kind: 'lesson', text, words: [], lesson_id } };
  }
  return best;
}
