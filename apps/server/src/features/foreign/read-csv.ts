import { COLUMNS_MAX, cutText, type Foreign, Refusal, ROWS_MAX } from './foreign.ts';
import { readText } from './read-text.ts';

/** What programs put between cells; a table has the one that its first line has most of, outside of quotes. */
const SEPARATORS = [',', '\t', ';'];

/** A table as text: cells between separators, those with separators, line breaks or quotes in them in quotes. */
export function readCsv(bytes: Uint8Array): Foreign {
  const { text, notices: cut } = cutText(readText(bytes));
  const notices = new Set(cut);
  const rows = rowsOf(text, separatorOf(text)).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length === 0) throw new Refusal('表格是空的，请填好后再导入');
  if (rows.length > ROWS_MAX) notices.add(`表格很大，只读取了前 ${ROWS_MAX} 行`);
  if (rows.some(({ length }) => length > COLUMNS_MAX)) notices.add(`只读取了前 ${COLUMNS_MAX} 列`);
  const kept = rows.slice(0, ROWS_MAX).map((cells) => cells.slice(0, COLUMNS_MAX));
  return { kind: 'table', rows: kept, merged: [], notices: [...notices] };
}

function separatorOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1);
  const bare = line.replaceAll(/"[^"]*"/gu, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [cells, from, at]: [string[], number, number] = [[], 0, 0];
  const take = (end: number) => cells.push(unquoted(text.slice(from, end)));
  for (; at < text.length; at += 1) {
    const sign = text[at];
    // A quote counts where a cell begins; elsewhere it is one of inches.
    if (sign === '"' && at === from) at = endOfQuoted(text, at);
    else if (sign === separator || sign === '\n') {
      take(at);
      from = at + 1;
      if (sign === '\n') {
        rows.push(cells);
        cells = [];
      }
    }
  }
  take(text.length);
  return [...rows, cells];
}

/** Where the last quote of a cell stands: one that is not doubled. */
function endOfQuoted(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at += 1;
  }
  return text.length;
}

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1).replace(/"\s*$/u, '').replaceAll('""', '"') : cell;
}
