import { srtOf } from '@mixreel/media';
import { z } from 'zod';
import { inArray, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { archiveNames } from '#features/file/archive-names.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { deliver, type PackedFile } from './deliver.ts';
import { coverKey, labelledCover } from './labelled-cover.ts';
import { manifests, type Placed } from './manifest.ts';
import { withOwnCovers } from './own-covers.ts';
import {
  endingOf,
  packageName,
  type PackedVideo,
  readVideos,
  requireVideos,
  shownBy,
  videoNames,
} from './read-videos.ts';

const NAMED_IN_NOTES = 3;

const Wish = z.object({
  artwork_ids: z.array(z.string()),
  with_srt: z.boolean(),
  with_cover: z.boolean(),
  with_manifest: z.boolean(),
  with_dirs: z.boolean(),
  name_rule: z.string().optional(),
  time_zone: z.string().optional(),
});
type Wish = z.output<typeof Wish>;

/** Puts finished videos and what belongs to them into one archive. What takes time is reading each video once. */
export const packArtworks = defineJob({
  name: 'artwork.pack',
  task_type: 'artwork_download',
  input: Wish,
  kind: 'network',
  lane: 'now',
  steps: [{ key: 'pack', label: '校验与打包' }],
  async run(wish, context) {
    const found = requireVideos(await readVideos(context.db, context.task.space_id, wish.artwork_ids));
    const videos = wish.with_cover ? await withOwnCovers(context, found) : found;
    await context.step('pack', async () => {
      const { files, notes } = await filesOf(context, videos, wish);
      await deliver(context, {
        file_name: packageName(videos),
        files,
        notes,
        shows: shownBy(videos),
        also: async (tx) => {
          await tx
            .update(artwork)
            .set({ download_count: sql`${artwork.download_count} + 1` })
            .where(
              inArray(
                artwork.artwork_id,
                videos.map(({ row }) => row.artwork_id),
              ),
            );
        },
      });
      return { count: videos.length };
    });
    return { result: { artwork_count: videos.length } };
  },
});

async function filesOf(context: JobContext, videos: PackedVideo[], wish: Wish) {
  const names = archiveNames(
    videoNames(videos, wish).map((name, n) => {
      const folders = wish.with_dirs ? (videos[n]?.dirs ?? []) : [];
      return [...folders, name].map((part) => part.replaceAll('/', '_')).join('/');
    }),
  );
  const files: PackedFile[] = [];
  const placed: Placed[] = [];
  const notes = goneNotes(wish.artwork_ids.length - videos.length);
  const without = { captions: [] as string[], cover: [] as string[] };
  const covers = new Map<string, Promise<PackedFile['source']>>();
  for (const [n, video] of videos.entries()) {
    context.signal.throwIfAborted();
    const { row, file } = video;
    const name = names[n] ?? '';
    const stem = name.slice(0, name.length - endingOf(file).length);
    const modified_at = row.created_at;
    files.push({ name, modified_at, source: { sha256: file.sha256, bytes: file.bytes } });
    const captions = wish.with_srt ? captionsOf(video) : null;
    const srt = captions && `${stem}.srt`;
    if (srt) files.push({ name: srt, modified_at, source: captions });
    else if (wish.with_srt) without.captions.push(row.artwork_name);

    const cover = wish.with_cover && video.cover ? `${stem}${endingOf(video.cover)}` : null;
    if (cover && video.cover) {
      const source = covers.get(coverKey(video)) ?? labelledCover(context, video, video.cover);
      covers.set(coverKey(video), source);
      files.push({ name: cover, modified_at, source: await source });
    } else if (wish.with_cover) without.cover.push(row.artwork_name);
    placed.push({ video, file: name, srt, cover });
  }
  if (wish.with_manifest) files.push(...manifests(placed));
  if (without.captions.length > 0) notes.push(`${listed(without.captions)}没有字幕，未附 SRT`);
  if (without.cover.length > 0) notes.push(`${listed(without.cover)}没有封面`);
  return { files, notes };
}

function goneNotes(count: number): string[] {
  return count > 0 ? [`${count} 条成片已被删除，没有打包`] : [];
}

function listed(names: string[]): string {
  const some = names
    .slice(0, NAMED_IN_NOTES)
    .map((name) => `「${name}」`)
    .join('');
  return names.length > NAMED_IN_NOTES ? `${some}等 ${names.length} 条` : some;
}

/** Null when nothing is written in it, or nobody knows what. */
function captionsOf({ timeline }: PackedVideo): Buffer | null {
  const cues = timeline?.captions.filter(({ kind }) => kind === 'caption') ?? [];
  return cues.length > 0 ? Buffer.from(`\uFEFF${srtOf(cues)}`) : null;
}
