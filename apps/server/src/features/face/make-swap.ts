import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { likenessOf, SKIN_SHARE, squareAround } from '@mixreel/ai';
import { AppError, FACE_PREVIEW_MS, type FaceGroup, type FaceScore, shownStretches } from '@mixreel/contract';
import {
  aigcLabel,
  type Asking,
  labelPicture,
  type PortraitPicture,
  probe,
  type SwapFace,
  swapFilm,
  type Swapped,
  swapPicture,
} from '@mixreel/media';
import sharp from 'sharp';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { addStaged } from '#features/file/add-file.ts';
import type { VlcFile } from '#features/file/file.queries.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { noteShown } from '#features/label/withheld.ts';
import { halfMade, removeHalfMade } from '#features/task/half-made.ts';
import type { JobContext, JobResult } from '#queue/job.ts';
import { type FaceRow, holdSwap, readRefusal, requireSwap, type SwapRow } from './face.queries.ts';
import { face_swap, face_use, type Figure, type SwappedFile } from './face.tables.ts';
import { ask } from './find-figures.ts';
import { figureProblem, requireConsent } from './refuse-face.ts';

/** Where half-made films wait for another attempt: a cache of one machine. */
const FOLDER = 'face';
const PORTRAIT_SIDE = 900;
/** A preview is looked at in a page, and soon: pixels of its shorter side. */
export const PREVIEW_SIDE = 540;

export type Kind = 'preview' | 'whole';

/** Asked when it is put in line, when it begins and before its result is kept: meanwhile somebody may have said no. */
export async function requireAllowed(db: Queryable, row: SwapRow): Promise<FaceRow[]> {
  const refusal = await readRefusal(db, row);
  if (refusal) throw new AppError('invalid', refusal);
  const on = row.groups.filter(({ is_on }) => is_on);
  if (on.length === 0) throw new AppError('invalid', '请先给画面里的人选一张脸');
  for (const { figure_id } of on) {
    const problem = figureProblem(figureOf(row, figure_id));
    if (problem) throw new AppError('invalid', problem);
  }
  return requireConsent(
    db,
    row.space_id,
    on.map(({ face_id }) => face_id),
  );
}

function figureOf({ figures }: SwapRow, figure_id: string): Figure {
  const found = figures.find((one) => one.figure_id === figure_id);
  if (!found) throw new AppError('conflict', '选了脸的人物已不在，请重新选择');
  return found;
}

export type Span = { start_ms: number; end_ms: number };

export function spanOf({ duration_ms }: SwapRow, kind: Kind, from_ms: number): Span {
  if (kind === 'whole') return { start_ms: 0, end_ms: duration_ms };
  const start_ms = Math.max(0, Math.min(from_ms, duration_ms - FACE_PREVIEW_MS));
  return { start_ms, end_ms: Math.min(duration_ms, start_ms + FACE_PREVIEW_MS) };
}

/** The stretches in which somebody has the new face. */
export function shownIn(row: SwapRow, { figure_id, ranges }: FaceGroup, span: Span): Span[] {
  return shownStretches(shownStretches(figureOf(row, figure_id).tracks, [span]), ranges);
}

