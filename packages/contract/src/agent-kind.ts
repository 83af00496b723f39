import { type Kind, type Operation, planDifference, RANK, recordsOf, rowsOf, type State } from '@mixreel/document';
import { z } from 'zod';
import { AGENT_ROWS_MAX } from './agent-brief.ts';
import { AGENT_COLUMNS, AgentRow } from './agent-row.ts';
import { shorten } from './shorten.ts';
import { Name } from './wire.ts';

/** What people edit of a batch. */
export type Batch = { batch_name: string; rows: AgentRow[] };

/** The one record of its table. */
const BATCH = 'batch';
const SHARED = new Set<string>(['point', 'hook', 'lines', 'clips', 'title', 'topics', 'note']);

/** A batch as a document that several people write in. */
export const batchKind: Kind = {
  kind: 'batch',
  noun: '批次',
  tables: {
    batch: {
      noun: '批次',
      record: z.object({ batch_name: Name }),
      isFixed: true,
      fields: { batch_name: '名称' },
    },
    row: {
      noun: '视频',
      measure: '条',
      record: AgentRow.omit({ row_id: true }).extend({ rank: z.string().regex(RANK, '顺序不对') }),
      texts: AGENT_COLUMNS.flatMap(({ field }) => (SHARED.has(field) ? [field] : [])),
      depth: { shots: 1 },
      most: AGENT_ROWS_MAX,
      place: ['rank'],
      fields: {
        ...Object.fromEntries(AGENT_COLUMNS.map(({ field, name }) => [field, name])),
        shots: '选中的画面',
        seconds: '要求时长',
        rank: '位置',
      },
      nameOf: ({ title, hook }) => shorten(((title as string) || (hook as string)).trim()),
    },
  },
};

export function batchOf(state: State): Batch {
  return { batch_name: state['batch']?.[BATCH]?.['batch_name'] as string, rows: batchRowsOf(state) };
}

export function batchRowsOf(state: State): AgentRow[] {
  return rowsOf<AgentRow>(state, 'row', 'row_id');
}

/** What makes a batch as it should be. */
export function planBatch(state: State, change: Partial<Batch>): Operation[] {
  const { batch_name, rows } = { ...batchOf(state), ...change };
  return planDifference(batchKind, state, {
    batch: { [BATCH]: { batch_name } },
    row: recordsOf(rows, 'row_id', state['row']),
  });
}
