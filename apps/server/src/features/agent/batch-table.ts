import {
  AGENT_COLUMNS,
  AGENT_ROWS_MAX,
  type AgentBatch,
  type AgentDifference,
  type AgentField,
  type AgentRow,
  AppError,
  PLATFORM_NAMES,
} from '@mixreel/contract';
import type { Foreign } from '#features/foreign/foreign.ts';
import type { Sheet } from '#features/story/paper/sheet.ts';
import { postOf } from './write-row.ts';

const ID = '编号（不要改）';
const WANTED = '要求秒数';
/** Empty rows and notes below a table are no reason to refuse it. */
const LINES_MAX = 2 * AGENT_ROWS_MAX;

/** What voices and music are called, by their ids: in tables people read and write names. */
export type CellNames = ReadonlyMap<string, string>;
/** What is written for people to read, and never read back. */
const TOLD = ['秒数', '重复度', '状态', '文件', '自动处理', '检查'];

/** A batch as a table for other programs. */
export function buildBatchTable({ batch_name, brief, rows, checks, outcomes }: AgentBatch, names: CellNames): Sheet {
  const { platforms } = brief;
  const own = platforms.flatMap((one) => [`${PLATFORM_NAMES[one]}标题`, `${PLATFORM_NAMES[one]}话题`]);
  return {
    title: batch_name,
    facts: `${rows.length} 条视频`,
    tab: '批次',
    columns: [...AGENT_COLUMNS.map(({ name }) => name), WANTED, ...own, ...TOLD, ID].map((name) => ({
      name,
      kind: 'text' as const,
    })),
    rows: rows.map((row, n) => ({
      cells: [
        ...AGENT_COLUMNS.map(({ field }) => textOf(row, field, names)),
        textOf(row, 'seconds', names),
        ...platforms.flatMap((one) => {
          const { title, topics } = postOf(brief, row, one);
          return [title, topics.map((word) => `#${word}`).join(' ')];
        }),
        (checks[n]?.seconds ?? 0).toFixed(1),
        `${Math.round(100 * (checks[n]?.likeness ?? 0))}%`,
        outcomes[n]?.error ?? STATES[outcomes[n]?.status ?? 'none'],
        outcomes[n]?.file_name ?? '',
        outcomes[n]?.repairs.join('\n') ?? '',
        (outcomes[n]?.look?.found ?? []).map(({ message }) => message).join('\n'),
        row.row_id,
      ],
      picture: null,
    })),
  };
}

const STATES = {
  none: '未制作',
  waiting: '等待中',
  rendering: '制作中',
  done: '已做好',
  failed: '没有做成',
  canceled: '已停止',
} as const;

/** Cells that a table has otherwise than the batch; null where it is no table of a batch. */
export function readBatchTable(document: Foreign, rows: AgentRow[], names: CellNames): AgentDifference[] | null {
  const tables =
    document.kind === 'table' ? [document] : document.kind === 'text' ? (document.parts?.tables ?? []) : [];
  for (const table of tables) {
    const head = table.rows.findIndex((cells) => cells.some((cell) => cell.trim() === ID));
    if (head < 0) continue;
    const count = table.rows.length - head - 1;
    if (count > LINES_MAX) {
      throw new AppError('invalid', `表格有 ${count} 行，一批最多 ${AGENT_ROWS_MAX} 条；请只留这一批的行再拖进来`);
    }
    return differencesIn(table.rows[head]!, table.rows.slice(head + 1), { rows, names });
  }
  return null;
}

type Now = { rows: AgentRow[]; names: CellNames };

const READ_BACK = [...AGENT_COLUMNS, { field: 'seconds' as const, name: WANTED }];

function differencesIn(head: string[], body: string[][], { rows, names }: Now): AgentDifference[] {
  const at = (name: string) => head.findIndex((cell) => cell.trim() === name);
  const numbered = new Map(rows.map((row, n) => [row.row_id, { row, number: n + 1 }]));
  const idOf = (cells: string[]) => (cells[at(ID)] ?? '').trim();
  const compare = (cells: string[], row: AgentRow | null, number: number) =>
    READ_BACK.flatMap(({ field, name }): AgentDifference[] => {
      if (at(name) < 0) return [];
      const after = (cells[at(name)] ?? '').replace(/\r\n?/g, '\n').trim();
      const before = row ? textOf(row, field, names) : '';
      if (after === before.trim()) return [];
      return [{ row_id: row && row.row_id, number, field, name, before, after }];
    });
  const lines = body.flatMap((cells, n) => (cells.some((cell) => cell.trim() !== '') ? [{ cells, n }] : []));
  const own = new Map<string, number>();
  for (const [row_id, all] of Map.groupBy(lines, ({ cells }) => idOf(cells))) {
    const known = numbered.get(row_id);
    // Whoever copies a line in a spreadsheet copies its number as well, and wants another video.
    const same = known && all.find(({ cells }) => compare(cells, known.row, 0).length === 0);
    if (known) own.set(row_id, (same ?? all[0]!).n);
  }
  return lines.flatMap(({ cells, n }) => {
    const known = own.get(idOf(cells)) === n ? numbered.get(idOf(cells)) : undefined;
    return known ? compare(cells, known.row, known.number) : compare(cells, null, n + 1);
  });
}

function textOf(row: AgentRow, field: AgentField | 'seconds', names: CellNames): string {
  if (field === 'seconds') return row.seconds > 0 ? `${row.seconds}` : '';
  const isNamed = field === 'voice_id' || field === 'music_id';
  return isNamed ? (names.get(row[field]) ?? row[field]) : row[field];
}