/** Makes the film or picture and keeps what came of it, with who is in it. */
export async function makeSwap(context: JobContext, swap_id: string, kind: Kind, from_ms: number): Promise<JobResult> {
  const { db, storage, task, signal } = context;
  const row = await requireSwap(db, task.space_id, swap_id);
  requireLatest(task, row);
  const faces = await requireAllowed(db, row);
  const isPicture = row.content_type.startsWith('image/');
  const ending = isPicture ? (row.content_type === 'image/jpeg' ? '.jpg' : '.png') : '.mp4';
  const span = spanOf(row, kind, from_ms);
  const half = await halfMade(context, FOLDER, madeOf(row, faces, span));
  const { folder } = half;
  const out = join(folder, `out${ending}`);
  const make = () => render(context, row, { faces, folder, out, span, kind });
  let scores = await half.step('film', make);
  // Remembered by a machine that is not this one: the file is where it was made.
  if (!existsSync(out)) scores = await make();
  const kept = await half.step('keep', async () => {
    const { size: bytes } = await stat(out);
    const file_name = swappedName(row, kind, ending);
    const staged = await storage.stage({ path: out }, { maxBytes: Infinity, signal });
    const content_type = isPicture ? (ending === '.jpg' ? 'image/jpeg' : 'image/png') : 'video/mp4';
    const naming = { space_id: task.space_id, created_by: task.user_uid, file_name, content_type };
    const making = { row, faces, kind, from_ms: span.start_ms, scores, note: null };
    try {
      return await addStaged(db, staged, naming, async (tx, file) =>
        keepSwapped(tx, context, { ...making, file: { ...file, file_name, bytes } }),
      );
    } finally {
      await staged.discard();
    }
  });
  await removeFiles(db, task.space_id, kept.earlier);
  await half.remove();
  return { result: { swap_id, vlc_id: kept.vlc_id } };
}

export function swappedName({ material_name }: SwapRow, kind: Kind, ending: string): string {
  return material_name.replace(/\.[^.]+$/, '') + (kind === 'preview' ? '-换脸预览' : '-换脸') + ending;
}

/** Whatever decides how it looks: who gets which face, where and how, and of which pictures. */
export function madeOf(row: SwapRow, faces: FaceRow[], span: Span): unknown {
  const groups = row.groups.filter(({ is_on }) => is_on).map((group) => [group, shownTracks(row, group, span)]);
  return [row.sha256, row.cuts_ms, span, groups, faces.map(({ pictures }) => pictures)];
}

/** An older making that goes on would put what it made in the place of what came after it. */
export function requireLatest({ task_id }: JobContext['task'], { make_task_id }: SwapRow): void {
  if (make_task_id !== task_id) throw new AppError('invalid', '这条换脸后来又开始过，这一次作废，请重新开始');
}

type Making = {
  row: SwapRow;
  faces: FaceRow[];
  kind: Kind;
  from_ms: number;
  scores: FaceScore[];
  /** What a person should know of it. */
  note: string | null;
  file: Pick<VlcFile, 'vlc_id' | 'sha256' | 'file_name' | 'bytes'>;
};

/**
 * Keeps what was made, whoever made it, and who is in it. A consent that was withdrawn meanwhile, or another making that was
 * begun: nothing of it is kept. What an earlier one left is nobody's then.
 */
export async function keepSwapped(
  tx: Queryable,
  { task }: JobContext,
  { row: { swap_id, sha256: film_sha256, groups, figures }, faces, kind, from_ms, scores, note, file }: Making,
): Promise<{ vlc_id: string; earlier: string[] }> {
  const { space_id } = task;
  const now = await holdSwap(tx, space_id, swap_id);
  requireLatest(task, now);
  // Of whom it shows: who is given another face meanwhile, or none, is so in what is made next.
  await requireAllowed(tx, { ...now, groups, figures });
  const { vlc_id, sha256, bytes, file_name: made_name } = file;
  const by = { made_by_name: await nameOf(tx, task.user_uid), made_at: new Date().toISOString() };
  const made: SwappedFile = { vlc_id, bytes, from_ms, scores, note, material_id: null, marked_vlc_id: null, ...by };
  const uses = faces.map(({ face_id }) => ({ face_id, sha256, swap_id, space_id, made_name }));
  await tx.insert(face_use).values(uses).onConflictDoNothing();
  // Of the pictures, too: another face may have been made of the same.
  const portraits = faces.flatMap(({ pictures }) => pictures.map((picture) => picture.sha256));
  await noteShown(tx, space_id, sha256, [film_sha256, ...portraits]);
  await tx
    .update(face_swap)
    .set(kind === 'preview' ? { preview: made } : { result: made })
    .where(eq(face_swap.swap_id, swap_id));
  const before = kind === 'preview' ? now.preview : now.result;
  const files = [before?.vlc_id, before?.marked_vlc_id].filter((id) => id !== null && id !== undefined);
  return { vlc_id, earlier: files.filter((id) => id !== vlc_id) };
}

