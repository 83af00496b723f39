import {
  AppError,
  EMPTY_ROW,
  factRecords,
  planStory,
  story as calls,
  storyOf,
  storyRecords,
  type StoryRow,
  storyRowsOf,
} from '@mixreel/contract';
import type { Fields, State } from '@mixreel/document';
import { newId } from '#db/id.ts';
import type { Held } from '#features/document/held.ts';
import { change } from '#features/document/perform.ts';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { implement } from '#http/route.ts';
import { RHYTHM } from './music-of-video.ts';
import { paperLink, sendPaper } from './paper/serve-paper.ts';
import { tablesOf } from './read-file.ts';
import { addStory, copyStory, requireReferences, storyDocument } from './story.document.ts';
import { projectsOf, readStory, readStoryCards, requireStory, setStoriesDeleted } from './story.queries.ts';
import { WRITING } from './writing-style.ts';

/** What is not given is not decided yet. */
function newRow(given: Partial<StoryRow>): StoryRow {
  return { ...EMPTY_ROW, ...given, row_id: newId() };
}

/** How a board runs, to be filled with own pictures and words. */
function shapeOf(state: State): State {
  const rows = Object.entries(state['row'] ?? {}).map(([row_id, row]) => {
    const { rank = '', section, shot_size, angle, camera_move, duration_ms, note, sound } = row as Fields & StoryRow;
    const kept = { note: keptLine(note, WRITING), sound: keptLine(sound, ...RHYTHM) };
    return [row_id, { ...EMPTY_ROW, rank, section, shot_size, angle, camera_move, duration_ms, ...kept }] as const;
  });
  const target_ms = rows.reduce((sum, [, row]) => sum + (row.duration_ms ?? 0), 0);
  const { board } = state['board'] as Record<string, Fields>;
  return {
    board: { board: { ...board, target_ms: target_ms >= 1000 ? target_ms : null } },
    row: Object.fromEntries(rows),
  };
}

/** Where captions stand and cuts fall is how a video runs, too; what else somebody noted is not. */
function keptLine(text: string, ...beginnings: string[]): string {
  return text.split('\n').find((line) => beginnings.some((one) => line.startsWith(one))) ?? '';
}

export const storyRoutes = implement(calls, {
  async add({ project_id, rows, facts, board_name = '未命名故事板', ...given }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    await requireProject(db, space_id, project_id);
    await requireReferences(db, space_id, rows);
    const about = { space_id, project_id, created_by: user.user_uid, board_name };
    const story_board_id = await db.transaction((tx) =>
      addStory(
        tx,
        { ...about, ...given },
        {
          row: storyRecords(rows.map(newRow)),
          ...factRecords({ facts, acceptances: [] }),
        },
      ),
    );
    return readStory(context, space_id, story_board_id);
  },

  async update({ story_board_id, revision, ...given }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    const before = await requireStory(db, space_id, story_board_id);
    await requireReferences(db, space_id, given.rows ?? []);
    let isOld = before.revision !== revision;
    const plan = ({ sequence, state }: Held) => {
      isOld = sequence !== revision;
      return isOld ? [] : planStory(state, given);
    };
    if (!isOld) await change(context, storyDocument, { document_id: story_board_id, space_id, user }, plan);
    const newest = await readStory(context, space_id, story_board_id);
    if (isOld) throw new AppError('conflict', '这个故事板刚被他人修改，请查看最新内容后再改', newest);
    return newest;
  },

  async delete({ story_board_ids }, { db, space }) {
    await db.transaction((tx) => setStoriesDeleted(tx, space.space_id, story_board_ids, true));
    return {};
  },

  async restore({ story_board_ids }, { db, space }) {
    const { space_id } = space;
    await db.transaction(async (tx) => {
      for (const project_id of await projectsOf(tx, story_board_ids)) await requireProject(tx, space_id, project_id);
      await setStoriesDeleted(tx, space_id, story_board_ids, false);
    });
    return {};
  },

  async copy({ story_board_id, project_id, board_name, parts }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    const source = await requireStory(db, space_id, story_board_id);
    if (project_id) await requireProject(db, space_id, project_id);
    const name = board_name ?? `${source.board_name.slice(0, 95)} ${parts === 'all' ? '副本' : '模板'}`;
    const copied = await db.transaction(async (tx) => {
      const state = await storyDocument.read(tx, story_board_id);
      const copied = { board_name: name, user_uid: user.user_uid, project_id };
      if (parts === 'all') return copyStory(tx, story_board_id, { state, ...copied });
      const shape = { ...copied, state: shapeOf(state), is_own: true };
      return copyStory(tx, story_board_id, shape);
    });
    return readStory(context, space_id, copied);
  },

  async list({ project_id, keyword, origin, is_deleted, ...page }, context) {
    const { space_id } = context.space;
    return readStoryCards(context, { space_id, project_id, keyword, origin, is_deleted }, page);
  },

  async detail({ story_board_id }, context) {
    return readStory(context, context.space.space_id, story_board_id);
  },

  async parseFile({ file_name, content_base64, split }, { signal }) {
    return tablesOf(await readForeign(file_name, Buffer.from(content_base64, 'base64'), { signal }), split);
  },

  async export({ story_board_id, format, columns = null }, context) {
    return paperLink(context, { space_id: context.space.space_id, story_board_id, format, columns });
  },

  paper: sendPaper,

  async addRows({ story_board_id, rows: given, position }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    await requireReferences(db, space_id, given);
    const rows = given.map(newRow);
    await change(context, storyDocument, { document_id: story_board_id, space_id, user }, ({ state }) => {
      const before = storyOf(state).rows;
      return planStory(state, { rows: before.toSpliced(position ?? before.length, 0, ...rows) });
    });
    const { revision } = await requireStory(db, space_id, story_board_id);
    return { rows, revision };
  },

  async updateRows({ story_board_id, rows: given }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    await requireReferences(db, space_id, given);
    const changes = new Map(given.map((row) => [row.row_id, row]));
    let changed: StoryRow[] = [];
    await change(context, storyDocument, { document_id: story_board_id, space_id, user }, ({ state }) => {
      const { rows } = storyOf(state);
      const ids = new Set(rows.map(({ row_id }) => row_id));
      const missing = given.find(({ row_id }) => !ids.has(row_id));
      if (missing) throw new AppError('not_found', '有一行不存在或已被删除，请刷新后再改');
      const next = rows.map((row): StoryRow => ({ ...row, ...changes.get(row.row_id) }));
      changed = next.filter(({ row_id }) => changes.has(row_id));
      return planStory(state, { rows: next });
    });
    const { revision } = await requireStory(db, space_id, story_board_id);
    return { rows: changed, revision };
  },

  async deleteRows({ story_board_id, row_ids }, context) {
    const { space, user } = context;
    const target = { document_id: story_board_id, space_id: space.space_id, user };
    const gone = new Set(row_ids);
    await change(context, storyDocument, target, ({ state }) =>
      planStory(state, { rows: storyOf(state).rows.filter(({ row_id }) => !gone.has(row_id)) }),
    );
    return {};
  },

  async row({ story_board_id, row_id }, { db, space }) {
    await requireStory(db, space.space_id, story_board_id);
    const rows = storyRowsOf(await storyDocument.read(db, story_board_id));
    const found = rows.find((row) => row.row_id === row_id);
    if (!found) throw new AppError('not_found', '这一行不存在或已被删除');
    return found;
  },
});
