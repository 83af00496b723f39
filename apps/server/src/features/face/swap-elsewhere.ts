import { join } from 'node:path';
import { likenessOf } from '@mixreel/ai';
import { AppError, type FaceGroup, type FaceScore } from '@mixreel/contract';
import { inFolder, type MediaFacts, probe, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { eq } from '#db/orm.ts';
import { carryOut } from '#features/ai/carry-out.ts';
import { faceSwap } from '#features/ai/face.ability.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { halfMade } from '#features/task/half-made.ts';
import { type JobContext, type JobResult, NotYet } from '#queue/job.ts';
import { requireService } from './elsewhere.ts';
import { type FaceRow, requireSwap, type SwapRow } from './face.queries.ts';
import { ask } from './find-figures.ts';
import { keepSwapped, madeOf, requireAllowed, requireLatest, spanOf, swappedName } from './make-swap.ts';

const PICTURE_SIDE = 1536;
const LINK_SECONDS = 7200;
/** So many moments are looked at for the score. */
const LOOKS = 5;
/** Encoders cut and fill up by a few frames. */
const LENGTH_S = 0.3;
const LENGTH_SHARE = 0.02;

/** Lets a service put the face on. The consent is asked for again before the film leaves, and before its result is kept. */
export async function swapElsewhere(context: JobContext, swap_id: string, engine: string): Promise<JobResult> {
  const { db, task } = context;
  const row = await requireSwap(db, task.space_id, swap_id);
  requireLatest(task, row);
  const faces = await requireAllowed(db, row);
  requireService(context, row, engine);
  const [group] = row.groups.filter(({ is_on }) => is_on);
  const [face] = faces;
  if (!group || !face) throw new AppError('invalid', '请先给画面里的人选一张脸');
  const half = await halfMade(context, 'face', madeOf(row, faces, spanOf(row, 'whole', 0)));
  const made = await half.step('film', () => askService(context, row, face, { engine, step: `film-${half.own}` }));
  const kept = await half.step('keep', async () => {
    const found = await requireFile(db, task.space_id, made.vlc_id);
    const file = { ...found, file_name: swappedName(row, 'whole', '.mp4') };
    const { score, note } = await judge(context, row, { group, face, sha256: file.sha256 });
    const making = { row, faces, kind: 'whole' as const, from_ms: 0, scores: [score], note, file };
    return db
      .transaction(async (tx) => {
        await tx.update(vlc_file).set({ file_name: file.file_name }).where(eq(vlc_file.vlc_id, file.vlc_id));
        return keepSwapped(tx, context, making);
      })
      .catch(async (error: unknown) => {
        // A consent that was withdrawn meanwhile: nothing of it is kept.
        if (error instanceof AppError) await removeFiles(db, task.space_id, [made.vlc_id]);
        throw error;
      });
  });
  await removeFiles(db, task.space_id, kept.earlier);
  return { result: { swap_id, vlc_id: kept.vlc_id } };
}

/** Another face is another thing to ask for, in the same task as well. */
type Asked = { engine: string; step: string };

async function askService(context: JobContext, row: SwapRow, { pictures }: FaceRow, { engine, step }: Asked) {
  const { storage, config, secret } = context;
  const [first] = pictures;
  if (!first) throw new AppError('invalid', '这张脸的照片读不出来，请重新添加');
  const picture = await readJpeg(context, first.sha256);
  const opened = await storage.open(row.sha256);
  const address = (vlc_id: string, file_name: string) =>
    config.publicUrl
      ? config.publicUrl + signFileLink({ secret }, { vlc_id, file_name }, { seconds: LINK_SECONDS }).url
      : '';
  try {
    const given = {
      film: opened.path,
      picture,
      film_url: address(row.vlc_id, 'film.mp4'),
      picture_url: address(first.vlc_id, 'face.jpg'),
      seconds: row.duration_ms / 1000,
    };
    const { files } = await carryOut(context, step, faceSwap, given, { engine });
    const [film] = files;
    if (!film) throw new AppError('ai_failed', '服务商没有给出视频，请重试');
    return { vlc_id: film.vlc_id };
  } finally {
    await opened.release();
  }
}

async function readJpeg({ storage }: JobContext, sha256: string): Promise<Uint8Array> {
  const opened = await storage.open(sha256);
  try {
    const read = sharp(opened.path, { limitInputPixels: 64e6, failOn: 'error', pages: 1 }).autoOrient();
    const small = read.resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'inside', withoutEnlargement: true });
    return await small.flatten({ background: '#fff' }).toColourspace('srgb').jpeg({ quality: 92 }).toBuffer();
  } finally {
    await opened.release();
  }
}

