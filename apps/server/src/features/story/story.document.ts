import { AppError, storyKind, type StoryReference, storySettingsOf } from '@mixreel/contract';
import type { Fields, Operation, State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { addDocument } from '#features/document/document.queries.ts';
import { changesOf, documentRows, wholeRow } from '#features/document/rows.ts';
import { changedBy, type DocumentStore } from '#features/document/store.ts';
import { insertFactTables, readFactTables, refuseAcceptances, writeFactTables } from '#features/fact/fact.document.ts';
import { hasForeign } from '#features/material/foreign.ts';
import { material } from '#features/material/material.tables.ts';
import { shooting_script, story_board } from './story.tables.ts';

const FOREIGN = '参考画面的素材不在这个空间里，请重新选择';

type Records = Record<string, Fields>;
type Row = typeof shooting_script.$inferInsert;

const putRows = documentRows(shooting_script, { owner: 'story_board_id', id: 'row_id', isPerDocument: true });

/** A board and its rows as a document. */
export const storyDocument: DocumentStore = {
  kind: storyKind,

  async read(db, story_board_id) {
    const [board] = await db
      .select({
        board_name: story_board.board_name,
        target_ms: story_board.target_ms,
        voice_id: story_board.voice_id,
        rate: story_board.rate,
        brief: story_board.brief,
      })
      .from(story_board)
      .where(eq(story_board.story_board_id, story_board_id));
    if (!board) throw new AppError('not_found', '故事板不存在或已被删除');
    return {
      board: { board },
      row: await readRecords(db, story_board_id),
      ...(await readFactTables(db, story_board_id)),
    };
  },

  write(_id, { state, operations }) {
    const changed = changedBy(operations);
    return {
      whole: wholeRow(story_board, 'story_board_id', changed.has('board') ? storySettingsOf(state) : {}),
      parts: [...putRows(changesOf(state, 'row', changed)), ...writeFactTables(state, changed)],
    };
  },

  async copy(db, document_id, { state, name, user_uid }) {
    return copyStory(db, document_id, { state, board_name: name, user_uid });
  },

  async check({ db }, where, operations) {
    if (await hasForeign(db, where, referencesOf(operations))) return FOREIGN;
    return refuseAcceptances(db, where, operations);
  },
};

/** Throws for rows that refer to what is not in the space. */
export async function requireReferences(
  db: Queryable,
  space_id: string,
  rows: readonly { reference?: StoryReference | null | undefined }[],
): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ reference }) => reference?.material_id ?? []))];
  if (ids.length === 0) return;
  const found = await db.$count(material, and(eq(material.space_id, space_id), inArray(material.material_id, ids)));
  if (found < ids.length) throw new AppError('invalid', FOREIGN);
}

type Copy = {
  state: State;
  board_name: string;
  user_uid: string;
  project_id?: string | undefined;
  /** Nothing of what it was read from is left in it. */
  is_own?: boolean;
};

/** Another board with what is in `state`, beside this one or in another project of the space. */
export async function copyStory(
  db: Queryable,
  document_id: string,
  { state, board_name, user_uid, project_id, is_own = false }: Copy,
): Promise<string> {
  const [source] = await db
    .select({
      space_id: story_board.space_id,
      project_id: story_board.project_id,
      origin: story_board.origin,
      source_material_id: story_board.source_material_id,
      pace: story_board.pace,
    })
    .from(story_board)
    .where(eq(story_board.story_board_id, document_id));
  if (!source) throw new AppError('not_found', '故事板不存在或已被删除');
  const own = is_own && { origin: 'own' as const, source_material_id: null };
  const about = { ...source, ...own, ...(project_id && { project_id }), created_by: user_uid };
  return addStory(db, { ...about, ...storySettingsOf(state), board_name }, state);
}

type NewStory = Omit<typeof story_board.$inferInsert, 'story_board_id'>;

/** A board with its rows and facts, registered as a document. Gives its id. */
export async function addStory(db: Queryable, board: NewStory, state: State): Promise<string> {
  const story_board_id = newId();
  await db.insert(story_board).values({ ...board, story_board_id });
  await addDocument(db, { document_id: story_board_id, kind: storyKind.kind, space_id: board.space_id });
  await insertRows(db, story_board_id, state['row'] ?? {});
  await insertFactTables(db, story_board_id, state);
  return story_board_id;
}

async function insertRows(db: Queryable, story_board_id: string, records: Records): Promise<void> {
  const rows = Object.entries(records).map(([row_id, row]) => ({
    ...(row as Omit<Row, 'row_id'>),
    row_id,
    story_board_id,
  }));
  if (rows.length > 0) await db.insert(shooting_script).values(rows);
}

async function readRecords(db: Queryable, story_board_id: string): Promise<Records> {
  const rows = await db.select().from(shooting_script).where(eq(shooting_script.story_board_id, story_board_id));
  return Object.fromEntries(rows.map(({ story_board_id: _of, row_id, ...row }) => [row_id, row]));
}

/** Which materials operations bring in as references. */
function referencesOf(operations: readonly Operation[]): string[] {
  const given = operations.flatMap((one) => {
    if (one.table !== 'row') return [];
    if (one.do === 'add') return [one.record['reference']];
    return one.do === 'set' && one.path[0] === 'reference' ? [one.value] : [];
  });
  return [...new Set(given.flatMap((one) => (one as StoryReference | null)?.material_id ?? []))];
}
