import { AppError } from '@mixreel/contract';
import { z } from 'zod';
import { untilBack } from '#db/away.ts';
import { and, asc, eq, ne } from '#db/orm.ts';
import { drawCovers } from '#features/cover/draw-covers.ts';
import { heardKeys } from '#features/mix/narration.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { toAppError } from '#http/answer.ts';
import { watchCrowding } from '#queue/crowding.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { type Book, openBook } from './book.ts';
import { export_video } from './candidate.tables.ts';
import { hearNumbers, misheardIn } from './check-spoken.ts';
import { requireExportable } from './check.ts';
import { readState } from './choose.ts';
import { type CoverPlan, planCovers } from './covers.ts';
import { learnCost } from './estimate.ts';
import { makeVideo } from './make-video.ts';
import { speakMissing } from './narrate.jobs.ts';

/** Videos that are under way at once: enough that every core has a part to make while another is put together. */
const AT_ONCE = 4;
const TELL_EVERY_MS = 700;
/** New picture from which on a batch says something about the speed of this machine. */
const ENOUGH_SECONDS = 5;
/** What speaking and covers count of the whole. */
const SPEAKING = 0.1;
const COVERS = 0.1;

export type ExportRow = typeof export_video.$inferSelect;

/** Makes the videos of an export, one after another, each filed when it is done. Another attempt makes what is left. */
export const exportMix = defineJob({
  name: 'mix.export',
  task_type: 'mix_export',
  input: z.object({ mproject_id: z.string() }),
  kind: 'render',
  // Its work is counted in the seconds that the plan foresees; how right that is, is learnt.
  unit_seconds: 1,
  steps: [
    { key: 'speak', label: '合成配音', share: SPEAKING },
    { key: 'render', label: '渲染与组装' },
    { key: 'cover', label: '封面', share: COVERS },
  ],
  async run({ mproject_id }, context) {
    // Asked when it was put in line as well, of the mix as it was then.
    await requireExportable(context, await readState(context, context.task.space_id, mproject_id));
    const { all, failed, damage } = await exportVideos(context, mproject_id, (step, count) =>
      context.step(step, async () => count),
    );
    const { task, signal } = context;
    // The videos can be watched and taken away meanwhile.
    const onProgress = (share: number) => context.report(1 - COVERS * (1 - share));
    await untilBack(() => drawCovers(context, { task_id: task.task_id }, { signal, onProgress }), signal);
    if (failed[0] && failed.length === all) throw failed[0];
    const result = { mproject_id, made: all - failed.length, failed: failed.length };
    if (failed.length > 0) return { result, partial: `${failed.length} 条没有做成：${failed[0]?.message}` };
    await context.step('cover', async () => all);
    return damage.length > 0 ? { result, partial: damageTold(damage) } : { result };
  },
});

/**
 * Makes what is left of the videos of a mix that a task has rows for, without their covers, and tells what failed and what
 * looks broken.
 */
export async function exportVideos(
  context: JobContext,
  mproject_id: string,
  onDone: (step: 'speak' | 'render', count: number) => Promise<unknown> = async () => {},
): Promise<{ all: number; failed: AppError[]; damage: string[] }> {
  const { db, task, signal } = context;
  const rows = await beginRows(context, mproject_id);
  const all = await db.$count(export_video, isOf(task, mproject_id));
  let state = await readState(context, task.space_id, mproject_id);
  const scripts = new Set(rows.flatMap(heardKeys));
  const who = { space_id: task.space_id, user_uid: task.user_uid };
  const onSaid = async (share: number) => context.report(share * SPEAKING);
  const spoken = await speakMissing(context, who, state.heard, scripts, signal, onSaid);
  await onDone('speak', scripts.size);

  // The voices decide how long everything lasts.
  if (spoken > 0) state = await readState(context, task.space_id, mproject_id);
  const heard = await hearNumbers(context, state, scripts, signal);
  if (heard > 0) state = await readState(context, task.space_id, mproject_id);
  const misheard = await misheardIn(context, state);
  if (misheard) throw new AppError('conflict', misheard);
  const book = await openBook(context, state.document, state.heard, { isDraft: false });
  try {
    const covers = await planCovers(
      context,
      state,
      rows.map((row) => ({ ...row, id: row.export_video_id })),
    );
    const made = await makeAll(context, book, rows, covers, { mproject_id, done: all - rows.length, all });
    if (made.failed.length === 0) await onDone('render', all);
    return { all, ...made };
  } finally {
    await book.close();
  }
}

