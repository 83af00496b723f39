import { AppError, AUTO_COVER, type Cover } from '@mixreel/contract';
import { aigcLabel, FfmpegError, proposeCovers, SourceError, type TakenCover } from '@mixreel/media';
import type { StoredCover } from '#features/artwork/artwork.tables.ts';
import { type MadeCover, makeCover, wordsOn } from '#features/cover/draw-cover.ts';
import { readTaken, sameCover } from '#features/cover/taken.ts';
import type { JobContext } from '#queue/job.ts';
import type { Book, BuiltVariant } from './book.ts';
import type { CoverPlan } from './covers.ts';
import { type CandidateCover, drawCandidate } from './draw-candidate.ts';
import type { ExportRow } from './export.jobs.ts';

/** The cover of a finished video: its files, and what is written down of it. */
export type VideoCover = { files: MadeCover; stored: StoredCover };

/** How many pictures are tried until one is like no other cover of the project. */
const TRIES = 5;

/**
 * Draws the cover of a video that is being made: what somebody chose, else the best one that no other video has. Null where
 * no picture can be read.
 */
export async function coverVideo(
  context: JobContext,
  book: Book,
  built: BuiltVariant,
  row: ExportRow,
  { chosen, framesOf, taken }: CoverPlan,
): Promise<VideoCover | null> {
  const cover = row.cover ?? AUTO_COVER;
  const auto = { ...AUTO_COVER, title: cover.title };
  const tries: Wish[] = [
    { cover, frame: chosen.get(row.export_video_id) ?? null },
    ...proposeCovers(framesOf(row), taken, TRIES).map((frame) => ({ cover: auto, frame })),
  ];
  let same: VideoCover | null = null;
  for (const wish of tries) {
    const drawn = await drawCandidate(context.db, book, built, { space_id: row.space_id, ...wish }).catch(
      unlessRefused,
    );
    if (!drawn) continue;
    // Another export may have chosen the same at the same moment.
    const others = await readTaken(context.db, context.task.project_id ?? '');
    const isTaken = sameCover(others, { shown: drawn.shown, words: wordsOn(drawn.drawing) }) !== undefined;
    if (isTaken && same) continue;
    const made = await make(context, row, wish.cover, drawn).catch(unlessUnreadable(context));
    if (made && !isTaken) return made;
    same ??= made;
  }
  return same;
}

type Wish = { cover: Cover; frame: TakenCover | null };

async function make(context: JobContext, row: ExportRow, cover: Cover, drawn: CandidateCover): Promise<VideoCover> {
  const { config, signal } = context;
  const { shown, drawing, is_ai } = drawn;
  const contentId = `${row.export_video_id}-cover`;
  const label = is_ai ? aigcLabel({ producer: config.aigcProducer, contentId }) : null;
  const files = await makeCover(context, drawing, label, signal);
  return { files, stored: { ...cover, shown, words: wordsOn(drawn.drawing), is_marked: drawing.mark_cell !== null } };
}

/** A picture of the library that is gone by now: then the best one of the video. */
function unlessRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** A video whose picture can't be read there goes without that one. */
function unlessUnreadable({ signal, log }: JobContext): (error: unknown) => null {
  return (error) => {
    if (signal.aborted || !(error instanceof FfmpegError || error instanceof SourceError)) throw error;
    log.warn({ err: error }, 'a cover was not drawn');
    return null;
  };
}