async function nameOf(db: Queryable, user_uid: string): Promise<string> {
  const [found] = await db
    .select({ name: user_account.name })
    .from(user_account)
    .where(eq(user_account.user_uid, user_uid));
  return found?.name ?? '';
}

type Work = { faces: FaceRow[]; folder: string; out: string; span: Span; kind: Kind };

async function render(
  context: JobContext,
  row: SwapRow,
  { faces, folder, out, span, kind }: Work,
): Promise<FaceScore[]> {
  const { ai, tools, storage, signal, config, report } = context;
  const groups = row.groups.filter(({ is_on }) => is_on);
  const portraits = new Map<string, PortraitPicture[]>();
  for (const face of faces) portraits.set(face.face_id, await readPortraits(context, face));
  const net = await ask(() => ai.faceNet({ signal }));
  const drawn = groups.flatMap((group) => headsOf(figureOf(row, group.figure_id)).map((head) => ({ group, head })));
  const swaps = drawn.map(({ group, head }): SwapFace => {
    const { strength, mask, fit, enhance } = group;
    const tracks = shownTracks({ ...row, figures: [head] }, group, span);
    return { tracks, portraits: portraits.get(group.face_id) ?? [], look: { strength, mask, fit, enhance } };
  });
  const asking: Asking = {
    follow: (asked) => ask(() => ai.followFace(asked, { signal })),
    skin: (asked) => ask(() => ai.faceSkin(asked, { signal })),
    async judge(who, before, after, at) {
      const { pictures } = faces.find(({ face_id }) => face_id === drawn[who]!.group.face_id)!;
      const [was, is] = await ask(() => ai.traceFaces([before, after], { signal }));
      const near = (seen: typeof was) =>
        seen?.faces.find(({ points }) => isNear(points, at, seen.width / before.width));
      const [old, fresh] = [near(was), near(is)];
      if (!old || !fresh) return null;
      const likest = (vector: Float32Array) =>
        Math.max(...pictures.map((one) => likenessOf(vector, Float32Array.from(one.vector))));
      return {
        to_new: likest(fresh.vector),
        to_old: likenessOf(fresh.vector, old.vector),
        was_new: likest(old.vector),
      };
    },
  };
  const label = aigcLabel({ producer: config.aigcProducer, contentId: row.swap_id });
  const opened = await storage.open(row.sha256);
  const options = { ...asking, signal, onProgress: (done: number) => report(0.97 * done) };
  try {
    let swapped: Swapped[];
    if (row.content_type.startsWith('image/')) {
      const made = await swapPicture(opened.path, { faces: swaps, net, folder }, options);
      await writeFile(out, labelPicture(made.bytes, label));
      swapped = made.swapped;
    } else {
      swapped = await swapFilm(
        tools,
        {
          source: { path: opened.path, facts: await probe(tools, opened.path, { signal }) },
          faces: swaps,
          net,
          cuts: row.cuts_ms.map((cut_ms) => cut_ms / 1000),
          part: kind === 'preview' ? { start: span.start_ms / 1000, end: span.end_ms / 1000 } : null,
          quality: kind === 'preview' ? 'fast' : 'standard',
          side: kind === 'preview' ? PREVIEW_SIDE : null,
          label,
          folder,
          out,
        },
        options,
      );
    }
    return groups.map((group) => scoreOf(group, together(swapped.filter((_, who) => drawn[who]!.group === group))));
  } finally {
    await opened.release();
  }
}

/**
 * Who is there twice at once, in a mirror or because two were put together by hand, has two heads: each is followed by itself.
 */
export function headsOf(figure: Figure): Figure[] {
  const heads: Figure['tracks'][] = [];
  for (const track of figure.tracks) {
    const begin = track.boxes[0]?.at_ms ?? 0;
    const free = heads.find((tracks) => (tracks.at(-1)?.boxes.at(-1)?.at_ms ?? 0) < begin);
    if (free) free.push(track);
    else heads.push([track]);
  }
  return heads.map((tracks) => ({ ...figure, tracks }));
}

