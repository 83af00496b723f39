import { decodeMono } from '@mixreel/media';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { readBeats } from '#features/music/measure-music.ts';
import type { JobContext } from '#queue/job.ts';
import { hasMusic } from './music-of-video.ts';
import { type SeenShot, type SeenVideo, shotAt } from './rows-of-video.ts';
import { findTurns, PITCH_RATE } from './speech-turns.ts';
import { writingStyle } from './writing-style.ts';

/** Beats and voices of what comes later are not looked for: nobody makes a script of an hour. */
const SECONDS_MAX = 600;

/** How the words on each shot's picture are set. */
export async function styleWriting(context: JobContext, shots: readonly SeenShot[]): Promise<string[]> {
  const { db, signal } = context;
  const styles: string[] = [];
  for (const { writing, cover_vlc_id } of shots) {
    signal.throwIfAborted();
    const [cover] =
      writing?.length && cover_vlc_id
        ? await db.select({ sha256: vlc_file.sha256 }).from(vlc_file).where(eq(vlc_file.vlc_id, cover_vlc_id))
        : [];
    const plain = await writingStyle(writing ?? [], null);
    styles.push(
      cover ? await withFile(context, cover.sha256, (path) => writingStyle(writing ?? [], path), plain) : plain,
    );
  }
  return styles;
}

/** The beats of a video's music; none where nothing plays. */
export async function findBeats(context: JobContext, { sha256, words, peaks }: SeenVideo): Promise<number[]> {
  if (!hasMusic(peaks, words)) return [];
  return withFile(context, sha256, (path) => readBeats(context, sha256, path), []);
}

/** For each shot, what is guessed of who speaks in it; undefined where nothing is. */
export async function findSpeakers(
  context: JobContext,
  { sha256, words, shots }: SeenVideo,
): Promise<(string | undefined)[]> {
  const early = words.filter(({ end }) => end < SECONDS_MAX);
  if (early.length === 0) return [];
  const { tools, signal } = context;
  const turns = await withFile(
    context,
    sha256,
    async (path) => findTurns(early, await decodeMono(tools, path, { rate: PITCH_RATE, seconds: SECONDS_MAX, signal })),
    [],
  );
  return shots.map((_, n) => {
    const own = turns.filter(({ at }) => shotAt(shots, at * 1000) === n);
    return own.length > 0
      ? own.map(({ isHigher }) => `可能换人（声音变${isHigher ? '高' : '低'}）`).join('、')
      : undefined;
  });
}

/** A file that can't be opened or decoded is no reason to be without the board: that much is left out of it. */
async function withFile<T>(
  { storage, log, signal }: JobContext,
  sha256: string,
  run: (path: string) => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    const opened = await storage.open(sha256);
    try {
      return await run(opened.path);
    } finally {
      await opened.release();
    }
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'a part of a video was not looked at');
    return otherwise;
  }
}
