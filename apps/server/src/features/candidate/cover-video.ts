import { AppError, AUTO_COVER, type Cover } from '@mixreel/contract';
import { proposeCovers, type TakenCover } from '@mixreel/media';
import type { StoredCover } from '#features/artwork/artwork.tables.ts';
import { wordsOn } from '#features/cover/draw-cover.ts';
import { readTaken, sameCover } from '#features/cover/taken.ts';
import type { JobContext } from '#queue/job.ts';
import type { Book, BuiltVariant } from './book.ts';
import type { CoverPlan } from './covers.ts';
import { type CandidateCover, drawCandidate } from './draw-candidate.ts';
import type { ExportRow } from './export.jobs.ts';

/** How many pictures are tried until one is like no other cover of the project. */
const TRIES = 5;

/**
 * The cover of a video that is being made: what somebody chose, else the best one that no other video has. It is drawn when
 * all videos are there (`drawCovers`). Null where there is nothing to show.
 */
export async function coverVideo(
  context: JobContext,
  book: Book,
  built: BuiltVariant,
  row: ExportRow,
  { chosen, framesOf, taken }: CoverPlan,
): Promise<StoredCover | null> {
  const cover = row.cover ?? AUTO_COVER;
  const auto = { ...AUTO_COVER, title: cover.title };
  const tries: Wish[] = [
    { cover, frame: chosen.get(row.export_video_id) ?? null },
    ...proposeCovers(framesOf(row), taken, TRIES).map((frame) => ({ cover: auto, frame })),
  ];
  let same: StoredCover | null = null;
  for (const wish of tries) {
    const drawn = await drawCandidate(context.db, book, built, { space_id: row.space_id, ...wish }).catch(
      unlessRefused,
    );
    if (!drawn) continue;
    const stored = toStored(wish.cover, drawn);
    // Another export may have chosen the same at the same moment.
    const others = await readTaken(context.db, context.task.project_id ?? '');
    if (sameCover(others, stored) === undefined) return stored;
    same ??= stored;
  }
  return same;
}

type Wish = { cover: Cover; frame: TakenCover | null };

function toStored(cover: Cover, { shown, drawing, is_ai }: CandidateCover): StoredCover {
  const is_marked = drawing.mark_cell !== null;
  return { ...cover, shown, words: wordsOn(drawing), is_marked, undrawn: { drawing, is_ai } };
}

/** A picture of the library that is gone by now: then the best one of the video. */
function unlessRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
