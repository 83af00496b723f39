import { Readable } from 'node:stream';
import { AppError, PickPoint, RETOUCH_WAYS, RetouchStroke } from '@mixreel/contract';
import sharp from 'sharp';
import { z } from 'zod';
import { carryOut } from '#features/ai/carry-out.ts';
import { retouch } from '#features/ai/retouch.ability.ts';
import { studyOf } from '#features/ai/retouch/studies.ts';
import { addFile } from '#features/file/add-file.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { drawStrokes } from '#features/generate/draw-strokes.ts';
import { noteShown } from '#features/label/withheld.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { knownPicture, readPictureFile } from './read-picture-file.ts';
import type { SheetFile } from './sheet.document.ts';
import { readSheetPictures } from './sheet.queries.ts';
import { sheet_file } from './sheet.tables.ts';

const SIDE_MOST = 4096;
const BYTES_MOST = 100_000_000;

const Input = z.object({
  sheet_id: z.string(),
  source: z.string(),
  way: z.enum(RETOUCH_WAYS),
  strokes: z.array(RetouchStroke),
  points: z.array(PickPoint),
});
type Input = z.output<typeof Input>;

/** Looks at a picture of a sheet, so that each click on it is quick. */
export const studySheet = defineJob({
  name: 'sheet.study',
  task_type: 'ai_box',
  input: z.object({ sheet_id: z.string(), source: z.string() }),
  kind: 'model',
  lane: 'now',
  unit_seconds: 6,
  steps: [],
  async run({ sheet_id, source }, context) {
    const { task, signal } = context;
    await studyOf(context, await knownPicture(context, task.space_id, source), signal);
    return { result: { sheet_id, source } };
  },
});

/** Changes a picture of a sheet by a model of this machine. What comes of it is another picture beside it. */
export const retouchSheet = defineJob({
  name: 'sheet.retouch',
  task_type: 'ai_box',
  input: Input,
  kind: 'model',
  lane: 'now',
  steps: [],
  async run(input, context) {
    const { sheet_id, source } = input;
    const [known] = await readSheetPictures(context, sheet_id, [source]);
    if (!known) throw new AppError('not_found', '这张图片已不在了');
    const { note, ...file } =
      input.way === 'upscale' ? await upscale(input, known, context) : await change(input, known, context);
    const { space_id } = context.task;
    const [was, is] = [
      await requireFile(context.db, space_id, source),
      await requireFile(context.db, space_id, file.vlc_id),
    ];
    await context.db.transaction(async (tx) => {
      await noteShown(tx, space_id, is.sha256, [was.sha256]);
      await tx
        .insert(sheet_file)
        .values({ ...file, sheet_id })
        .onConflictDoNothing();
    });
    const [picture] = await readSheetPictures(context, sheet_id, [file.vlc_id]);
    return { result: { sheet_id, source, picture: picture ?? null, note } };
  },
});

type Known = { width: number; height: number; ai_origin: boolean; name: string };

type Made = SheetFile & { note: string | null };

async function change({ source, way, strokes, points }: Input, known: Known, context: JobContext): Promise<Made> {
  if (way === 'upscale') throw new Error('No model makes pictures larger here');
  const picture = await readPictureFile(context, context.task.space_id, source);
  if (way === 'erase' && strokes.length === 0) throw new AppError('invalid', '请先涂抹要消除的地方');
  const hole = way === 'erase' ? await drawStrokes(known, strokes) : null;
  const wish = { way, picture, hole, points };
  const made = await carryOut(context, 'retouch', retouch, wish);
  const [file] = made.files;
  if (!file) throw new AppError('ai_failed', '没有做出图片，请重试');
  return { vlc_id: file.vlc_id, width: file.width, height: file.height, ai_origin: true, note: made.note };
}

/** Larger by reading between pixels: nothing is made up, and so nothing is labelled. */
async function upscale({ source }: Input, known: Known, context: JobContext): Promise<Made> {
  const [width, height] = [known.width * 2, known.height * 2];
  if (Math.max(width, height) > SIDE_MOST) {
    throw new AppError('invalid', `这张图已有 ${known.width}×${known.height}，放大后会超过 ${SIDE_MOST} 像素`);
  }
  const { db, storage, task, signal } = context;
  const picture = sharp(await readPictureFile(context, context.task.space_id, source))
    .resize(width, height, { kernel: 'lanczos3' })
    .sharpen({ sigma: 1 });
  const { hasAlpha } = await picture.metadata();
  const bytes = await (hasAlpha ? picture.png() : picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })).toBuffer();
  const ending = hasAlpha ? 'png' : 'jpg';
  const { vlc_id } = await addFile(db, storage, {
    space_id: task.space_id,
    created_by: task.user_uid,
    file_name: known.name.replace(/(\.[^.]+)?$/, `-2x.${ending}`),
    content_type: hasAlpha ? 'image/png' : 'image/jpeg',
    source: Readable.from([bytes]),
    max_bytes: BYTES_MOST,
    signal,
  });
  return { vlc_id, width, height, ai_origin: known.ai_origin, note: null };
}
