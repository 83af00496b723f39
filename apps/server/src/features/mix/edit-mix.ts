import { AppError } from '@mixreel/contract';
import type { Operation } from '@mixreel/document';
import type { App, Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import type { Held } from '#features/document/held.ts';
import { change } from '#features/document/perform.ts';
import type { Author } from '#features/document/store.ts';
import { requireMix } from './document.ts';
import { mixDocument } from './mix.document.ts';
import { mproject } from './mix.tables.ts';

type By = App & { space: Pick<Context['space'], 'space_id'>; user: Author };
type Plan = (held: Held, tx: Queryable) => Operation[] | Promise<Operation[]>;

/** What a call asks of a mix becomes an act like those of pages: alone among them, told to everybody, in its history. */
export async function changeMix(by: By, mproject_id: string, plan: Plan): Promise<void> {
  const { space_id } = by.space;
  await requireMix(by.db, space_id, mproject_id);
  await change(by, mixDocument, { document_id: mproject_id, space_id, user: by.user }, plan);
}

/** Throws when name, template or settings were changed since somebody saw them. */
export async function requireRevision(tx: Queryable, mproject_id: string, revision: number): Promise<void> {
  const [row] = await tx
    .select({ revision: mproject.revision })
    .from(mproject)
    .where(eq(mproject.mproject_id, mproject_id));
  if (row?.revision !== revision) throw new Outdated();
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
