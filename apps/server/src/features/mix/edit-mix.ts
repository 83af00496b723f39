import { AppError, type MixChange } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { type MixRow, requireMix } from './document.ts';
import { mproject } from './mix.tables.ts';
import { tellChange, touchMix } from './tell-change.ts';

/**
 * Carries out one edit of a mix: whole or not at all, alone among the edits of this mix, and told to everybody who looks
 * at it. Without the lock, two people who drop clips into one place at once would give them the same position. An edit
 * that `keepsVideos`, such as a new name, leaves the chosen combinations as good as they were.
 */
export async function editMix<T>(
  context: Context,
  mproject_id: string,
  part: MixChange['part'],
  run: (tx: Queryable, mix: MixRow) => Promise<T>,
  { keepsVideos = false }: { keepsVideos?: boolean } = {},
): Promise<T> {
  const { db, space, user } = context;
  return db.transaction(async (tx) => {
    await tx
      .select({ id: mproject.mproject_id })
      .from(mproject)
      .where(eq(mproject.mproject_id, mproject_id))
      .for('update');
    const done = await run(tx, await requireMix(tx, space.space_id, mproject_id));
    await (keepsVideos ? dateMix(tx, mproject_id) : touchMix(tx, mproject_id));
    await tellChange(context, tx, mproject_id, part, user);
    return done;
  });
}

async function dateMix(tx: Queryable, mproject_id: string): Promise<void> {
  await tx.update(mproject).set({ updated_at: now }).where(eq(mproject.mproject_id, mproject_id));
}

/** An edit of something that somebody else has changed meanwhile. Whoever asked for it gets the newest instead. */
export class Outdated extends Error {}

/** The outcome of an edit; a refusal with the newest content when it was made on an old one. */
export async function orNewest<T>(edit: Promise<T>, message: string, readNewest: () => Promise<unknown>): Promise<T> {
  try {
    return await edit;
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    throw new AppError('conflict', message, await readNewest());
  }
}