const isOf = ({ task_id }: JobContext['task'], mproject_id: string) =>
  and(eq(export_video.task_id, task_id), eq(export_video.mproject_id, mproject_id));

/** What is left to make; what failed or was cancelled before is tried again. */
async function beginRows({ db, task }: JobContext, mproject_id: string): Promise<ExportRow[]> {
  const isLeft = and(isOf(task, mproject_id), ne(export_video.status, 'done'));
  await db.update(export_video).set({ status: 'waiting', error: null, progress: 0 }).where(isLeft);
  return db.select().from(export_video).where(isLeft).orderBy(asc(export_video.number));
}

type Count = { mproject_id: string; done: number; all: number };

/** The videos are there; somebody should look at them before others do. */
function damageTold(damage: string[]): string {
  const [first = ''] = damage;
  const more = damage.length > 1 ? ` 等 ${damage.length} 处` : '';
  return `成片已做好，但用到了损坏的画面：${first}${more}；请看一遍，在导出检查里换一段或换掉片段后重新导出`;
}

/** Answers why some were not made, and which broken pictures are in those that were. */
async function makeAll(
  context: JobContext,
  book: Book,
  rows: ExportRow[],
  covers: CoverPlan,
  { mproject_id, done, all }: Count,
) {
  const { db, signal, report } = context;
  const shares = new Map<string, number>();
  const failed: AppError[] = [];
  const damage = new Set<string>();
  const waiting = rows.values();
  const began = Date.now();
  const aloneShare = watchCrowding();
  let toldAt = 0;
  let newSeconds = 0;

  const tell = async (isLast = false) => {
    const made = [...shares.values()].reduce((sum, share) => sum + share, done);
    report(SPEAKING + ((1 - SPEAKING - COVERS) * made) / all);
    if (!isLast && Date.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = Date.now();
    await untilBack(() => tellChange(context, db, mproject_id, 'exports'), signal);
  };

  const setting = ({ export_video_id }: ExportRow) => ({
    covers,
    async onProgress(share: number) {
      shares.set(export_video_id, share);
      await tell();
    },
  });

  async function work(): Promise<void> {
    for (const row of waiting) {
      signal.throwIfAborted();
      try {
        const told = await untilBack(() => makeVideo(context, book, row, setting(row)), signal);
        newSeconds += told.newSeconds;
        for (const words of told.damage) damage.add(words);
      } catch (error) {
        if (signal.aborted) throw error;
        failed.push(await untilBack(() => failRow(context, row, error), signal));
      }
      shares.set(row.export_video_id, 1);
      await tell();
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
  await tell(true);
  const seconds = ((Date.now() - began) / 1000) * context.config.workerCores * aloneShare();
  if (newSeconds > ENOUGH_SECONDS) await untilBack(() => learnCost(db, seconds / newSeconds), signal);
  return { failed, damage: [...damage] };
}

async function failRow({ db, log }: JobContext, row: ExportRow, thrown: unknown): Promise<AppError> {
  const { error, message } = toAppError(thrown);
  if (error === 'internal') log.error({ err: thrown, export_video_id: row.export_video_id }, 'a video was not made');
  const shown = error === 'internal' ? '渲染失败，请重试；一直失败时，换掉可能损坏的片段' : message;
  await db
    .update(export_video)
    .set({ status: 'failed', error: shown })
    .where(eq(export_video.export_video_id, row.export_video_id));
  // What passes by itself is tried again by the queue; for the rest somebody has to change the mix first.
  if (error === 'internal' || error === 'unavailable') return new AppError('unavailable', shown);
  return new AppError(error === 'disk_full' ? 'disk_full' : 'conflict', shown);
}
