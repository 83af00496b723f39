import { AppError, document as calls, type DocumentPerson, ROLES } from '@mixreel/contract';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { implement, type Route } from '#http/route.ts';
import { documentTopic, GONE, lockDocument, readActs } from './document.queries.ts';
import { document, document_act, document_version } from './document.tables.ts';
import { holdFloods } from './flood.ts';
import { bringUp } from './held.ts';
import { readHistory, readStateAt } from './history.ts';
import { perform } from './perform.ts';
import type { DocumentStore } from './store.ts';
import { weigh } from './weigh.ts';

/** Said by NOTIFY alone: where somebody is right now is nothing to keep. */
const HERE = 'here';
/** A notification has 8,000 bytes. */
const AVATAR_MAX = 1000;
/** What a page takes over that was away; with more than this it opens the document anew. */
const MISSED_BYTES_MAX = 8 * 1024 * 1024;
/** What of an act weighs as much as another one. */
const CHARACTERS_AN_ACT = 20_000;
/** What a column of whole numbers holds. */
const SEQUENCE_MAX = 2_147_483_647;

export function documentRoutes(stores: DocumentStore[]): Route[] {
  const storeOf = (kind: string) => {
    const store = stores.find((one) => one.kind.kind === kind);
    if (!store) throw new Error(`No store for documents of the kind ${kind}`);
    return store;
  };
  const floods = holdFloods();

  return implement(calls, {
    async open({ document_id }, { db, space, documents }) {
      const opened = await db.transaction(async (tx) => {
        const row = await lockDocument(tx, space.space_id, document_id, 'share');
        return { kind: row.kind, held: await bringUp(tx, documents, storeOf(row.kind), row) };
      });
      const { kind, held } = opened;
      documents.keep(document_id, held);
      return { document_id, kind, sequence: held.sequence, state: held.state };
    },

    async perform({ document_id, sequence, acts }, context) {
      const { space, user, session_id } = context;
      const weight = acts.reduce((sum, { operations }) => sum + 1 + weigh(operations) / CHARACTERS_AN_ACT, 0);
      await floods.wait(`${session_id} ${document_id}`, weight, context);
      const store = storeOf(await requireKind(context, document_id));
      const target = { document_id, space_id: space.space_id, user };
      const { acts: done, refused } = await perform(context, store, target, { sequence, acts });
      return { acts: done, refused };
    },

    async acts({ document_id, sequence }, { db, space }) {
      const [row] = await db
        .select({ sequence: document.sequence })
        .from(document)
        .where(and(eq(document.document_id, document_id), eq(document.space_id, space.space_id)));
      const acts = await readActs(db, document_id, sequence, MISSED_BYTES_MAX);
      return { acts: acts.length >= (row?.sequence ?? 0) - sequence ? acts : null };
    },

    async here({ document_id, client_id, place, is_gone }, { db, streams, user, space }) {
      const person: DocumentPerson = {
        client_id,
        user_uid: user.user_uid,
        user_name: user.name,
        avatar: user.avatar && user.avatar.length <= AVATAR_MAX ? user.avatar : null,
        place,
        is_gone,
        can_edit: ROLES.indexOf(space.role) > 0,
      };
      await streams.signal(db, HERE, `${document_id} ${JSON.stringify(person)}`);
      return {};
    },

    async history({ document_id, before = SEQUENCE_MAX }, context) {
      await requireDocument(context, document_id);
      return readHistory(context.db, document_id, before);
    },

    async at({ document_id, sequence }, context) {
      await requireDocument(context, document_id);
      return { sequence, state: await readStateAt(context.db, document_id, sequence) };
    },

    async nameVersion({ document_id, sequence, version_name }, context) {
      const { db } = context;
      await requireDocument(context, document_id);
      const created_at = await readTimeOf(db, document_id, sequence);
      const state = await readStateAt(db, document_id, sequence);
      await db
        .insert(document_version)
        .values({ document_id, sequence, state, version_name, ...(created_at && { created_at }) })
        .onConflictDoUpdate({
          target: [document_version.document_id, document_version.sequence],
          set: { version_name },
        });
      return {};
    },

    async branch({ document_id, sequence, name }, context) {
      const { db, user } = context;
      const store = storeOf(await requireDocument(context, document_id));
      const state = await readStateAt(db, document_id, sequence);
      const copy = { state, name, user_uid: user.user_uid };
      return { document_id: await db.transaction((tx) => store.copy(tx, document_id, copy)) };
    },

    async changes({ document_id }, { streams }) {
      return {
        topic: documentTopic(document_id),
        live: (say) =>
          streams.onSignal(HERE, (payload) => {
            if (!payload.startsWith(`${document_id} `)) return;
            say({ person: JSON.parse(payload.slice(document_id.length + 1)) as DocumentPerson });
          }),
      };
    },
  });
}

/** Whether it is in the space was asked before; what it is never changes. */
async function requireKind(context: Context, document_id: string): Promise<string> {
  return context.documents.get(document_id)?.kind ?? requireDocument(context, document_id);
}

/** What is in a bin shows nobody its past. Gives of which kind it is. */
async function requireDocument({ db, space }: Context, document_id: string): Promise<string> {
  const [row] = await db
    .select({ kind: document.kind })
    .from(document)
    .where(
      and(eq(document.document_id, document_id), eq(document.space_id, space.space_id), isNull(document.deleted_at)),
    );
  if (!row) throw new AppError('not_found', GONE);
  return row.kind;
}

async function readTimeOf(db: Queryable, document_id: string, sequence: number): Promise<string | undefined> {
  const [row] = await db
    .select({ created_at: document_act.created_at })
    .from(document_act)
    .where(and(eq(document_act.document_id, document_id), eq(document_act.sequence, sequence)));
  return row?.created_at;
}
