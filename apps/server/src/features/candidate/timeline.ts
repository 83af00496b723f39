import { AppError, type Timeline } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { heardKeys } from '#features/mix/narration.ts';
import { openBook } from './book.ts';
import { candidate } from './candidate.tables.ts';
import { readState } from './choose.ts';
import { speakMissing } from './narrate.jobs.ts';

/**
 * What candidates of a space are made of. Lines that nobody has spoken yet are spoken first, or, with nobody to do it
 * for, last as long as they are estimated to. Those that are gone, or whose clips are, are left out: the caller says so.
 */
export async function timelinesOf(
  app: App,
  space_id: string,
  candidate_ids: string[],
  speaking: { user_uid: string; signal: AbortSignal } | null,
): Promise<Map<string, Timeline>> {
  const rows = await app.db
    .select()
    .from(candidate)
    .where(and(eq(candidate.space_id, space_id), inArray(candidate.candidate_id, candidate_ids)));
  const timelines = new Map<string, Timeline>();
  for (const mproject_id of new Set(rows.map((row) => row.mproject_id))) {
    const theirs = rows.filter((row) => row.mproject_id === mproject_id);
    if (speaking) {
      const { user_uid, signal } = speaking;
      const scripts = new Set(theirs.flatMap(heardKeys));
      const before = await readState(app, space_id, mproject_id);
      await speakMissing(app, { space_id, user_uid }, before.heard, scripts, signal);
    }
    const { document, heard } = await readState(app, space_id, mproject_id);
    const book = await openBook(app, document, heard, { isDraft: false });
    try {
      for (const row of theirs) {
        const built = await book.build(row).catch(unlessGone);
        const name = `${document.mix.mproject_name} ${row.number}`;
        if (built) timelines.set(row.candidate_id, book.timeline(built, name));
      }
    } finally {
      await book.close();
    }
  }
  return timelines;
}

/** Of a video whose clips are gone there is nothing. */
export function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.error === 'conflict') return null;
  throw error;
}
