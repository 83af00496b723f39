import { AppError, STORY_ROWS_MAX } from '@mixreel/contract';
import { z } from 'zod';
import { and, asc, eq, isNull } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { ROWS_THERE } from '#features/analysis/awaited.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { upload_record } from '#features/upload/upload.tables.ts';
import { defineJob, type JobContext, NotYet } from '#queue/job.ts';
import { addInBatches, fillInBatches } from './fill-board.ts';
import { beatWords, rhythmOf } from './music-of-video.ts';
import { cutRow, linesOf, lookRow, paceOf, readRow, type SeenVideo } from './rows-of-video.ts';
import { story_board } from './story.tables.ts';
import { findBeats, findSpeakers, styleWriting } from './watch-video.ts';

const WAIT_S = 2;
const WAITING = { shots: '正在等镜头拆好', rows: '正在等台词和字幕', all: '正在认画面里的人和物' };

/**
 * Reads a video as a board: first its shots, as soon as they are known, then what is said, written and heard in each; what is
 * to be seen when the whole analysis has ended, which begins with all that only when the rows are there.
 */
export const readVideo = defineJob({
  name: 'story.read',
  task_type: 'story_board_ana',
  // A video that is still on its way is known by its upload.
  input: z.object({
    story_board_id: z.string(),
    material_id: z.string().optional(),
    record_uuid: z.string().optional(),
  }),
  kind: 'network',
  lane: 'now',
  steps: [
    { key: 'fetch', label: '等视频传完', share: 0.05 },
    { key: 'cut', label: '拆镜头', share: 0.25 },
    { key: 'read', label: '读台词和字幕' },
    { key: ROWS_THERE, label: '听节拍', share: 0.1 },
    { key: 'look', label: '认画面里的人和物', share: 0.2 },
  ],
  async run({ story_board_id, ...video }, context) {
    const { db, report, step } = context;
    const material_id = await step('fetch', () => arrivedMaterial(context, story_board_id, video));
    const ids = await step('cut', async () => {
      const { shots, ...seen } = await readMaterial(context, material_id, 'shots');
      // The same ids in every attempt: what one has added, the next finds.
      const made = shots.slice(0, STORY_ROWS_MAX).map((one, n) => ({ ...cutRow(one, seen), row_id: `shot_${n + 1}` }));
      await addInBatches(context, story_board_id, made);
      return made.map(({ row_id }) => row_id);
    });
    report(0.3);
    const seen = await readMaterial(context, material_id, 'rows');
    const ownIn = ({ shots }: SeenVideo) => ids.flatMap((row_id, n) => (shots[n] ? [[row_id, n] as const] : []));
    const own = ownIn(seen);
    const pace = paceOf(seen);
    await step('read', async () => {
      const notes = [await styleWriting(context, seen.shots), await findSpeakers(context, seen)];
      const noteOf = (n: number) => notes.flatMap((all) => all[n] || []).join('\n');
      const lines = linesOf(seen);
      const told = (n: number) => ({ line: lines[n] ?? '', note: noteOf(n) });
      const read = own.map(([row_id, n]) => [row_id, readRow(seen.shots[n]!, n, seen, told(n))] as const);
      await fillInBatches(context, story_board_id, new Map(read));
      await setPace(context, story_board_id, pace);
      return read.length;
    });
    await step(ROWS_THERE, async () => {
      const beats = await findBeats(context, seen);
      const { tempo, on_beat } = rhythmOf(beats, seen.shots);
      if (tempo === null) return null;
      const heard = own.map(([row_id, n]) => [row_id, { sound: beatWords(seen.shots[n]!, n, beats, tempo) }] as const);
      await fillInBatches(context, story_board_id, new Map(heard.filter(([, { sound }]) => sound !== '')));
      await setPace(context, story_board_id, { ...pace, tempo, on_beat });
      return tempo;
    });
    await db.update(story_board).set({ source_material_id: material_id }).where(isBoard(story_board_id));
    const whole = await readMaterial(context, material_id, 'all');
    await step('look', async () => {
      const looked = ownIn(whole).map(([row_id, n]) => [row_id, lookRow(whole.shots[n]!)] as const);
      await fillInBatches(context, story_board_id, new Map(looked));
      return looked.length;
    });
    return { result: { story_board_id, rows: ids.length } };
  },
});

const isBoard = (id: string) => eq(story_board.story_board_id, id);

async function setPace({ db }: JobContext, id: string, pace: ReturnType<typeof paceOf>): Promise<void> {
  await db.update(story_board).set({ pace }).where(isBoard(id));
}

type Wanted = { material_id?: string | undefined; record_uuid?: string | undefined };

/** The video, once it is in the library. */
async function arrivedMaterial({ db }: JobContext, story_board_id: string, wanted: Wanted): Promise<string> {
  if (wanted.material_id) return wanted.material_id;
  const [record] = await db
    .select()
    .from(upload_record)
    .where(eq(upload_record.record_uuid, wanted.record_uuid ?? ''));
  if (!record) throw new AppError('not_found', '上传已被取消，请重新上传或换一条视频');
  const { status, message, material_id } = record;
  if (status === 'failed' || status === 'canceled') {
    throw new AppError('invalid', message ?? '视频没有传完，请重新上传或换一条视频');
  }
  if (!material_id) throw new NotYet('正在等视频传完', WAIT_S);
  await db.update(story_board).set({ source_material_id: material_id }).where(isBoard(story_board_id));
  return material_id;
}

type Needs = 'shots' | 'rows' | 'all';

/** A material as far as it was looked at; waits, as often as it takes, for what it needs. */
async function readMaterial({ db, task }: JobContext, material_id: string, needs: Needs): Promise<SeenVideo> {
  const [found] = await db
    .select({ row: material, sha256: vlc_file.sha256 })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(
      and(eq(material.material_id, material_id), eq(material.space_id, task.space_id), isNull(material.deleted_at)),
    );
  if (!found) throw new AppError('not_found', '视频已被删除，请换一个');
  const { row, sha256 } = found;
  if (row.material_type !== 'video') throw new AppError('invalid', '只有视频能转成脚本，请选一条视频');
  const shots = await db
    .select({
      start_ms: shot.start_ms,
      end_ms: shot.end_ms,
      caption: shot.caption,
      ocr_text: shot.ocr_text,
      speech_text: shot.speech_text,
      tags: shot.tags,
      writing: shot.writing,
      cover_vlc_id: shot.cover_vlc_id,
    })
    .from(shot)
    .where(eq(shot.material_id, material_id))
    .orderBy(asc(shot.index));
  const isEnded = ['done', 'stopped', 'failed'].includes(row.analysis_status);
  if (shots.length === 0 && isEnded) {
    throw new AppError('invalid', row.analysis_message ?? '这个视频无法分析，请换一个');
  }
  // What rows are made of is known before all is.
  const isRead = row.has_speech !== null && shots.every(({ writing }) => writing !== null);
  const isThere = isEnded || needs === 'shots' || (needs === 'rows' && isRead);
  if (shots.length === 0 || !isThere) throw new NotYet(WAITING[needs], WAIT_S);
  const [sound] = await db.select().from(material_sound).where(eq(material_sound.material_id, material_id));
  const is_inspiration = row.material_sub_type === 'inspiration_video';
  return { material_id, is_inspiration, shots, sha256, words: sound?.words ?? [], peaks: sound?.peaks ?? [] };
}
