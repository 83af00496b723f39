import { AppError, type LINE_NEWS, planStory, planText, storyOf, type StoryLink } from '@mixreel/contract';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, isNull, type SQL, sql } from '#db/orm.ts';
import { change } from '#features/document/perform.ts';
import { changeMix } from '#features/mix/edit-mix.ts';
import { mproject, script, shooting, video_clip } from '#features/mix/mix.tables.ts';
import { planSheet } from './plan-sheet.ts';
import { requireFacts } from './require-facts.ts';
import { storyDocument } from './story.document.ts';
import { shooting_script, story_board, story_link } from './story.tables.ts';

/** Of a shooting that has several wordings, the first is the row's. */
const FIRST_SCRIPT = sql`(select w.script_id from ${script} w where w.shooting_id = ${story_link.shooting_id}
  order by w.rank collate "C", w.script_id limit 1)`;

/** Links of which both ends are there. */
async function readLinks(db: Queryable, which: SQL | undefined): Promise<(StoryLink & { script_id: string })[]> {
  const rows = await db
    .select({
      story_board_id: story_link.story_board_id,
      project_id: story_board.project_id,
      board_name: story_board.board_name,
      row_id: story_link.row_id,
      mproject_id: story_link.mproject_id,
      mproject_name: mproject.mproject_name,
      shooting_id: story_link.shooting_id,
      clip_count: sql<number>`(select count(*)::int from ${video_clip} c
        where c.shooting_id = ${story_link.shooting_id} and c.deleted_at is null)`,
      board_line: shooting_script.line,
      mix_line: script.text,
      script_id: script.script_id,
      agreed: story_link.line,
    })
    .from(story_link)
    .innerJoin(story_board, eq(story_board.story_board_id, story_link.story_board_id))
    .innerJoin(
      shooting_script,
      and(eq(shooting_script.story_board_id, story_link.story_board_id), eq(shooting_script.row_id, story_link.row_id)),
    )
    .innerJoin(mproject, eq(mproject.mproject_id, story_link.mproject_id))
    .innerJoin(shooting, eq(shooting.shooting_id, story_link.shooting_id))
    .innerJoin(script, eq(script.script_id, FIRST_SCRIPT))
    .where(and(which, isNull(story_board.deleted_at), isNull(mproject.deleted_at), isNull(shooting.deleted_at)))
    .orderBy(asc(mproject.created_at), sql`${shooting.rank} collate "C"`);
  return rows.map(({ agreed, ...link }) => ({ ...link, news: newsOf(link.board_line, link.mix_line, agreed) }));
}

function newsOf(board: string, mix: string, agreed: string): (typeof LINE_NEWS)[number] {
  const [here, there] = [board.trim(), mix.trim()];
  if (here === there) return 'none';
  if (there === agreed) return 'board';
  return here === agreed ? 'mix' : 'both';
}

export function linksOfBoard(db: Queryable, story_board_id: string): Promise<StoryLink[]> {
  return readLinks(db, eq(story_link.story_board_id, story_board_id));
}

export function linksOfMix(db: Queryable, mproject_id: string): Promise<StoryLink[]> {
  return readLinks(db, eq(story_link.mproject_id, mproject_id));
}

type Carried = { story_board_id: string; row_id: string; shooting_id: string; to: 'mix' | 'board' };

/** The words of one side are written into the other one: an act there, and both agree from then on. */
export async function carryLine(context: Context, { story_board_id, row_id, shooting_id, to }: Carried) {
  const { db, space, user } = context;
  const { space_id } = space;
  const which = and(
    eq(story_link.story_board_id, story_board_id),
    eq(story_link.row_id, row_id),
    eq(story_link.shooting_id, shooting_id),
    eq(story_board.space_id, space_id),
    eq(mproject.space_id, space_id),
  );
  const [link] = await readLinks(db, which);
  if (!link) throw new AppError('not_found', '这一行和混剪的镜头已经没有联系，请刷新后再看');
  const board = storyOf(await storyDocument.read(db, story_board_id));
  if (to === 'mix') requireFacts(board, [row_id]);
  const line = (to === 'mix' ? link.board_line : link.mix_line).trim();
  const agree = (tx: Queryable) => tx.update(story_link).set({ line }).where(eq(story_link.shooting_id, shooting_id));
  if (to === 'mix') {
    await changeMix(context, link.mproject_id, async ({ state }, tx) => {
      await agree(tx);
      const places = new Map([[row_id, shooting_id]]);
      return [...planText(state, link.script_id, line), ...planSheet(state, board, places)];
    });
  } else {
    await change(context, storyDocument, { document_id: story_board_id, space_id, user }, async ({ state }, tx) => {
      await agree(tx);
      const rows = storyOf(state).rows.map((row) => (row.row_id === row_id ? { ...row, line } : row));
      return planStory(state, { rows });
    });
  }
  const [after] = await readLinks(db, which);
  return after ?? link;
}
