import { AppError, type Timeline } from '@mixreel/contract';
import { contentKey, type Damage, signatureOf, SourceError, type VirtualMp4 } from '@mixreel/media';
import { and, eq, isNull, ne, or, sql } from '#db/orm.ts';
import { artwork, type StoredCover } from '#features/artwork/artwork.tables.ts';
import { requireDirLeft } from '#features/dir/holding-dir.ts';
import { tellArtworks } from '#features/dir/tell-artworks.ts';
import { addComposed } from '#features/file/add-composed.ts';
import type { Also } from '#features/file/add-file.ts';
import { recalledVideos } from '#features/file/recalled.ts';
import type { JobContext } from '#queue/job.ts';
import type { Part } from '#storage/storage.ts';
import type { BuiltVariant, Book } from './book.ts';
import { toCombination } from './build-plan.ts';
import { candidate, export_video } from './candidate.tables.ts';
import { coverVideo } from './cover-video.ts';
import type { CoverPlan } from './covers.ts';
import type { ExportRow } from './export.jobs.ts';
import { shownIn } from './shown-in.ts';
import { requireStillShowable } from './still-showable.ts';

type Setting = {
  covers: CoverPlan;
  onProgress: (share: number) => Promise<void>;
};

/** What making a video told: how many seconds of it were new, and which broken pictures it shows, in words. */
type Told = { newSeconds: number; damage: string[] };

/** Makes one video of an export and files it. */
export async function makeVideo(
  context: JobContext,
  book: Book,
  row: ExportRow,
  { covers, onProgress }: Setting,
): Promise<Told> {
  const { db, engine, signal } = context;
  const [begun] = await db
    .update(export_video)
    .set({ status: 'rendering' })
    .where(and(eq(export_video.export_video_id, row.export_video_id), ne(export_video.status, 'done')))
    .returning({ export_video_id: export_video.export_video_id });
  // Done by a try of which nobody heard: the database went away right behind it.
  if (!begun) return { newSeconds: 0, damage: [] };
  const built = await book.build(row);
  await requireStillShowable(db, built.places);
  const before = engine.readiness(built.variant);
  const progress = watch(context, row, onProgress);
  const { file, damage, recall, release } = await engine
    .open(built.variant, { signal, onProgress: progress })
    .catch((error: unknown) => {
      throw error instanceof SourceError && error.shown ? unreadable(built, error.shown) : error;
    });
  try {
    const timeline = book.timeline(built, row.file_name);
    const cover = await coverVideo(context, book, built, row, covers);
    const naming = {
      space_id: row.space_id,
      file_name: `${row.file_name}.mp4`,
      content_type: 'video/mp4',
      created_by: context.task.user_uid,
      shows: shownIn(built),
    };
    const recalled = await recall();
    const parts: Part[] = [file.head, ...file.extents.map(({ path, offset, size }) => ({ path, start: offset, size }))];
    await addComposed(
      context,
      naming,
      parts,
      async (tx, { vlc_id, sha256 }) => {
        if (recalled) recalledVideos(context).set(sha256, recalled);
        await fileAway(tx, context, { row, built, file, vlc_id, cover, timeline });
      },
      signal,
    );
  } finally {
    release();
  }
  return { newSeconds: (1 - before) * built.seconds, damage: damage.map((one) => damageWords(built, one)) };
}

/** Tried again, since a disk may have been away; whoever looks meanwhile knows what to change. */
function unreadable(built: BuiltVariant, shown: Damage): AppError {
  return new AppError(
    'unavailable',
    `${damageWords(built, shown)}的画面读不出来，请重试；一直失败时，在镜头里换一段，或换掉这个片段`,
  );
}

function damageWords({ places }: BuiltVariant, { hash, from, to }: Damage): string {
  const name = places.find(({ clip }) => clip.sha256 === hash)?.clip.material.material_name ?? '素材';
  return `「${name}」第 ${from.toFixed(1)} 到 ${to.toFixed(1)} 秒`;
}

type Made = {
  row: ExportRow;
  built: BuiltVariant;
  file: VirtualMp4;
  vlc_id: string;
  cover: StoredCover | null;
  timeline: Timeline;
};
type Tx = Parameters<Also<void>>[0];

/** The finished video and that it is finished, in the transaction that gives the space its file. */
async function fileAway(
  tx: Tx,
  { streams, task }: JobContext,
  { row, built, file, vlc_id, cover, timeline }: Made,
): Promise<void> {
  await requireStillShowable(tx, built.places);
  const owner = { space_id: row.space_id, created_by: task.user_uid };
  // Their order is that of the export, whichever was finished first.
  const artwork_id = row.export_video_id;
  const { width, height } = built.variant.canvas;
  await tx.insert(artwork).values({
    ...owner,
    artwork_id,
    project_id: task.project_id ?? '',
    dir_id: await requireDirLeft(tx, row.dir_id),
    artwork_name: row.file_name,
    mproject_id: row.mproject_id,
    candidate_id: row.candidate_id,
    picks: row.picks,
    factors: row.factors,
    vlc_id,
    cover,
    duration: file.seconds,
    width,
    height,
    bytes: file.size,
    ai_origin: built.is_ai,
    timeline,
    task_id: task.task_id,
  });
  // An older export that is tried again after the candidate was changed: what was made of it since is the newer one.
  const isStillSo = eq(candidate.signature, signatureOf(toCombination(row)));
  await tx
    .update(candidate)
    .set({ artwork_id, exported_key: contentKey(built.variant) })
    .where(and(eq(candidate.candidate_id, row.candidate_id), or(isStillSo, isNull(candidate.artwork_id))));
  await tx
    .update(export_video)
    .set({ status: 'done', progress: 100, artwork_id, finished_at: sql`now()` })
    .where(eq(export_video.export_video_id, row.export_video_id));
  await tellArtworks({ db: tx, streams }, row.space_id, [{ artwork_id }]);
}

/** Writes the progress of a video down, at most twice a second. */
function watch({ db, log }: JobContext, row: ExportRow, onProgress: Setting['onProgress']) {
  let written = Date.now();
  return (share: number) => {
    if (Date.now() - written < 500) return;
    written = Date.now();
    db.update(export_video)
      .set({ progress: Math.round(share * 1000) / 10 })
      .where(eq(export_video.export_video_id, row.export_video_id))
      .then(() => onProgress(share))
      .catch((error: unknown) => log.warn({ err: error }, 'progress of a video was not written'));
  };
}
