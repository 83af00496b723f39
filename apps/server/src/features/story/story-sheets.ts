import { AppError, type Fact, type StoryFactNews, storyOf } from '@mixreel/contract';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, inArray, isNull, sql } from '#db/orm.ts';
import { fact } from '#features/fact/fact.tables.ts';
import { changeMix } from '#features/mix/edit-mix.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { planSheet } from './plan-sheet.ts';
import { storyDocument } from './story.document.ts';
import { story_board, story_link } from './story.tables.ts';

export async function newsOfBoard(db: Queryable, story_board_id: string): Promise<StoryFactNews[]> {
  const mixes = await db
    .selectDistinct({ id: story_link.mproject_id })
    .from(story_link)
    .where(eq(story_link.story_board_id, story_board_id));
  const news = await Promise.all(mixes.map(({ id }) => newsOfMix(db, id)));
  return news.flat().filter((one) => one.story_board_id === story_board_id);
}

/** Where the boards that a mix was made of have other facts by now than it carries. */
export async function newsOfMix(db: Queryable, mproject_id: string): Promise<StoryFactNews[]> {
  const boards = await db
    .selectDistinct({ id: story_link.story_board_id, deleted_at: story_board.deleted_at })
    .from(story_link)
    .innerJoin(story_board, eq(story_board.story_board_id, story_link.story_board_id))
    .innerJoin(mproject, eq(mproject.mproject_id, story_link.mproject_id))
    .where(and(eq(story_link.mproject_id, mproject_id), isNull(mproject.deleted_at)))
    .orderBy(asc(story_link.story_board_id));
  const ids = boards.map(({ id }) => id);
  const [first] = boards.filter(({ deleted_at }) => deleted_at === null);
  if (!first) return [];
  const rows = await db
    .select()
    .from(fact)
    .where(inArray(fact.document_id, [mproject_id, ...ids]))
    .orderBy(sql`${fact.rank} collate "C"`);
  const own = new Map(rows.filter(isOf(mproject_id)).map((one) => [one.fact_id, one]));
  const ofBoards = rows.filter((one) => one.document_id !== mproject_id);
  const told = boards.flatMap(({ id: story_board_id, deleted_at }) =>
    (deleted_at ? [] : ofBoards.filter(isOf(story_board_id))).flatMap((one): StoryFactNews[] => {
      const there = own.get(one.fact_id);
      // Copies of a board have facts by the same name: what one of them says is no mistake.
      const isKnown = there && ofBoards.some((other) => other.fact_id === one.fact_id && isSame(other, there));
      if (isKnown) return [];
      const about = { story_board_id, mproject_id, fact_id: one.fact_id, board_fact: wordsOf(one) };
      return [{ ...about, news: there ? 'changed' : 'added', mix_fact: there ? wordsOf(there) : null }];
    }),
  );
  const gone = [...own.values()].filter(({ fact_id }) => !ofBoards.some((one) => one.fact_id === fact_id));
  return [
    ...told,
    ...gone.map((one): StoryFactNews => {
      const about = { story_board_id: first.id, mproject_id, fact_id: one.fact_id, news: 'gone' as const };
      return { ...about, board_fact: null, mix_fact: wordsOf(one) };
    }),
  ];
}

type FactRow = typeof fact.$inferSelect;

function isOf(document_id: string): (row: FactRow) => boolean {
  return (row) => row.document_id === document_id;
}

const COMPARED = ['kind', 'text', 'value', 'unit', 'locked'] as const satisfies (keyof Fact)[];

function isSame(one: FactRow, other: FactRow): boolean {
  return COMPARED.every((field) => one[field] === other[field]);
}

function wordsOf({ text, locked }: FactRow): string {
  return locked ? text : `${text}（未锁定）`;
}

/** The board's sheet as it is now, with what was accepted of its rows: an act of the mix, which its check then goes by. */
export async function carryFacts(
  context: Context,
  { story_board_id, mproject_id }: { story_board_id: string; mproject_id: string },
): Promise<{ count: number }> {
  const { db, space } = context;
  const links = await db
    .select({ row_id: story_link.row_id, shooting_id: story_link.shooting_id })
    .from(story_link)
    .innerJoin(mproject, eq(mproject.mproject_id, story_link.mproject_id))
    .where(
      and(
        eq(story_link.story_board_id, story_board_id),
        eq(story_link.mproject_id, mproject_id),
        eq(mproject.space_id, space.space_id),
        isNull(mproject.deleted_at),
      ),
    );
  if (links.length === 0) throw new AppError('not_found', '这个混剪和故事板已经没有联系，请刷新后再看');
  const news = (await newsOfMix(db, mproject_id)).filter((one) => one.story_board_id === story_board_id);
  const gone = new Set(news.flatMap((one) => (one.news === 'gone' ? one.fact_id : [])));
  const board = storyOf(await storyDocument.read(db, story_board_id));
  const places = new Map(links.map(({ row_id, shooting_id }) => [row_id, shooting_id]));
  if (news.length > 0) await changeMix(context, mproject_id, ({ state }) => planSheet(state, board, places, gone));
  return { count: news.length };
}
