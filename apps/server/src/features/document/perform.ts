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
import { join, type Statement, statement, text } from '#db/statement.ts';
import { sayIn } from '#http/streams.ts';
import { documentTopic, GONE, lockDocument, readActs } from './document.queries.ts';
import { bringUp, type Held } from './held.ts';
import { inOneGo } from './in-one-go.ts';
import type { Author, DocumentStore } from './store.ts';

/** So many acts are at most to be done again to see any state of the past. */
const VERSION_EVERY = 200;

/** Acts of another process come one behind the other: who was late once is rarely late again. */
const QUICK_TRIES = 3;

/** What stands before the words of an act that was not done by hand. */
const CAUSES = { import: '导入：', ai: 'AI：' } as const;

/** Which document, and who does something to it. */
type Target = {
  document_id: string;
  space_id: string;
  user: Author;
  /** Whether it comes by a call that says how a thing should be, not from an open page. */
  isApi?: boolean;
  /** Who does it in the person's name. */
  agent?: string;
};

export type Performed = {
  /** All that was done after the sequence of the request, own acts among them. */
  acts: DocumentAct[];
  refused: { act_id: string; message: string } | null;
  held: Held;
};

/** Acts as they were sent, or made of what the document is when its turn comes. */
type Asked = Request | ((held: Held, tx: Queryable) => Request | Promise<Request>);

/**
 * The one way to change a document: acts are moved behind what others did, judged, and counted all at once: rows, log, and
 * what is told to who looks on. That is one statement, which does nothing where somebody in another process was faster;
 * then the document's row is held first, and what they did is brought in.
 */
export async function perform(app: App, store: DocumentStore, target: Target, asked: Asked): Promise<Performed> {
  const { document_id } = target;
  if (typeof asked === 'function') {
    return app.documents.inTurn(document_id, async () => answerOf(await performHolding(app, store, target, asked)));
  }
  const told = await askAbout(app, store, target, asked.acts);
  return answerOf(
    await inOneGo(app, document_id, { target, request: asked, told }, (all) => performAll(app, store, all)),
  );
}

function answerOf({ since, own, refused, held }: Placed): Performed {
  return { acts: [...since, ...own], refused, held };
}

/** What several ask for together. Each has an answer of its own, or a refusal that is nobody else's. */
async function performAll(app: App, store: DocumentStore, all: Waiting[]): Promise<PromiseSettledResult<Placed>[]> {
  const quick = await performQuickly(app, store, all).catch((error: unknown) => {
    // Nothing of it was done. Whose fault it is comes out one by one.
    if (all.length > 1 && error instanceof AppError) return [];
    throw error;
  });
  const done: PromiseSettledResult<Placed>[] = [];
  for (const [n, { target, request, told }] of all.entries()) {
    const placed = quick[n] ?? performHolding(app, store, target, request, told);
    done.push(...(await Promise.allSettled([placed])));
  }
  return done;
}

/** Holds the document's row, so that it is as it is until this is done. */
async function performHolding(
  { db, documents }: App,
  store: DocumentStore,
  target: Target,
  asked: Asked,
  told: Told = new Map(),
): Promise<Placed> {
  const { document_id, space_id } = target;
  const done = await db.transaction(async (tx) => {
    const row = await lockDocument(tx, space_id, document_id, 'update');
    const held = await bringUp(tx, documents, store, row);
    const request = typeof asked === 'function' ? await asked(held, tx) : asked;
    const since = await readSince(tx, document_id, held, request);
    const placed = place(store, target, request, { held, since, told });
    // What a plan wrote besides goes back with it.
    if (placed.refused && typeof asked === 'function') throw new AppError('invalid', placed.refused.message);
    const run = (whole: Statement) => tx.execute(whole.asSql());
    if (placed.own.length > 0 && !(await write(run, store, [placed]))) throw new AppError('not_found', GONE);
    return placed;
  });
  documents.keep(document_id, done.held);
  return done;
}

/**
 * Without asking how far the document is. Where another process was faster, what it did is read and it is tried again.
 * Whatever does not go this way is missing in the answer, and was not done.
 */
async function performQuickly(
  { db, pool, documents }: App,
  store: DocumentStore,
  all: readonly Waiting[],
): Promise<(Placed | undefined)[]> {
  const { document_id = '' } = all[0]?.target ?? {};
  for (let tries = 0; tries < QUICK_TRIES; tries += 1) {
    let held = documents.get(document_id);
    if (!held) return [];
    const { sequence } = held;
    const placed = all.map(({ target, request, told }) => {
      const one = held && placeQuickly(store, target, request, { held, told });
      held = one?.held ?? held;
      return one;
    });
    const done = placed.filter((one) => one !== undefined);
    if (done.length === 0) return [];
    if (await write((whole) => pool.query(...whole.asQuery()), store, done)) {
      documents.keep(document_id, held);
      return placed;
    }
    documents.follow(document_id);
    documents.hear(document_id, await readActs(db, document_id, sequence));
  }
  return [];
}

function placeQuickly(
  store: DocumentStore,
  target: Target,
  request: Request,
  { held, told }: { held: Held; told: Told },
): Placed | undefined {
  const count = held.sequence - request.sequence;
  if (count < 0 || count > held.acts.length) return undefined;
  const placed = place(store, target, request, { held, since: held.acts.slice(held.acts.length - count), told });
  // What is refused, or was done before, is looked at again with the newest.
  return placed.own.length === request.acts.length ? placed : undefined;
}

/** Why an act may not be, by its id. */
type Told = ReadonlyMap<string, string>;
type Waiting = { target: Target; request: Request; told: Told };
type Placed = {
  target: Target;
  before: Held;
  /** What others did after the sequence of the request, then what was asked for now. */
  since: readonly DocumentAct[];
  own: DocumentAct[];
  refused: Performed['refused'];
  held: Held;
};