type Judged = { group: FaceGroup; face: FaceRow; sha256: string };

/**
 * How much the person is like the new face and the old one, at some moments of what came back, and what else is not as it was.
 * It is paid: it is kept also where nobody can say so.
 */
async function judge(
  context: JobContext,
  row: SwapRow,
  { group, face, sha256 }: Judged,
): Promise<{ score: FaceScore; note: string | null }> {
  const { storage, scratch, tools, ai, signal, log } = context;
  const boxes = row.figures.flatMap(({ tracks }) => tracks.flatMap((track) => track.boxes));
  const moments = boxes.filter((_, n) => n % Math.ceil(boxes.length / LOOKS) === 0).map(({ at_ms }) => at_ms / 1000);
  const [before, after] = [await storage.open(row.sha256), await storage.open(sha256)];
  const sums = { to_new: 0, to_old: 0, before: 0, count: 0 };
  const strange: string[] = [];
  const likest = (vector: Float32Array) =>
    Math.max(...face.pictures.map((one) => likenessOf(vector, Float32Array.from(one.vector))));
  try {
    const given = await probe(tools, after.path, { signal });
    strange.push(...strangeIn(await probe(tools, before.path, { signal }), given));
    await inFolder(scratch, async (folder) => {
      const still = async (film: string, seconds: number, name: string) => {
        const out = join(folder, name);
        await runFfmpeg(tools, [['-ss', seconds, '-i', film, '-frames:v', 1, '-q:v', 2, '-f', 'image2', out]], {
          signal,
        });
        return out;
      };
      for (const [n, seconds] of moments.filter((at) => at < given.seconds).entries()) {
        const stills = [
          await still(before.path, seconds, `${n}-was.jpg`),
          await still(after.path, seconds, `${n}-is.jpg`),
        ];
        const [was, is] = await ask(() => ai.traceFaces(stills, { signal }));
        const [old, fresh] = [was?.faces[0], is?.faces[0]];
        if (!old || !fresh) continue;
        sums.to_new += likest(fresh.vector);
        sums.to_old += likenessOf(fresh.vector, old.vector);
        sums.before += likest(old.vector);
        sums.count += 1;
      }
    });
    if (sums.count === 0) strange.push('里面没有认出人脸');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NotYet) throw error;
    log.warn({ err: error, swap_id: row.swap_id }, 'a swapped film was not judged');
  } finally {
    await Promise.all([before.release(), after.release()]);
  }
  const mean = (sum: number) => (sums.count > 0 ? Math.round((100 * sum) / sums.count) / 100 : null);
  const frames = Math.round((row.duration_ms / 1000) * row.fps);
  const score = {
    figure_id: group.figure_id,
    face_id: face.face_id,
    to_new: mean(sums.to_new),
    to_old: mean(sums.to_old),
    before: mean(sums.before),
    tremble: null,
    frames,
    turned_frames: 0,
    lost_frames: 0,
  };
  return { score, note: strange.length > 0 ? `服务给的视频${strange.join('，')}，请看过再用` : null };
}

/** What a service gave back of a film is not always that film. */
function strangeIn(was: MediaFacts, is: MediaFacts): string[] {
  const apart = Math.abs(is.seconds - was.seconds);
  const isLonger = apart > Math.max(LENGTH_S, was.seconds * LENGTH_SHARE);
  const isSilent = was.audio.length > 0 && is.audio.length === 0;
  return [
    ...(isLonger ? [`长 ${is.seconds.toFixed(1)} 秒（原来 ${was.seconds.toFixed(1)} 秒）`] : []),
    ...(isSilent ? ['没有声音'] : []),
  ];
}
