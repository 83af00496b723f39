import { createHash } from 'node:crypto';
import type { SpokenWord } from '@mixreel/contract';
import { aigcLabel, decodeMono, SOUND_TYPES, type SoundFormat, writeMono } from '@mixreel/media';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { SPEECH_RATE } from '#features/ai/speech-engine.ts';
import { addFile } from '#features/file/add-file.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { perApp } from '#memory.ts';
import type { Recording } from './recording.ts';
import { speech } from './voice.tables.ts';

const SPEECH_BYTES_MAX = 500_000_000;
const NAME_MAX = 20;

export type Who = { space_id: string; user_uid: string };
/** Speech that is kept, and its file. */
const DAY_MS = 86_400_000;

export type Kept = typeof speech.$inferSelect & { sha256: string; file_name: string };

export function speechKey(...decidesSound: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(decidesSound)).digest('base64url');
}

/** Null when nothing is kept under this key. */
export async function readKept({ db }: App, space_id: string, speech_key: string): Promise<Kept | null> {
  const [found] = await db
    .select({ speech, sha256: vlc_file.sha256, file_name: vlc_file.file_name })
    .from(speech)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, speech.vlc_id))
    .where(and(eq(speech.space_id, space_id), eq(speech.speech_key, speech_key)));
  if (!found) return null;
  await noteUsed(db, [found]);
  return { ...found.speech, sha256: found.sha256, file_name: found.file_name };
}

/** What is kept under these keys, by key. */
export async function readKeptAll({ db }: App, space_id: string, keys: string[]): Promise<Map<string, Kept>> {
  const found = await db
    .select({ speech, sha256: vlc_file.sha256, file_name: vlc_file.file_name })
    .from(speech)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, speech.vlc_id))
    .where(and(eq(speech.space_id, space_id), inArray(speech.speech_key, keys)));
  await noteUsed(db, found);
  return new Map(found.map((row) => [row.speech.speech_key, { ...row.speech, ...row }]));
}

/** What is used stays; it is enough to say so once a day. */
async function noteUsed(db: App['db'], found: { speech: typeof speech.$inferSelect }[]): Promise<void> {
  const old = found.filter((one) => Date.parse(one.speech.used_at) < Date.now() - DAY_MS);
  if (old.length === 0) return;
  const ids = old.map((one) => one.speech.speech_id);
  await db
    .update(speech)
    .set({ used_at: sql`now()` })
    .where(inArray(speech.speech_id, ids));
}

/** The samples of kept speech. */
export async function readSamples({ storage, tools }: App, { sha256 }: Pick<Kept, 'sha256'>, signal: AbortSignal) {
  const { path, release } = await storage.open(sha256);
  try {
    return await decodeMono(tools, path, { rate: SPEECH_RATE, signal });
  } finally {
    await release();
  }
}

type Sound = {
  key: string;
  text: string;
  recording: Recording;
  words: SpokenWord[];
  format: SoundFormat;
  pitch: number;
  volume: number;
};

/** Writes a recording to a file of the space and remembers it; of two that make the same at once, one file stays. */
export async function keepSpeech(
  app: App,
  { space_id, user_uid }: Who,
  { key, text, recording, words, format, pitch, volume }: Sound,
  signal?: AbortSignal,
): Promise<Kept> {
  const { db, storage, tools, scratch, config } = app;
  const speech_id = newId();
  const path = scratch.file(`.${format}`);
  const label = aigcLabel({ producer: config.aigcProducer, contentId: speech_id });
  const settings = { rate: SPEECH_RATE, format, label, pitch, volume, ...(signal && { signal }) };
  await writeMono(tools, recording.samples, path, settings);
  const file_name = `${
    text
      .replace(/[\p{Cc}\p{P}\s]+/gu, ' ')
      .trim()
      .slice(0, NAME_MAX)
      .toWellFormed() || '配音'
  }.${format}`;
  const file = await addFile(db, storage, {
    space_id,
    file_name,
    content_type: SOUND_TYPES[format],
    created_by: user_uid,
    source: { path, given: true },
    max_bytes: SPEECH_BYTES_MAX,
    ...(signal && { signal }),
  });
  const [kept] = await db
    .insert(speech)
    .values({
      speech_id,
      space_id,
      speech_key: key,
      vlc_id: file.vlc_id,
      duration: recording.seconds,
      words,
      peaks: recording.peaks,
    })
    .onConflictDoNothing()
    .returning();
  if (kept) return { ...kept, sha256: file.sha256, file_name };
  await removeFiles(db, space_id, [file.vlc_id]);
  const first = await readKept(app, space_id, key);
  if (!first) throw new Error('The speech was neither kept nor known');
  return first;
}

const underWayIn = perApp(() => new Map<string, { work: Promise<unknown>; signal: AbortSignal }>());

/**
 * Of requests for the same thing at the same time the first does the work; when its browser goes, or its task is cancelled,
 * the next takes over.
 */
export async function oneAtATime<T>(
  app: Pick<App, 'memory'>,
  key: string,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  const underWay = underWayIn(app);
  for (;;) {
    const other = underWay.get(key);
    if (!other) break;
    try {
      return (await other.work) as T;
    } catch (error) {
      signal.throwIfAborted();
      // Whatever it says then, it is about the other one.
      if (!other.signal.aborted) throw error;
    }
  }
  const work = run();
  underWay.set(key, { work, signal });
  try {
    return await work;
  } finally {
    underWay.delete(key);
  }
}
