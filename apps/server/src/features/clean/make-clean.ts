import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type CleanMark, type CleanQuality, cleanProblem, hidingOf, showsNotices } from '@mixreel/contract';
import {
  type Aigc,
  aigcLabel,
  cleanFilm,
  cleanPictureInThread,
  cropAround,
  type Fill,
  labelPicture,
  type Mark,
  type MediaFacts,
  type Mended,
  probe,
  type Top,
} from '@mixreel/media';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { toRefusal } from '#features/ai/refusal.ts';
import { readLabel } from '#features/analysis/read-label.ts';
import { addStaged } from '#features/file/add-file.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { halfMade, removeHalfMade } from '#features/task/half-made.ts';
import type { JobContext, JobResult } from '#queue/job.ts';
import { type CleanRow, holdClean, requireClean } from './clean.queries.ts';
import { clean } from './clean.tables.ts';
import { labelledRefusal, readRefusal } from './refuse-clean.ts';
import { layTops, readStickers } from './stickers.ts';

/** Where half-made films wait for another attempt: a cache of one machine. */
const FOLDER = 'clean';

type Made = { mended: Mended; note: string | null; is_ai_covered: boolean };

/** Takes marks away from a film or picture and keeps what came of it, segment by segment. */
export async function makeClean(context: JobContext, clean_id: string, quality: CleanQuality): Promise<JobResult> {
  const { db, storage, tools, task, signal } = context;
  const row = await requireClean(db, task.space_id, clean_id);
  requireLatest(task, row);
  await requireAllowed(context, row);
  const isPicture = row.content_type.startsWith('image/');
  const isJpeg = row.content_type === 'image/jpeg';
  const ending = isPicture ? (isJpeg ? '.jpg' : '.png') : '.mp4';
  const marks = row.marks.filter(({ is_on }) => is_on);
  const stuck = marks.filter(({ way }) => way === 'sticker');
  const stickers = (await readStickers(db, task.space_id, stuck)).map(({ sha256 }) => sha256);
  const half = await halfMade(context, FOLDER, [row.sha256, row.cuts_ms, marks, stickers, quality]);
  const { folder } = half;
  const out = join(folder, `out${ending}`);
  const make = async (): Promise<Made> => {
    const opened = await storage.open(row.sha256);
    try {
      const facts = await probe(tools, opened.path, { signal });
      if (await readLabel(opened.path, facts)) throw new AppError('invalid', labelledRefusal(row.material_name));
      return await render(context, row, { marks, quality, folder, out, path: opened.path, facts });
    } finally {
      await opened.release();
    }
  };
  let made = await half.step('film', make);
  // Remembered by a machine that is not this one: the file is where it was made.
  if (!existsSync(out)) made = await make();
  const kept = await half.step('keep', async () => {
    const { size: bytes } = await stat(out);
    const { hidden, seen, made: invented } = made.mended;
    const file_name = row.material_name.replace(/\.[^.]+$/, '') + ending;
    const staged = await storage.stage({ path: out }, { maxBytes: Infinity, signal });
    const naming = {
      space_id: task.space_id,
      created_by: task.user_uid,
      file_name,
      content_type: isPicture ? (isJpeg ? 'image/jpeg' : 'image/png') : 'video/mp4',
      shows: [row.sha256, ...stickers],
    };
    try {
      return await addStaged(db, staged, naming, async (tx, { vlc_id }) => {
        const before = await holdClean(tx, task.space_id, clean_id);
        requireLatest(task, before);
        const result = {
          vlc_id,
          bytes,
          quality,
          seen_share: hidden > 0 ? seen / hidden : 0,
          made_share: hidden > 0 ? invented / hidden : 0,
          ai_origin: invented > 0 || made.is_ai_covered,
          note: made.note,
          material_id: null,
        };
        await tx.update(clean).set({ result }).where(eq(clean.clean_id, clean_id));
        return { vlc_id, earlier: [before.result?.vlc_id ?? vlc_id].filter((id) => id !== vlc_id) };
      });
    } finally {
      await staged.discard();
    }
  });
  // What an earlier removal made is nobody's now.
  await removeFiles(db, task.space_id, kept.earlier);
  await half.remove();
  return { result: { clean_id, vlc_id: kept.vlc_id } };
}

/** An older removal that goes on would put what it made in the place of what came after it. */
function requireLatest({ task_id }: JobContext['task'], { make_task_id }: CleanRow): void {
  if (make_task_id !== task_id) throw new AppError('invalid', '这条后来又开始过去除，这一次作废，请重新开始');
}

/** Asked again when it begins: meanwhile somebody may have said no. */
async function requireAllowed({ db }: Pick<App, 'db'>, row: CleanRow): Promise<void> {
  const refusal = (await readRefusal(db, row)) ?? markProblem(row);
  if (refusal) throw new AppError('invalid', refusal);
  if (!row.declaration) throw new AppError('invalid', '请先确认有权编辑这个素材');
}