function together(swapped: Swapped[]): Swapped {
  const [first, ...others] = swapped;
  const sum: Swapped = { ...first! };
  for (const one of others) for (const key of Object.keys(one) as (keyof Swapped)[]) sum[key] += one[key];
  return sum;
}

function shownTracks(row: SwapRow, group: FaceGroup, span: Span): SwapFace['tracks'] {
  const shown = shownIn(row, group, span.end_ms === 0 ? { start_ms: 0, end_ms: 1 } : span);
  return figureOf(row, group.figure_id).tracks.flatMap((track) => {
    const boxes = track.boxes.map(({ at_ms, box }) => ({ seconds: at_ms / 1000, box }));
    if (row.duration_ms === 0) return [{ start: 0, end: 1, boxes }];
    return shown
      .filter(({ start_ms, end_ms }) => start_ms >= track.start_ms && end_ms <= track.end_ms)
      .map(({ start_ms, end_ms }) => ({ start: start_ms / 1000, end: end_ms / 1000, boxes }));
  });
}

function isNear(points: Float32Array, { x, y, side }: { x: number; y: number; side: number }, scale: number): boolean {
  const own = squareAround(points);
  return Math.hypot(own.x / scale - x, own.y / scale - y) < side * 0.3;
}

function scoreOf({ figure_id, face_id }: FaceGroup, swapped: Swapped): FaceScore {
  const { judged } = swapped;
  const mean = (sum: number) => (judged > 0 ? Math.round((100 * sum) / judged) / 100 : null);
  return {
    figure_id,
    face_id,
    to_new: mean(swapped.to_new),
    to_old: mean(swapped.to_old),
    before: mean(swapped.was_new),
    tremble:
      swapped.measured > 0 && swapped.before > 0 ? Math.round((100 * swapped.after) / swapped.before) / 100 : null,
    frames: swapped.frames,
    turned_frames: swapped.turned,
    lost_frames: swapped.lost,
  };
}

/** The pictures of a face, each cut to the head, with its points and what of it is skin. */
async function readPortraits({ ai, storage, signal }: JobContext, { pictures }: FaceRow): Promise<PortraitPicture[]> {
  const made: PortraitPicture[] = [];
  for (const { sha256, box } of pictures) {
    const opened = await storage.open(sha256);
    try {
      const image = sharp(opened.path, { limitInputPixels: 64e6, failOn: 'error', pages: 1 }).autoOrient();
      const { info } = await image.clone().toBuffer({ resolveWithObject: true });
      const side = 2.4 * Math.max(box.width * info.width, box.height * info.height);
      const left = Math.max(0, Math.round((box.x + box.width / 2) * info.width - side / 2));
      const top = Math.max(0, Math.round((box.y + box.height / 2) * info.height - side / 2));
      const width = Math.min(info.width - left, Math.round(side));
      const height = Math.min(info.height - top, Math.round(side));
      const cut = await image
        .extract({ left, top, width, height })
        .resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const picture = { data: Uint8Array.from(cut.data), width: cut.info.width, height: cut.info.height };
      const [seen] = await ask(() => ai.traceFaces([picture], { signal }));
      const face = seen?.faces.toSorted((a, b) => b.box.height - a.box.height)[0];
      if (!face) continue;
      const near = squareAround(face.points);
      const { points } = await ask(() => ai.followFace({ picture, near }, { signal }));
      const square = squareAround(points, SKIN_SHARE);
      made.push({ picture, points, skin: await ask(() => ai.faceSkin({ picture, square }, { signal })) });
    } finally {
      await opened.release();
    }
  }
  if (made.length === 0) throw new AppError('invalid', '这张脸的照片读不出来，请重新添加');
  return made;
}

export const removeHalfSwapped = (app: Pick<App, 'db' | 'config'>): Promise<void> => removeHalfMade(app, FOLDER);
