import { AppError, type DraftFormat } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { deliver } from '#features/download/deliver.ts';
import { delivery } from '#features/file/file.tables.ts';
import { noteUnmarked } from '#features/label/label-log.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { gatherMedia } from './gather-media.ts';
import { openGathering } from './gathering.ts';
import { packDrafts, type VideoToPack } from './pack-drafts.ts';
import { type NamedVideo, readVideosToPack } from './read-videos-to-pack.ts';
import { DraftWish } from './wish.ts';

/** What gathering counts of the whole; checking and packing is the rest. */
const GATHERING = 0.6;

/** Writes videos down for other editors, with all files they need, as one archive. Another attempt begins anew. */
export const exportDrafts = defineJob({
  name: 'draft.export',
  task_type: 'capcut_export',
  input: DraftWish,
  kind: 'network',
  lane: 'now',
  steps: [
    { key: 'gather', label: '整理素材', share: GATHERING },
    { key: 'pack', label: '校验与打包' },
  ],
  async run(wish, context) {
    const { report, signal } = context;
    const { videos, notes, shows } = await readVideosToPack(context, wish);
    if (videos.length === 0) throw new AppError('conflict', notes[0] ?? '没有可以导出的视频，请重新选择');
    const gathering = await openGathering(context);
    try {
      const longest = Math.max(...videos.map(({ timeline: { frames, fps } }) => frames / fps));
      const setting = { musicSeconds: longest, isNoticeDrawn: wish.format !== 'draft' };
      const packed: VideoToPack[] = [];
      for (const [n, video] of videos.entries()) {
        signal.throwIfAborted();
        const media = wish.format === 'srt' ? null : await gatherMedia(gathering, video.timeline, setting);
        packed.push({ ...video, media });
        report((GATHERING * (n + 1)) / videos.length);
      }
      await context.step('gather', async () => videos.length);
      const { files, notes: more } = await packDrafts(gathering, wish, packed);
      const all = [...notes, ...more];
      const [first] = videos;
      const name = videos.length > 1 ? `${first?.name} 等 ${videos.length} 条` : (first?.name ?? '');
      if (files.length === 0) throw new AppError('conflict', '选中的视频没有字幕，没有可以导出的内容');
      const file_name = `${name} ${SUFFIX[wish.format]}`;
      const also = (tx: Queryable) => noteWithoutNotice(tx, context, { videos, file_name, address: wish.address });
      const hand = () => deliver(context, { file_name, files, notes: all, shows, also });
      const result = { made: videos.length, notes: all.length };
      const asked = wish.artwork_ids.length + wish.candidate_ids.length;
      if (videos.length < asked) {
        // Not remembered: another attempt may have what is missing, and its archive takes the place of this one.
        await hand();
        return { result, partial: notes[0] ?? `${asked - videos.length} 条没有导出` };
      }
      await context.step('pack', hand);
      return { result };
    } finally {
      await gathering.close();
    }
  },
});

/** Who got AI content without the visible notice is kept for at least six months. */
async function noteWithoutNotice(
  tx: Queryable,
  { task }: JobContext,
  { videos, file_name, address }: { videos: NamedVideo[]; file_name: string; address: string },
): Promise<void> {
  if (!videos.some(isWithoutNotice)) return;
  const [made] = await tx.select().from(delivery).where(eq(delivery.task_id, task.task_id));
  const taker = { space_id: task.space_id, user_uid: task.user_uid, address };
  if (made) await noteUnmarked(tx, taker, { vlc_id: made.vlc_id, file_name });
}

function isWithoutNotice({ timeline: { is_ai, captions } }: NamedVideo): boolean {
  return is_ai && !captions.some(({ kind }) => kind === 'ai_mark');
}

const SUFFIX: Record<DraftFormat, string> = { draft: '草稿', otio: 'OTIO', fcpxml: 'FCPXML', srt: '字幕' };
