import { AppError, type Pronunciation, type Voice } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, inArray, lt, sql } from '#db/orm.ts';
import { PINYIN } from '#features/ai/speech.ability.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { pronunciation, speech } from './voice.tables.ts';

const PRONUNCIATIONS_MAX = 2000;
const KEEP_DAYS = 30;
const BATCH = 500;

export async function readPronunciations(db: Queryable, space_id: string): Promise<Pronunciation[]> {
  return db
    .select({
      pronunciation_id: pronunciation.pronunciation_id,
      word: pronunciation.word,
      reading: pronunciation.reading,
    })
    .from(pronunciation)
    .where(eq(pronunciation.space_id, space_id))
    .orderBy(asc(pronunciation.word));
}

export async function savePronunciation(
  db: Queryable,
  given: { space_id: string; created_by: string; word: string; reading: string },
): Promise<Pronunciation> {
  requireWholeReading(given);
  const count = await db.$count(pronunciation, eq(pronunciation.space_id, given.space_id));
  if (count >= PRONUNCIATIONS_MAX) {
    throw new AppError('invalid', `读音词典最多 ${PRONUNCIATIONS_MAX} 条，请先删除不用的`);
  }
  const [saved] = await db
    .insert(pronunciation)
    .values({ pronunciation_id: newId(), ...given })
    .onConflictDoUpdate({ target: [pronunciation.space_id, pronunciation.word], set: { reading: given.reading } })
    .returning();
  if (!saved) throw new Error('The reading was not saved');
  return saved;
}

/** Too few or too many syllables would shift every word behind it. */
export function requireWholeReading({ word, reading }: { word: string; reading: string }): void {
  if (!PINYIN.test(reading)) return;
  const characters = word.match(/\p{Script=Han}/gu)?.length ?? 0;
  const syllables = reading.split(/\s+/).length;
  if (characters === Array.from(word).length && syllables !== characters) {
    throw new AppError('invalid', `「${word}」有 ${characters} 个字，读音有 ${syllables} 个音节，请逐字填写`);
  }
}

export async function deletePronunciation(db: Queryable, space_id: string, pronunciation_id: string): Promise<void> {
  const deleted = await db
    .delete(pronunciation)
    .where(and(eq(pronunciation.space_id, space_id), eq(pronunciation.pronunciation_id, pronunciation_id)))
    .returning({ word: pronunciation.word });
  if (deleted.length === 0) throw new AppError('not_found', '这条读音已被删除');
}

export type VoiceFilter = {
  keyword?: string | undefined;
  language?: string | undefined;
  gender?: Voice['gender'] | undefined;
  engine?: string | undefined;
  style_tag?: string | undefined;
};

export function filterVoices(voices: Voice[], { keyword, language, gender, engine, style_tag }: VoiceFilter): Voice[] {
  const wanted = keyword?.toLowerCase();
  return voices.filter(
    (voice) =>
      (!language || voice.language === language || voice.language.startsWith(`${language}-`)) &&
      (!gender || voice.gender === gender) &&
      (!engine || voice.engine === engine) &&
      (!style_tag || voice.style_tags.includes(style_tag)) &&
      (!wanted ||
        [voice.voice_name, voice.language_name, voice.voice_id, ...voice.style_tags].some((text) =>
          text.toLowerCase().includes(wanted),
        )),
  );
}

/** Forgets speech that nobody has asked for in a month, and gives the spaces back what it cost. */
export async function forgetOldSpeech(db: Db): Promise<void> {
  for (;;) {
    const old = await db
      .select({ space_id: speech.space_id, vlc_id: speech.vlc_id })
      .from(speech)
      .where(lt(speech.used_at, sql`now() - make_interval(days => ${KEEP_DAYS})`))
      .limit(BATCH);
    const ofSpace = Map.groupBy(old, ({ space_id }) => space_id);
    for (const [space_id, rows] of ofSpace) {
      const vlc_ids = rows.map(({ vlc_id }) => vlc_id);
      await db.delete(speech).where(inArray(speech.vlc_id, vlc_ids));
      await removeFiles(db, space_id, vlc_ids);
    }
    if (old.length < BATCH) return;
  }
}
