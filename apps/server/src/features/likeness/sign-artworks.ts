import { HISTORY_DAYS_MAX } from '@mixreel/contract';
import { FfmpegError, plainText, SourceError, signVideo } from '@mixreel/media';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { recalledVideos } from '#features/file/recalled.ts';
import { textOf } from '#features/standard/past-videos.ts';
import { isBusy } from '#queue/is-busy.ts';
import { MissingContent } from '#storage/storage.ts';
import { findUnsigned, readWaiting, storeSignature, type Video } from './likeness.queries.ts';

type Parts = Pick<App, 'db' | 'storage' | 'tools' | 'log' | 'engine' | 'memory'>;

type Options = { signal?: AbortSignal; onProgress?: (done: number, all: number) => void };

/** Makes the signatures that are missing. Answers which videos can't be read. */
export async function signMissing(app: Parts, videos: Video[], { signal, onProgress }: Options = {}): Promise<Video[]> {
  const waiting = await findUnsigned(app.db, videos);
  const unreadable: Video[] = [];
  for (const [n, video] of waiting.entries()) {
    signal?.throwIfAborted();
    onProgress?.(n, waiting.length);
    if (!(await signArtwork(app, video, signal))) unreadable.push(video);
  }
  return unreadable;
}

async function signArtwork(app: Parts, video: Video, signal?: AbortSignal): Promise<boolean> {
  const { db, storage, tools, log } = app;
  const [row] = await db
    .select({ timeline: artwork.timeline, duration: artwork.duration })
    .from(artwork)
    .where(eq(artwork.artwork_id, video.artwork_id));
  if (!row) return false;
  const text = row.timeline ? plainText(textOf(row.timeline)) : '';
  const seconds = Math.round(row.duration);
  const recalled = recalledVideos(app).get(video.sha256);
  if (recalled) {
    await storeSignature(db, video, { ...recalled, text }, seconds);
    return true;
  }
  try {
    const file = await storage.open(video.sha256);
    try {
      const { looks: memory, sounds } = app.engine;
      const made = await signVideo(tools, file.path, { memory, sounds, ...(signal && { signal }) });
      await storeSignature(db, video, { ...made, text }, seconds);
    } finally {
      await file.release();
    }
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    const isTheFile = error instanceof FfmpegError || error instanceof SourceError || error instanceof MissingContent;
    if (!isTheFile) throw error;
    log.warn({ err: error, artwork_id: video.artwork_id }, 'a finished video has no signature');
    // Kept as one that looks like nothing: it would be tried again for ever.
    await storeSignature(db, video, { picture: Buffer.alloc(0), sound: Buffer.alloc(0), text }, seconds);
    return false;
  }
}

const AT_ONCE = 20;
const AT_MOST_MS = 15_000;

/** Signs finished videos while the machine has nothing else to do, one by one. */
export async function signInIdle(app: Parts): Promise<number> {
  const began = Date.now();
  let count = 0;
  for (const video of await readWaiting(app.db, { days: HISTORY_DAYS_MAX, limit: AT_ONCE })) {
    if (Date.now() - began > AT_MOST_MS || (await isBusy(app))) break;
    await signArtwork(app, video);
    count += 1;
  }
  return count;
}
