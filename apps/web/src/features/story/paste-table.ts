import {
  findHeadings,
  guessFields,
  type ImportField,
  IMPORT_COLUMNS,
  isWritten,
  readTable,
  STORY_ROWS_MAX,
  type StoryRow,
} from '@mixreel/contract';
import { showToast } from '#lib/toast.ts';
import { type Board, edit, goToRows, readStory } from './board.ts';
import { newRow } from './cells.ts';

const TOLD_MS = 10_000;
const TOLD_MAX = 3;
/** One such word is a cell; two beside each other are headings. */
const HEADINGS_MIN = 2;
const HEADINGS = new Set(IMPORT_COLUMNS.flatMap(({ name, also }) => [name, ...also]));

type Table = readonly string[][];
type Found = { rows: StoryRow[]; fields: ImportField[]; problems: string[] };

/**
 * The rows of a table that was copied somewhere else, by what its columns are called; null when they have no names. On an
 * empty board there is no place that somebody has chosen: then also by what is in the columns.
 */
export function rowsOfTable(table: Table, { on_empty }: { on_empty: boolean }): Found | null {
  if (!on_empty && !isHeaded(table)) return null;
  const at = findHeadings(table);
  const body = table.slice(Math.max(0, at)).map((row) => [...row]);
  const guessed = guessFields(body, at >= 0);
  const fields = guessed.some(Boolean) ? guessed : guessed.map((_, n): ImportField | null => (n === 0 ? 'line' : null));
  const read = readTable(body, fields, at >= 0);
  const first = at + (at >= 0 ? 0 : 1);
  return {
    rows: read.rows.map((row) => newRow(row)),
    fields: fields.filter((field) => field !== null),
    problems: read.problems.map(({ row, text }) => `表格第 ${row + first + 1} 行：${text}`),
  };
}

/** Told strictly: where somebody has chosen a cell, a block of cells is meant for that place. */
function isHeaded([first = [], ...others]: Table): boolean {
  const known = first.filter((cell) => HEADINGS.has(cell.replace(/\s|[（(].*[)）]$/gu, '').toLowerCase()));
  return others.length > 0 && known.length >= HEADINGS_MIN;
}

/** Puts them behind a row, or in its place when nothing is written in it. False: it is no such table. */
export function pasteTable(
  { desk, grid }: Pick<Board, 'desk' | 'grid'>,
  keys: readonly string[],
  table: Table,
  row_id: string | null,
): boolean {
  const { rows } = readStory(desk.live.view.getState().state);
  const found = rowsOfTable(table, { on_empty: rows.length === 0 });
  if (!found || found.rows.length === 0) return false;
  const at = rows.findIndex((row) => row.row_id === row_id);
  const row = rows[at];
  const isBlank = row !== undefined && !isWritten(row);
  const start = isBlank ? at : at < 0 ? rows.length : at + 1;
  const room = STORY_ROWS_MAX - rows.length + (isBlank ? 1 : 0);
  const put = found.rows.slice(0, room);
  const made = rows.toSpliced(start, isBlank ? 1 : 0, ...put);
  edit(desk, { rows: made }, { cause: 'import' });
  goToRows(grid, made, keys, start, put.length);
  tell(found, put.length);
  return true;
}

function tell({ rows, fields, problems }: Found, count: number): void {
  const names = IMPORT_COLUMNS.filter(({ field }) => fields.includes(field)).map(({ name }) => name);
  const left = rows.length - count;
  const words = [
    `按列放进 ${count} 行（${names.join('、')}），不满意可以撤销`,
    ...problems.slice(0, TOLD_MAX),
    ...(problems.length > TOLD_MAX ? [`还有 ${problems.length - TOLD_MAX} 处写进了备注`] : []),
    ...(left > 0 ? [`行数已满，有 ${left} 行没有放进来`] : []),
  ];
  const isFine = words.length === 1;
  showToast(isFine ? 'success' : 'warning', words.join('；'), isFine ? {} : { ms: TOLD_MS });
}
