import type { Kind, Operation, State } from '@mixreel/document';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import type { Statement } from '#db/statement.ts';
import type { Told } from '#http/streams.ts';

/** Ids of records by their table. */
export type Changed = Map<string, Set<string>>;

/** Who does something; without an account it is the product itself. */
export type Author = { user_uid: string; name: string } | null;

/** What acts have made of a document. */
export type Written = { before: State; state: State; operations: readonly Operation[]; users: readonly Author[] };

/**
 * How that is written: parts of the one statement that writes an act (`rows.ts` makes them). `held` is the document, or
 * empty where somebody was faster; `whole` the row that stands for it, and every other part begins with that.
 */
export type Writing = { whole: Statement; parts: Statement[]; /** Who else is told. */ tells?: Told[] };

/** A kind of document with its rows: queries elsewhere read them, and only acts write them. */
export type DocumentStore = {
  kind: Kind;
  read(db: Queryable, document_id: string): Promise<State>;
  /** Writes the records that were changed, as they are in `state`, or removes those that are not in it. */
  write(document_id: string, written: Written): Writing;
  /** Another document of the same kind, beside this one, as it was in `state`. Gives its id. */
  copy(db: Queryable, document_id: string, copy: { state: State; name: string; user_uid: string }): Promise<string>;
  /** What no schema tells, as whether a thing is there and in the space: why not, in words, or null. */
  check?(
    app: App,
    where: { space_id: string; document_id: string; user: Author },
    operations: readonly Operation[],
  ): Promise<string | null>;
};

export function changedBy(operations: readonly Operation[]): Changed {
  const changed: Changed = new Map();
  for (const { table, id } of operations) changed.set(table, (changed.get(table) ?? new Set()).add(id));
  return changed;
}
