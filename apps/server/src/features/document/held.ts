import type { DocumentAct } from '@mixreel/contract';
import { applyAll, type State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { readActs } from './document.queries.ts';
import type { document } from './document.tables.ts';
import type { DocumentStore } from './store.ts';

/** A document as it was after an act, and the acts up to it that are still at hand. */
export type Held = { kind: string; sequence: number; state: State; acts: readonly DocumentAct[] };

/** Documents that this process worked on last. What another process did since is read from the log. */
export type HeldDocuments = {
  get(document_id: string): Held | undefined;
  keep(document_id: string, held: Held): void;
};

const DOCUMENTS_MAX = 200;
const ACTS_MAX = 200;
/** Further behind than this, reading the rows costs less. */
const BEHIND_MAX = 200;

export function holdDocuments(): HeldDocuments {
  const held = new Map<string, Held>();
  return {
    get: (document_id) => held.get(document_id),
    keep(document_id, { acts, ...rest }) {
      const before = held.get(document_id);
      // Whoever committed first may say so last.
      if (before && before.sequence > rest.sequence) return;
      held.delete(document_id);
      held.set(document_id, { ...rest, acts: acts.slice(-ACTS_MAX) });
      const [oldest] = held.keys();
      if (held.size > DOCUMENTS_MAX && oldest !== undefined) held.delete(oldest);
    },
  };
}

type Row = Pick<typeof document.$inferSelect, 'document_id' | 'sequence'>;

/** A document as it stands in the database, for whoever holds its row. */
export async function bringUp(
  db: Queryable,
  documents: HeldDocuments,
  store: DocumentStore,
  { document_id, sequence }: Row,
): Promise<Held> {
  const known = documents.get(document_id);
  if (known?.sequence === sequence) return known;
  if (known && known.sequence < sequence && sequence - known.sequence <= BEHIND_MAX) {
    const acts = await readActs(db, document_id, known.sequence);
    if (acts.length === sequence - known.sequence) {
      const state = applyAll(
        known.state,
        acts.flatMap(({ operations }) => operations),
      );
      return { kind: known.kind, sequence, state, acts: [...known.acts, ...acts] };
    }
  }
  return { kind: store.kind.kind, sequence, state: await store.read(db, document_id), acts: [] };
}
