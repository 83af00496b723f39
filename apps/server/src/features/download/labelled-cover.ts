import { readFile } from 'node:fs/promises';
import { aigcLabel, type CaptionPosition, DEFAULT_AI_MARK, inFolder, labelPicture, markPicture } from '@mixreel/media';
import { toCaptionPosition } from '#features/caption/media-style.ts';
import type { JobContext } from '#queue/job.ts';
import type { PackedFile } from './deliver.ts';
import { hasNotice } from './manifest.ts';
import type { PackedVideo } from './read-videos.ts';

/**
 * The cover of a video as it leaves the product: a picture of AI content is AI content. It says so where the video does,
 * and carries the label in any case.
 */
export async function labelledCover(
  { storage, tools, scratch, config, signal }: JobContext,
  video: PackedVideo,
  { sha256, bytes }: NonNullable<PackedVideo['cover']>,
): Promise<PackedFile['source']> {
  const { row, timeline } = video;
  // Of a cover that says it already there is nothing to do.
  if (!row.ai_origin || row.cover?.is_marked) return { sha256, bytes };
  const notice = noticeOn(video);
  const label = aigcLabel({ producer: config.aigcProducer, contentId: `${row.artwork_id}-cover` });
  const { path, release } = await storage.open(sha256);
  try {
    if (notice === null) return labelPicture(await readFile(path), label);
    return await inFolder(scratch, async (folder) => {
      const platform = timeline?.platform ?? 'none';
      const marked = await markPicture(tools, path, { folder, position: notice, platform, signal });
      return labelPicture(await readFile(marked), label);
    });
  } finally {
    await release();
  }
}

/** What decides the cover of a video: those for which it is the same share it. */
export function coverKey(video: PackedVideo): string {
  return [video.cover?.sha256, video.row.ai_origin, JSON.stringify(noticeOn(video))].join(' ');
}

/** Where the notice stands; null for a video that has none. One that was made elsewhere gets one. */
function noticeOn({ timeline }: PackedVideo): CaptionPosition | null {
  if (hasNotice({ timeline }) === false) return null;
  const place = timeline?.captions.find(({ kind }) => kind === 'ai_mark')?.position;
  return place ? toCaptionPosition(place) : DEFAULT_AI_MARK.position;
}
