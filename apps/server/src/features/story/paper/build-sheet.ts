import { STORY_COLUMNS, type StoryBoard, type StoryField, type StoryRow, writeCell } from '@mixreel/contract';
import type { Sheet, SheetColumn, SheetPicture } from './sheet.ts';

/** Always there, also where nothing is written yet. */
const ALWAYS: StoryField[] = ['picture', 'line', 'duration_ms'];
const KINDS = { text: 'text', choice: 'choice', seconds: 'seconds', reference: 'picture' } as const;
const NUMBER: SheetColumn = { name: '镜号', kind: 'number' };

/** Those of a board's columns in which something stands. */
function filledColumns(rows: readonly StoryRow[]): StoryField[] {
  const isFilled = (field: StoryField) => rows.some((row) => row[field] !== null && row[field] !== '');
  return STORY_COLUMNS.map(({ field }) => field).filter((field) => ALWAYS.includes(field) || isFilled(field));
}

export type Printed = {
  board: Pick<StoryBoard, 'board_name' | 'target_ms' | 'rows'>;
  project_name: string;
  columns: StoryField[] | null;
  /** In the order of the rows. */
  pictures: (SheetPicture | null)[];
  date: Date;
};

/** A board laid out as a table, in the order that columns were asked for. */
export function buildSheet({ board, project_name, columns, pictures, date }: Printed): Sheet {
  const { board_name, target_ms, rows } = board;
  const shown = (columns ?? filledColumns(rows)).flatMap(
    (field) => STORY_COLUMNS.find((one) => one.field === field) ?? [],
  );
  const total = rows.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  const length = `总长 ${total / 1000} 秒${target_ms === null ? '' : ` / 目标 ${target_ms / 1000} 秒`}`;
  const day = date.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  const hasPictures = shown.some(({ takes }) => takes === 'reference');
  return {
    title: board_name,
    facts: [`项目：${project_name}`, `共 ${rows.length} 行`, length, day].join('　'),
    columns: [NUMBER, ...shown.map(({ name, takes }) => ({ name, kind: KINDS[takes] }))],
    rows: rows.map((row, n) => ({
      cells: [String(n + 1), ...shown.map((column) => writeCell(column, row[column.field]))],
      picture: hasPictures ? (pictures[n] ?? null) : null,
    })),
  };
}
