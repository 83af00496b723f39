import { AppError } from '@mixreel/contract';
import { FfmpegError, SourceError } from '@mixreel/media';
import { renewArtworkCover } from '#features/cover/artwork-cover.ts';
import { drawCovers } from '#features/cover/draw-covers.ts';
import { tellArtworks } from '#features/dir/tell-artworks.ts';
import type { JobContext } from '#queue/job.ts';
import { type PackedVideo, readVideos } from './read-videos.ts';

/**
 * The videos of an archive, each with its cover, no two of which have the same cover: those of before covers were chosen may share one, and get
 * another of their own, here and in the library. One whose pictures can't be read, or for
 * which somebody chose meanwhile, keeps what it has.
 */
export async function withOwnCovers(context: JobContext, found: PackedVideo[]): Promise<PackedVideo[]> {
  const { task, signal, log } = context;
  const undrawn = found.filter(({ row }) => row.cover?.undrawn).map(({ row }) => row.artwork_id);
  if (undrawn.length > 0) await drawCovers(context, { artwork_ids: undrawn }, { signal });
  const videos = undrawn.length > 0 ? await readAgain(context, found) : found;
  const seen = new Set<string>();
  const renewed: string[] = [];
  for (const { row, cover } of videos) {
    if (!cover) continue;
    if (seen.has(cover.sha256)) {
      signal.throwIfAborted();
      await renewArtworkCover(context, row, { user_uid: task.user_uid, signal }).then(
        () => renewed.push(row.artwork_id),
        (error: unknown) => {
          const isKept = error instanceof FfmpegError || error instanceof SourceError || error instanceof AppError;
          if (!isKept) throw error;
          log.warn({ err: error, artwork_id: row.artwork_id }, 'a cover was not drawn anew');
        },
      );
    }
    seen.add(cover.sha256);
  }
  if (renewed.length === 0) return videos;
  await tellArtworks(
    context,
    task.space_id,
    renewed.map((artwork_id) => ({ artwork_id })),
  );
  return readAgain(context, videos);
}

function readAgain({ db, task }: JobContext, videos: PackedVideo[]): Promise<PackedVideo[]> {
  return readVideos(
    db,
    task.space_id,
    videos.map(({ row }) => row.artwork_id),
  );
}
