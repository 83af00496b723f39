import { AppError, type Fact, type Passage } from '@mixreel/contract';
import type { State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { document } from '#features/document/document.tables.ts';
import type { DocumentStore } from '#features/document/store.ts';
import { mixDocument } from '#features/mix/mix.document.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { storyDocument } from '#features/story/story.document.ts';
import { story_board } from '#features/story/story.tables.ts';
import { mixPassages, type Parts, storyPassages } from './passages.ts';
import { type Put, putMix, putStory } from './put-texts.ts';

/** A kind of document that can be had in another language. */
type Translated = {
  store: DocumentStore;
  passages(state: State, parts: Parts): Passage[];
  put(state: State, put: Put): State;
};
const KINDS: Record<string, Translated> = {
  story: { store: storyDocument, passages: storyPassages, put: putStory },
  mix: { store: mixDocument, passages: mixPassages, put: putMix },
};

/** What is known of a document without what is in it. */
export type Named = { document_id: string; kind: string; project_id: string; name: string };

/** Those of the documents that are there, not in the bin. */
export async function readNamed(db: Queryable, space_id: string, ids: string[]): Promise<Named[]> {
  if (ids.length === 0) return [];
  const boards = await db
    .select({
      document_id: story_board.story_board_id,
      kind: document.kind,
      project_id: story_board.project_id,
      name: story_board.board_name,
    })
    .from(story_board)
    .innerJoin(document, eq(document.document_id, story_board.story_board_id))
    .where(
      and(eq(story_board.space_id, space_id), inArray(story_board.story_board_id, ids), isNull(story_board.deleted_at)),
    );
  const mixes = await db
    .select({
      document_id: mproject.mproject_id,
      kind: document.kind,
      project_id: mproject.project_id,
      name: mproject.mproject_name,
    })
    .from(mproject)
    .innerJoin(document, eq(document.document_id, mproject.mproject_id))
    .where(and(eq(mproject.space_id, space_id), inArray(mproject.mproject_id, ids), isNull(mproject.deleted_at)));
  return [...boards, ...mixes];
}

type Opened = Named & { state: State; passages: Passage[]; translated: Translated };

/** A document with what is to be translated of it. Throws for what is no board and no mix. */
export async function openTranslated(
  db: Queryable,
  space_id: string,
  document_id: string,
  parts: Parts,
): Promise<Opened> {
  const [named] = await readNamed(db, space_id, [document_id]);
  const translated = named && KINDS[named.kind];
  if (!translated) throw new AppError('not_found', '故事板或混剪不存在，或已被删除');
  const state = await translated.store.read(db, document_id);
  return { ...named, state, passages: translated.passages(state, parts), translated };
}

/** Names that the document locks: they are written as they are in every language. */
export function lockedNames(state: State): string[] {
  const facts = Object.values(state['fact'] ?? {}) as unknown as Pick<Fact, 'kind' | 'text' | 'locked'>[];
  return facts.filter(({ kind, locked }) => kind === 'name' && locked).map(({ text }) => text);
}
