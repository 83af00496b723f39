import {
  type Fields,
  type Kind,
  type Operation,
  planDifference,
  RANK,
  recordsOf,
  rowsOf,
  type State,
} from '@mixreel/document';
import { z } from 'zod';
import { FACT_TABLES, factRecords, factSheetOf } from './fact-kind.ts';
import { shorten } from './shorten.ts';
import { STORY_COLUMNS, STORY_ROWS_MAX, StoryRow } from './story-row.ts';
import { type StoryBoard, StorySettings } from './story.ts';

/** What people edit of a board; the rest is known of it. */
export type Story = StorySettings & Pick<StoryBoard, 'rows' | 'facts' | 'acceptances'>;

/** The one record of its table. */
const BOARD = 'board';

/** A board as a document that several people write in. */
export const storyKind: Kind = {
  kind: 'story',
  noun: '故事板',
  words: wordsOfAct,
  tables: {
    board: {
      noun: '整板',
      record: StorySettings,
      isFixed: true,
      fields: { board_name: '名称', target_ms: '目标时长', voice_id: '音色', rate: '语速', brief: '商品资料' },
      depth: { brief: 1 },
    },
    row: {
      noun: '分镜',
      measure: '行',
      record: StoryRow.omit({ row_id: true }).extend({ rank: z.string().regex(RANK, '顺序不对') }),
      texts: STORY_COLUMNS.flatMap(({ field, takes }) => (takes === 'text' ? [field] : [])),
      depth: { reference: 1 },
      most: STORY_ROWS_MAX,
      place: ['rank'],
      fields: { ...Object.fromEntries(STORY_COLUMNS.map(({ field, name }) => [field, name])), rank: '位置' },
      nameOf: ({ line, picture }) => shorten(((line as string) || (picture as string)).trim()),
    },
    ...FACT_TABLES,
  },
};

/** Rows that come with what they were written from are told as rows. */
function wordsOfAct(_before: State, operations: readonly Operation[]): string | null {
  const added = operations.filter((one) => one.table === 'row' && one.do === 'add').length;
  const isMore = operations.some(({ table }) => table === 'board');
  return added > 0 && isMore ? `添加 ${added} 行分镜` : null;
}

export function storyOf(state: State): Story {
  return { ...storySettingsOf(state), rows: storyRowsOf(state), ...factSheetOf(state) };
}

export function storySettingsOf(state: State): StorySettings {
  return state['board']?.[BOARD] as StorySettings;
}

export function storyRowsOf(state: State): StoryRow[] {
  return rowsOf<StoryRow>(state, 'row', 'row_id');
}

/** What makes a board as it should be. */
export function planStory(state: State, change: Partial<Story>): Operation[] {
  const { rows, facts, acceptances, ...board } = { ...storyOf(state), ...change };
  return planDifference(storyKind, state, {
    board: { [BOARD]: board },
    row: storyRecords(rows, state['row']),
    ...factRecords({ facts, acceptances }, state),
  });
}

export function storyRecords(rows: readonly StoryRow[], before?: Record<string, Fields>): Record<string, Fields> {
  return recordsOf(rows, 'row_id', before);
}
