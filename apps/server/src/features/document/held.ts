import type { DocumentAct } from '@mixreel/contract';
import { applyAll, type State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import type { Streams } from '#http/streams.ts';
import { documentTopic, readActs } from './document.queries.ts';
import type { document } from './document.tables.ts';
import type { DocumentStore } from './store.ts';
import { weigh } from './weigh.ts';

/** A document as it was after an act, and the acts up to it that are still at hand. */
export type Held = {
  kind: string;
  sequence: number;
  /** Of the newest state that was kept whole, as far as this process knows. */
  version_sequence: number | null;
  state: State;
  acts: readonly DocumentAct[];
};

/** Documents that this process worked on last. What another process did since is read from the log. */
export type HeldDocuments = {
  get(document_id: string): Held | undefined;
  keep(document_id: string, held: Held): void;
  /** What another process did, in order. */
  hear(document_id: string, acts: readonly DocumentAct[]): void;
  /** Another process works on it, too: from now on what is done there is heard here. */
  follow(document_id: string): void;
  /** Does one thing to a document after another, so that those who come at once need not wait in the database. */
  inTurn<T>(document_id: string, run: () => Promise<T>): Promise<T>;
};

const DOCUMENTS_MAX = 200;
const ACTS_MAX = 200;
/** What the acts of one document come to at most, in characters. */
const ACTS_WEIGHT_MAX = 1_000_000;
/** Further behind than this, reading the rows costs less. */
const BEHIND_MAX = 200;

export function holdDocuments(streams: Pick<Streams, 'subscribe'>): HeldDocuments {
  const documents = new Map<string, Held>();
  const followed = new Map<string, Promise<() => void>>();
  const turns = new Map<string, Promise<unknown>>();
  const weights = new WeakMap<DocumentAct, number>();

  /** The newest of them, as many as are worth holding. */
  function newest(acts: readonly DocumentAct[]): readonly DocumentAct[] {
    let [at, weight] = [acts.length, 0];
    while (at > 0 && acts.length - at < ACTS_MAX) {
      const act = acts[at - 1]!;
      const own = weights.get(act) ?? weigh(act.operations);
      weights.set(act, own);
      weight += own;
      if (weight > ACTS_WEIGHT_MAX) break;
      at -= 1;
    }
    return at > 0 ? acts.slice(at) : acts;
  }

  function keep(document_id: string, { acts, ...rest }: Held): void {
    const before = documents.get(document_id);
    // Whoever committed first may say so last.
    if (before && before.sequence > rest.sequence) return;
    documents.delete(document_id);
    documents.set(document_id, { ...rest, acts: newest(acts) });
    const [oldest] = documents.keys();
    if (documents.size <= DOCUMENTS_MAX || oldest === undefined) return;
    documents.delete(oldest);
    void followed.get(oldest)?.then((end) => end());
    followed.delete(oldest);
  }

  /** What is known of them already, by one way or another, is left out. */
  function hear(document_id: string, acts: readonly DocumentAct[]): void {
    const held = documents.get(document_id);
    const news = held ? acts.filter(({ sequence }) => sequence > held.sequence) : [];
    if (held && news[0]?.sequence === held.sequence + 1) keep(document_id, advance(held, news));
  }

  return {
    get: (document_id) => documents.get(document_id),
    keep,
    hear,
    follow(document_id) {
      if (followed.has(document_id)) return;
      const following = streams.subscribe(documentTopic(document_id), null, (event) => {
        // What this process did itself is heard as well: of that the first number is enough.
        const first = Number(/^\{"acts":\[\{"sequence":(\d+)/.exec(event.text)?.[1] ?? Infinity);
        if (first <= (documents.get(document_id)?.sequence ?? -1)) return;
        hear(document_id, (event.data as { acts: DocumentAct[] }).acts);
      });
      followed.set(
        document_id,
        following.catch(() => () => {}),
      );
    },
    async inTurn(document_id, run) {
      const before = turns.get(document_id);
      const turn = before ? before.then(run, run) : run();
      turns.set(document_id, turn);
      try {
        return await turn;
      } finally {
        if (turns.get(document_id) === turn) turns.delete(document_id);
      }
    },
  };
}

function advance(held: Held, acts: readonly DocumentAct[]): Held {
  const state = applyAll(
    held.state,
    acts.flatMap(({ operations }) => operations),
  );
  return { ...held, sequence: held.sequence + acts.length, state, acts: [...held.acts, ...acts] };
}

type Row = Pick<typeof document.$inferSelect, 'document_id' | 'sequence' | 'version_sequence'>;

/** A document as it stands in the database, for whoever holds its row. */
export async function bringUp(
  db: Queryable,
  documents: HeldDocuments,
  store: DocumentStore,
  { document_id, sequence, version_sequence }: Row,
): Promise<Held> {
  const known = documents.get(document_id);
  if (known?.sequence === sequence) return known;
  if (known && known.sequence < sequence && sequence - known.sequence <= BEHIND_MAX) {
    documents.follow(document_id);
    const acts = await readActs(db, document_id, known.sequence);
    if (acts.length === sequence - known.sequence) return { ...advance(known, acts), version_sequence };
  }
  const state = await store.read(db, document_id);
  return { kind: store.kind.kind, sequence, version_sequence, state, acts: [] };
}
