import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  aigcLabel,
  type CaptionPosition,
  DEFAULT_AI_MARK,
  inFolder,
  labelPicture,
  markPicture,
  runFfmpeg,
} from '@mixreel/media';
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
  ratio: { width: number; height: number } | null = null,
): Promise<PackedFile['source']> {
  const { row, timeline } = video;
  if (ratio) return cutCover({ storage, tools, scratch, config, signal }, video, sha256, ratio);
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

type Parts = Pick<JobContext, 'storage' | 'tools' | 'scratch' | 'config' | 'signal'>;

/** Cut from its middle; the notice is drawn after that, since the cut may take one away that was there. */
async function cutCover(
  { storage, tools, scratch, config, signal }: Parts,
  video: PackedVideo,
  sha256: string,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const { row, timeline } = video;
  const notice = row.ai_origin ? noticeOn(video) : null;
  const { path, release } = await storage.open(sha256);
  try {
    return await inFolder(scratch, async (folder) => {
      const cut = join(folder, 'cut.jpg');
      const shape = `crop=min(iw\\,ih*${width}/${height}):min(ih\\,iw*${height}/${width})`;
      await runFfmpeg(
        tools,
        [
          ['-i', path],
          ['-vf', shape, '-frames:v', 1, '-q:v', 2, '-update', 1, cut],
        ],
        { signal },
      );
      const platform = timeline?.platform ?? 'none';
      const shown = notice ? await markPicture(tools, cut, { folder, position: notice, platform, signal }) : cut;
      const picture = await readFile(shown);
      if (!row.ai_origin) return picture;
      return labelPicture(picture, aigcLabel({ producer: config.aigcProducer, contentId: `${row.artwork_id}-cover` }));
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
