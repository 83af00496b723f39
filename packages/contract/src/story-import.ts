import { z } from 'zod';
import { columnOf, EMPTY_ROW, readCell, STORY_COLUMNS, type StoryColumn, StoryRow } from './story-row.ts';
import type { StoryField } from './story-row.ts';

/** What a column of somebody else's table can become. Pictures are not taken from files. */
export const IMPORT_COLUMNS = STORY_COLUMNS.filter(({ takes }) => takes !== 'reference');
const ImportField = z.enum(IMPORT_COLUMNS.map(({ field }) => field) as [StoryField]);
export type ImportField = z.infer<typeof ImportField>;

/** A table of a file, with our guess of what its columns are; null: nothing of ours. */
export const ImportTable = z.object({
  name: z.string(),
  rows: z.array(z.array(z.string())),
  has_headings: z.boolean(),
  fields: z.array(ImportField.nullable()),
});
export type ImportTable = z.infer<typeof ImportTable>;

/** The heading row is looked for in so many: above it people write what the table is about. */
const HEADINGS_WITHIN = 10;
const HEADING_CHARACTERS_MAX = 12;
/** Columns that only count the rows. */
const NUMBERING = /^(镜号|镜头号?|镜次|序号?|编号|no\.?|#|shot(no\.?)?|镜头编号|id)$/i;
/** What people write where nobody speaks. */
const SILENT = /^[（(【[]?无(?:台词|旁白|口播|对白|解说)?[)）】\]]?$|^[-—–/\\]+$/u;
const MOSTLY = 0.6;
/** So many cells tell what a column is; choices and times are short. */
const LOOKED_AT = 20;
const SHORT = 24;

/** Which row has the headings, or -1: that of the first few with most of what we know, as a title names but one. */
export function findHeadings(rows: readonly string[][]): number {
  const width = rows.reduce((most, row) => Math.max(most, filledOf(row).length), 0);
  const known = rows.slice(0, HEADINGS_WITHIN).map((row) => {
    const filled = filledOf(row);
    const count = filled.filter((cell) => columnOf(cell) || isNumbering(cell)).length;
    const isHeading = filled.every((cell) => cell.length <= HEADING_CHARACTERS_MAX) && count >= filled.length / 2;
    return isHeading ? count : 0;
  });
  const most = Math.max(0, ...known);
  return most >= Math.min(2, width) && most > 0 ? known.indexOf(most) : -1;
}

function filledOf(row: readonly string[]): string[] {
  return row.flatMap((cell) => cell.trim() || []);
}

function isNumbering(heading: string): boolean {
  return NUMBERING.test(heading.replace(/\s/g, ''));
}

/** What the columns of a table are, by their headings, and where these say nothing of lines or pictures by what is in them. */
export function guessFields(rows: readonly string[][], hasHeadings: boolean): (ImportField | null)[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const body = hasHeadings ? rows.slice(1) : rows;
  const headings = Array.from({ length: width }, (_, n) => (hasHeadings ? (rows[0]?.[n] ?? '').trim() : ''));
  const cells = (n: number) => body.flatMap((row) => row[n]?.trim() || []);
  const named = headings.map((heading) => (isNumbering(heading) ? null : fieldOf(columnOf(heading))));
  nameSpans(named, headings, cells);
  const isKnown = named.includes('line') || named.includes('picture');
  const guessed = named.map((field, n) => {
    const isOpen = field === null && !isNumbering(headings[n] ?? '') && !isKnown;
    return isOpen ? guessByCells(cells(n)) : field;
  });
  return once(nameTexts(guessed, cells));
}

/** One heading over two columns, 画面 over size and picture: a choice among them is told by its cells. */
function nameSpans(named: (ImportField | null)[], headings: string[], cells: (n: number) => string[]): void {
  headings.forEach((heading, n) => {
    const field = named[n];
    if (!field || !heading || headings[n + 1] !== '' || !isText(field)) return;
    const both = [n, n + 1].map((column) => guessByCells(cells(column)));
    both.forEach((guess, k) => {
      const isChoice = guess !== null && guess !== 'text' && guess !== 'duration_ms';
      if (!isChoice || both[1 - k] !== 'text') return;
      named[n + k] = guess;
      named[n + 1 - k] = field;
    });
  });
}

function isText(field: ImportField): boolean {
  return IMPORT_COLUMNS.some((column) => column.field === field && column.takes === 'text');
}

function fieldOf(column: StoryColumn | null): ImportField | null {
  return column && column.takes !== 'reference' ? column.field : null;
}

/** A choice or seconds where most cells are such; `text` where they are words. */
function guessByCells(cells: string[]): ImportField | 'text' | null {
  if (cells.length === 0 || areNumbers(cells)) return null;
  const some = cells.slice(0, LOOKED_AT);
  if (some.filter((cell) => cell.length <= SHORT).length < MOSTLY * some.length) return 'text';
  const fits = (column: StoryColumn, shown: string[]) =>
    shown.filter((cell) => 'value' in readCell(column, cell)).length >= MOSTLY * some.length;
  const found = IMPORT_COLUMNS.find(
    (column) => column.takes !== 'text' && fits(column, column.takes === 'seconds' ? lengthsOf(some) : some),
  );
  return found?.field ?? 'text';
}

function areNumbers(cells: string[]): boolean {
  return cells.length > 1 && cells.every((cell, n) => Number(cell) === Number(cells[0]) + n);
}

/** Of columns with words the two longest are picture and line: what is said ends like a sentence, else the picture is first. */
function nameTexts(fields: (ImportField | 'text' | null)[], cells: (n: number) => string[]): (ImportField | null)[] {
  const texts = fields.flatMap((field, n) => {
    if (field !== 'text') return [];
    const own = cells(n);
    const spoken = own.filter((cell) => /[。！？!?…~～]["”」』]?$/u.test(cell)).length / own.length;
    return [{ n, length: own.reduce((sum, cell) => sum + cell.length, 0), spoken }];
  });
  const [first, second] = texts
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 2)
    .toSorted((a, b) => a.n - b.n);
  const line = second && second.spoken >= (first?.spoken ?? 0) ? second : first;
  const picture = line === first ? second : first;
  return fields.map((field, n) => {
    if (field !== 'text') return field;
    if (n === line?.n) return 'line';
    return n === picture?.n ? 'picture' : null;
  });
}

/** Words of two columns can stand in one cell; of two choices only the first counts. */
function once(fields: (ImportField | null)[]): (ImportField | null)[] {
  return fields.map((field, n) => {
    return (field && isText(field)) || fields.indexOf(field) === n ? field : null;
  });
}

type NewRow = Omit<StoryRow, 'row_id'>;
/** A cell that does not become what it should, and what is done instead; counted as in the table. */
export type ImportProblem = { row: number; column: number; text: string };

/** The rows of a table as rows of a board. What a choice does not know goes into the note: nothing is lost unsaid. */
export function readTable(
  table: readonly string[][],
  fields: readonly (ImportField | null)[],
  hasHeadings: boolean,
): { rows: NewRow[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const lengths = new Map(
    fields.flatMap((field, n) =>
      field === 'duration_ms' ? [[n, lengthsOf(table.map((row) => row[n]?.trim() ?? ''))] as const] : [],
    ),
  );
  const rows = table.flatMap((cells, row): NewRow[] => {
    if (hasHeadings && row === 0) return [];
    const read: Partial<Record<string, unknown>> = {};
    const left: string[] = [];
    fields.forEach((field, column) => {
      const typed = (lengths.get(column)?.[row] ?? cells[column] ?? '').trim();
      const kind = IMPORT_COLUMNS.find((one) => one.field === field);
      if (!kind || typed === '' || (kind.field === 'line' && SILENT.test(typed))) return;
      const answer = readCell(kind, typed);
      if ('problem' in answer) {
        problems.push({ row, column, text: `${answer.problem}。这一格留空，原文写进备注` });
        left.push(`${kind.name}：${typed}`);
      } else if (kind.takes === 'text') {
        read[kind.field] = [read[kind.field], answer.value].filter(Boolean).join('\n');
      } else read[kind.field] = answer.value;
    });
    if (left.length > 0) read['note'] = [read['note'], ...left].filter(Boolean).join('\n');
    if (Object.keys(read).length === 0) return [];
    return [
      fit({ ...EMPTY_ROW, ...read }, (field, text) => problems.push({ row, column: fields.indexOf(field), text })),
    ];
  });
  return { rows, problems };
}

/** Cuts what is longer than a cell holds, and says so. */
function fit(row: NewRow, tell: (field: ImportField, text: string) => void): NewRow {
  const cut = IMPORT_COLUMNS.flatMap(({ field, name, takes }) => {
    const value = row[field];
    const most = takes === 'text' ? mostOf(field) : Infinity;
    if (typeof value !== 'string' || value.length <= most) return [];
    tell(field, `${name}最多 ${most} 字，只留前 ${most} 字`);
    return [[field, value.slice(0, most).toWellFormed()] as const];
  });
  return { ...row, ...Object.fromEntries(cut) };
}

function mostOf(field: ImportField): number {
  const shape = StoryRow.shape[field];
  return shape instanceof z.ZodString ? (shape.maxLength ?? Infinity) : Infinity;
}

const RANGE = /^([\d:.]+)(?:s|秒|")?\s*[-–—~～至到]+\s*([\d:.]+)(?:s|秒|")?$/u;

/**
 * Lengths out of a column of times. 0-3s, 3-6s are moments of the video when each begins where the one before ended or
 * later; otherwise 2-3s is how long a shot may take, and stays.
 */
function lengthsOf(cells: readonly string[]): string[] {
  const spans = cells.map((cell) => {
    const [, from, to] = RANGE.exec(cell.normalize('NFKC').trim()) ?? [];
    return from && to ? { from: secondsOf(from), to: secondsOf(to), isClock: from.includes(':') } : null;
  });
  const known = spans.filter((span) => span !== null);
  const areMoments =
    known.some(({ isClock }) => isClock) ||
    (known.length > 1 && known.every(({ from }, n) => n === 0 || from >= (known[n - 1]?.to ?? 0)));
  if (!areMoments) return [...cells];
  return cells.map((cell, n) => {
    const span = spans[n];
    return span && span.to > span.from ? String(Number((span.to - span.from).toFixed(3))) : cell;
  });
}

function secondsOf(said: string): number {
  return said.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