function place(
  { kind }: DocumentStore,
  target: Target,
  request: Request,
  { held, since, told }: { held: Held; since: readonly DocumentAct[]; told: Told },
): Placed {
  const judge = (before: State, operations: readonly Operation[], after: State, act_id: string) =>
    told.get(act_id) ?? refuseAll(kind, before, operations, after);
  const { state, acts, refused } = placeActs(held.state, request, since, judge);
  const own = name(kind, held.state, acts, target);
  const { sequence, version_sequence } = held;
  const isVersionDue = own.length > 0 && (version_sequence === null || sequence - version_sequence >= VERSION_EVERY);
  const now: Held = {
    ...held,
    sequence: sequence + own.length,
    version_sequence: isVersionDue ? sequence : version_sequence,
    state,
    acts: [...held.acts, ...own],
  };
  return { target, before: held, since, own, refused, held: now };
}

/** What takes a question to the database is found out before the document is held. */
async function askAbout(app: App, store: DocumentStore, target: Target, acts: readonly Act[]): Promise<Told> {
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
  { sequence: after }: Request,
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
  { user, agent }: Target,
): DocumentAct[] {
  const created_at = new Date().toISOString();
  return acts.map(({ sequence, act_id, operations, cause }, n) => {
    const words = describe(kind, state, operations);
    if (n < acts.length - 1) state = applyAll(state, operations);
    return {
      sequence,
      act_id,
      operations,
      ...(cause && { cause }),
      words:
        cause === 'restore' ? '恢复历史版本' : `${agent ? `${agent}：` : ((cause && CAUSES[cause]) ?? '')}${words}`,
      user_uid: user?.user_uid ?? null,
      user_name: user?.name ?? '',
      created_at,
    };
  });
}

type Run = (whole: Statement) => Promise<{ rows: unknown[] }>;

/** Whether it was done: false where the document stands elsewhere by now, and nothing was. Each begins where the one before ends. */
async function write(run: Run, store: DocumentStore, all: readonly Placed[]): Promise<boolean> {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return true;
  const { document_id, space_id } = first.target;
  const { sequence } = first.before;
  const own = all.flatMap((one) => one.own);
  const writing = store.write(document_id, {
    before: first.before.state,
    state: last.held.state,
    operations: own.flatMap(({ operations }) => operations),
    users: [...new Map(all.map(({ target: { user } }) => [user?.user_uid, user])).values()],
  });
  const logged = all.flatMap(({ target: { isApi }, own: acts }) =>
    acts.map(({ user_name: _name, cause, ...act }) => ({ ...act, cause: cause ?? (isApi ? 'api' : null) })),
  );
  const version = all.find(({ before, held }) => held.version_sequence !== before.version_sequence)?.before;
  const acts = { topic: documentTopic(document_id), event: 'message' as const, data: { acts: own } };
  const { parts, notice } = sayIn([acts, ...(writing.tells ?? [])], 'whole');
  const steps = [
    statement`held as (
      select document_id, space_id from document
      where document_id = ${document_id} and space_id = ${space_id} and sequence = ${sequence} and deleted_at is null
      for update)`,
    statement`whole as (${writing.whole})`,
    ...writing.parts.map((part, n) => statement`${text(`part${n}`)} as (${part})`),
    statement`logged as (
      insert into document_act (document_id, sequence, act_id, user_uid, cause, words, operations, created_at)
      select whole.document_id, act.* from whole, jsonb_to_recordset(${JSON.stringify(logged)}::jsonb) as act (
        sequence int, act_id text, user_uid text, cause text, words text, operations jsonb, created_at timestamptz))`,
    statement`moved as (
      update document set sequence = ${last.held.sequence}, version_sequence = greatest(document.version_sequence, ${last.held.version_sequence}::int)
      from whole where document.document_id = whole.document_id)`,
    ...(version
      ? [
          statement`kept as (
            insert into document_version (document_id, sequence, state)
            select document_id, ${version.sequence}::int, ${JSON.stringify(version.state)}::jsonb from whole
            on conflict do nothing)`,
        ]
      : []),
    ...parts,
  ];
  const { rows } = await run(statement`with ${join(steps)} select ${notice} from whole`).catch(orUsedElsewhere);
  return rows.length > 0;
}

/** What PostgreSQL says of an empty value in a column that has one always: see `rows.ts`. */
const EMPTY = '23502';
/** The index that knows every act of a document by its id. */
const ACT_IDS = 'document_act_id';

function orUsedElsewhere(error: unknown): never {
  const { cause = error } = error as Error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  // Sent again as if it came after itself. Answered as a trouble of the server, it would be sent again and again.
  if (constraint === ACT_IDS) throw new AppError('invalid', '这一步已经保存过了，请刷新页面');
  if (code !== EMPTY) throw error;
  throw new AppError('invalid', '这个编号已经用过，请刷新页面后再试');
}

/** A call that says how something should be: refused as any call is. */
export async function change(
  app: App,
  store: DocumentStore,
  target: Target,
  plan: (held: Held, tx: Queryable) => Operation[] | Promise<Operation[]>,
): Promise<void> {
  const agent = app.acting && { agent: app.acting.name };
  await perform(app, store, { ...target, isApi: true, ...agent }, async (held, tx) => {
    const operations = await plan(held, tx);
    // What an agent does can be found again by its run, and taken back as one.
    const own = app.acting && { act_id: `${app.acting.run_id}-${newId()}`, cause: 'ai' as const };
    return { sequence: held.sequence, acts: operations.length > 0 ? [{ act_id: newId(), operations, ...own }] : [] };
  });
}
