import { AppError, type DocumentAct } from '@mixreel/contract';
import {
  type Act,
  applyAll,
  describe,
  type Kind,
  type Operation,
  placeActs,
  refuseAll,
  type Request,
  type State,
} from '@mixreel/document';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { sql } from '#db/orm.ts';
import { type DocumentRow, documentTopic, lockDocument, readActs } from './document.queries.ts';
import { document, document_act, document_version } from './document.tables.ts';
import { bringUp, type Held } from './held.ts';
import type { Author, DocumentStore } from './store.ts';

/** So many acts are at most to be done again to see any state of the past. */
const VERSION_EVERY = 200;

/** Which document, and who does something to it. */
type Target = {
  document_id: string;
  space_id: string;
  user: Author;
  /** Whether it comes by a call that says how a thing should be, not from an open page. */
  isApi?: boolean;
};

export type Performed = {
  /** All that was done after the sequence of the request, own acts among them. */
  acts: DocumentAct[];
  refused: { act_id: string; message: string } | null;
  held: Held;
};

type Parts = App;
/** Acts as they were sent, or made of what the document is when its turn comes. */
type Asked = Request | ((held: Held, tx: Queryable) => Request | Promise<Request>);

/**
 * The one way to change a document. Its row is held, so that acts get one order; what others did meanwhile is brought in,
 * the acts are moved behind it, judged, and counted all at once: rows, log, and what is told to who looks on.
 */
export async function perform(app: Parts, store: DocumentStore, target: Target, asked: Asked): Promise<Performed> {
  const { document_id, space_id } = target;
  const told = typeof asked === 'function' ? new Map<string, string>() : await askAbout(app, store, target, asked.acts);
  const done = await app.db.transaction(async (tx) => {
    const row = await lockDocument(tx, space_id, document_id, 'update');
    const held = await bringUp(tx, app.documents, store, row);
    const request = typeof asked === 'function' ? await asked(held, tx) : asked;
    const since = await readSince(tx, document_id, held, request.sequence);
    const judge = (state: State, operations: readonly Operation[], act_id: string) =>
      told.get(act_id) ?? refuseAll(store.kind, state, operations);
    const placed = placeActs(held.state, request, since, judge);
    const acts = name(store.kind, held.state, placed.acts, target);
    const now: Held = {
      kind: held.kind,
      sequence: row.sequence + acts.length,
      state: placed.state,
      acts: [...held.acts, ...acts],
    };
    if (acts.length > 0) await write(app, tx, store, row, { before: held.state, acts, now, target });
    return { acts: [...since, ...acts], refused: placed.refused, held: now };
  });
  app.documents.keep(document_id, done.held);
  return done;
}

/** What takes a question to the database is found out before the document is held. */
async function askAbout(app: Parts, store: DocumentStore, target: Target, acts: readonly Act[]) {
  const told = new Map<string, string>();
  for (const { act_id, operations } of acts) {
    const message = await store.check?.(app, target, operations);
    if (message) told.set(act_id, message);
  }
  return told;
}

async function readSince(
  db: Queryable,
  document_id: string,
  { sequence, acts }: Held,
  after: number,
): Promise<readonly DocumentAct[]> {
  if (after > sequence) throw new AppError('invalid', '这一步还没有发生，请刷新页面');
  const count = sequence - after;
  const since = count <= acts.length ? acts.slice(acts.length - count) : await readActs(db, document_id, after);
  if (since.length < count) {
    throw new AppError('conflict', '这些修改做得太早，那时的内容已不逐步保留，请在最新内容上再改');
  }
  return since;
}

function name(
  kind: Kind,
  state: State,
  acts: readonly (Act & { sequence: number })[],
  { user }: Target,
): DocumentAct[] {
  const created_at = new Date().toISOString();
  return acts.map(({ sequence, act_id, operations, cause }) => {
    const words = describe(kind, state, operations);
    state = applyAll(state, operations);
    return {
      sequence,
      act_id,
      operations,
      ...(cause && { cause }),
      words: cause === 'restore' ? '恢复历史版本' : cause === 'import' ? `导入：${words}` : words,
      user_uid: user?.user_uid ?? null,
      user_name: user?.name ?? '',
      created_at,
    };
  });
}

type Done = { before: State; acts: DocumentAct[]; now: Held; target: Target };

async function write(
  app: Parts,
  tx: Queryable,
  store: DocumentStore,
  { document_id, sequence, version_sequence }: DocumentRow,
  { before, acts, now, target }: Done,
): Promise<void> {
  const isVersionDue = version_sequence === null || sequence - version_sequence >= VERSION_EVERY;
  if (isVersionDue) {
    await tx.insert(document_version).values({ document_id, sequence, state: before }).onConflictDoNothing();
  }
  const operations = acts.flatMap((act) => act.operations);
  await store.write(app, tx, document_id, { before, state: now.state, operations, user: target.user });
  const logged = acts.map(({ user_name: _name, cause, ...act }) => ({
    ...act,
    cause: cause ?? (target.isApi ? 'api' : null),
  }));
  // One statement: everybody else waits for the document meanwhile.
  await tx.execute(sql`
    with logged as (
      insert into ${document_act} (document_id, sequence, act_id, user_uid, cause, words, operations, created_at)
      select ${document_id}, act.* from jsonb_to_recordset(${JSON.stringify(logged)}::jsonb) as act (
        sequence int, act_id text, user_uid text, cause text, words text, operations jsonb, created_at timestamptz
      )
    )
    update ${document}
    set sequence = ${now.sequence}, version_sequence = ${isVersionDue ? sequence : version_sequence}::int
    where document_id = ${document_id}`);
  await app.streams.publish(tx, documentTopic(document_id), 'message', { acts });
}

/** A call that says how something should be: refused as any call is. */
export async function change(
  app: Parts,
  store: DocumentStore,
  target: Target,
  plan: (held: Held, tx: Queryable) => Operation[] | Promise<Operation[]>,
): Promise<void> {
  const { refused } = await perform(app, store, { ...target, isApi: true }, async (held, tx) => {
    const operations = await plan(held, tx);
    return { sequence: held.sequence, acts: operations.length > 0 ? [{ act_id: newId(), operations }] : [] };
  });
  if (refused) throw new AppError('invalid', refused.message);
}