/** What is kept of the picture where boxes are cut away, null where none is; and what speaks against it. */
function cropOf({ marks, notices }: CleanRow) {
  const cut = marks
    .filter(({ is_on, way }) => is_on && way === 'crop')
    .flatMap(({ keys }) => keys.map(({ box }) => box));
  const crop = cut.length > 0 ? cropAround(cut) : null;
  if (cut.length > 0 && !crop) {
    return { crop, problem: '要裁掉的框太靠中间，裁完剩下不到一半画面，请换一种方式' };
  }
  const isHidden = crop !== null && !showsNotices(crop, notices);
  return { crop, problem: isHidden ? '裁掉以后「AI 生成」标识就看不全了，按规定不能这样裁，请换一种方式' : null };
}

/** Why these marks cannot be taken away, in words; null when they can. */
export function markProblem(row: CleanRow): string | null {
  return cleanProblem(filmOf(row), row.marks, row.notices) ?? cropOf(row).problem;
}

export function filmOf(row: CleanRow) {
  const { width, height, fps, duration_ms, cuts_ms } = row;
  return { is_picture: row.content_type.startsWith('image/'), width, height, fps, duration_ms, cuts_ms };
}

type Work = {
  marks: CleanMark[];
  quality: CleanQuality;
  folder: string;
  out: string;
  path: string;
  facts: MediaFacts;
};

async function render(context: JobContext, row: CleanRow, work: Work): Promise<Made> {
  const { tools, signal, config, report } = context;
  const { crop } = cropOf(row);
  const { tops, isMachineMade: is_ai_covered } = await layTops(context, row, work.marks, work.folder);
  const marks = work.marks.filter(({ way }) => way !== 'crop').map((mark) => toMark(mark, tops.get(mark.mark_id)));
  const isNeeded = work.marks.some(({ way }) => way === 'learned' || way === 'each');
  let isModelMissing = false;
  const fill: Fill = async (picture, hole) => {
    if (isModelMissing) return null;
    try {
      return await context.ai.fillHole(picture, { ...picture, data: hole }, { signal });
    } catch (error) {
      const refusal = toRefusal(error);
      // What was left to us is done without; what was asked for is not.
      if (refusal?.error !== 'preparing' || isNeeded) throw refusal ?? error;
      isModelMissing = true;
      return null;
    }
  };
  // A machine's pixels are a machine's work, however few, and so is a picture of one: the file says so.
  const labelOf = ({ made }: Pick<Mended, 'made'>) =>
    made > 0 || is_ai_covered ? aigcLabel({ producer: config.aigcProducer, contentId: row.clean_id }) : null;
  const mended = row.content_type.startsWith('image/')
    ? await cleanStill(marks, crop, { ...work, fill, signal, labelOf })
    : await cleanFilm(
        tools,
        {
          source: work,
          marks,
          cuts: row.cuts_ms.map((cut_ms) => cut_ms / 1000),
          crop,
          quality: work.quality,
          labelOf,
          folder: work.folder,
          out: work.out,
        },
        { fill, signal, onProgress: (done) => report(0.97 * done) },
      );
  const note = isModelMissing ? 'AI 补全的模型还没有准备好，露不出来的地方用周围的颜色补上了' : null;
  return { mended, note, is_ai_covered };
}

async function cleanStill(
  marks: Mark[],
  crop: ReturnType<typeof cropAround>,
  given: Pick<Work, 'folder' | 'out' | 'path'> & {
    fill: Fill;
    signal: AbortSignal;
    labelOf: (mended: Mended) => Aigc | null;
  },
): Promise<Mended> {
  const { bytes, ...counts } = await cleanPictureInThread({ path: given.path, marks, crop }, given);
  const mended = { ...counts, seen: 0 };
  const label = given.labelOf(mended);
  await mkdir(given.folder, { recursive: true });
  await writeFile(given.out, label ? labelPicture(bytes, label) : bytes);
  return mended;
}

function toMark(mark: CleanMark, top: Top | undefined): Mark {
  const { keys, start_ms, end_ms, is_strokes, colour } = mark;
  const [first, ...rest] = keys.map(({ at_ms, box }) => ({ seconds: at_ms / 1000, box }));
  if (!first) throw new Error('A mark has a place');
  const way = hidingOf(mark);
  const kept = way === 'auto' || way === 'crop' ? 'learned' : way;
  const times = { start: start_ms / 1000, end: end_ms / 1000 };
  return { keys: [first, ...rest], ...times, way: kept, isStrokes: is_strokes, colour, ...(top && { top }) };
}

export const removeHalfCleaned = (app: Pick<App, 'db' | 'config'>): Promise<void> => removeHalfMade(app, FOLDER);
