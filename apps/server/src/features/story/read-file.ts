import {
  AppError,
  columnOf,
  findHeadings,
  guessFields,
  type ImportTable,
  LINE_CHARACTERS_MAX,
  type SPLIT_RULES,
  STORY_ROWS_MAX,
} from '@mixreel/contract';
import type { Cue, Foreign, Merged } from '#features/foreign/foreign.ts';
import { onlyOneOf } from '#features/foreign/read-xlsx.ts';
import { cutBetweenSentences, onOneLine, splitText } from '#features/foreign/split-text.ts';

type Split = (typeof SPLIT_RULES)[number];
type Read = { tables: ImportTable[]; notices: string[] };
/** `headings`: the row that has them, -1 for none, where that is known. */
type Found = { name: string; rows: string[][]; merged: Merged[]; headings?: number };

const TABLES_MAX = 10;
const COLUMNS_MAX = 30;
/** So many cells are shown and guessed from; a board has no more rows than fit in them. */
const ROWS_KEPT = STORY_ROWS_MAX + 1;

/** The tables of a document, running text as one of lines, each with our guess of its columns. */
export function tablesOf(document: Foreign, split: Split): Read {
  const notices = document.notices.filter((notice) => notice !== leftOut(document));
  const found = foundIn(document, split)
    .map(withoutEmpty)
    .filter(({ rows }) => rows.length > 0);
  if (found.length === 0) throw new AppError('invalid', '文件里没有可以导入的文字');
  if (found.length > TABLES_MAX) notices.push(`有 ${found.length} 个表格，只列出前 ${TABLES_MAX} 个`);
  return { tables: found.slice(0, TABLES_MAX).map((table) => toTable(table, notices)), notices: [...new Set(notices)] };
}

function foundIn(document: Foreign, split: Split): Found[] {
  if (document.kind === 'table') {
    const { rows, merged, sheets = [{ name: '表格', rows, merged }] } = document;
    // What looks like a board is offered first: before it people have covers and lists.
    return sheets.toSorted((a, b) => Number(isBoard(b)) - Number(isBoard(a)));
  }
  if (document.kind === 'cues') {
    return [{ name: '字幕', rows: [['台词', '时长'], ...document.cues.map(cellsOfCue)], merged: [], headings: 0 }];
  }
  const { tables = [], outside = document.text } = document.parts ?? {};
  const named = tables.map((table, n) => ({ ...table, name: tables.length > 1 ? `表格 ${n + 1}` : '表格' }));
  return [...named, ...linesIn(outside, split)];
}

/** Here every sheet is offered. */
function leftOut(document: Foreign): string | null {
  const sheets = document.kind === 'table' ? document.sheets : undefined;
  return sheets?.[0] ? onlyOneOf(sheets.length, sheets[0].name) : null;
}

function isBoard({ rows }: Pick<Found, 'rows'>): boolean {
  const at = findHeadings(rows);
  const fields = at < 0 ? [] : guessFields(rows.slice(at), true);
  return fields.includes('line') || fields.includes('picture');
}

function cellsOfCue({ start_ms, end_ms, text }: Cue): string[] {
  const length = end_ms - start_ms;
  return [onOneLine(text), length >= 100 && length <= 600_000 ? String(length / 1000) : ''];
}

/** Text that was copied out of a table, or says itself what each line is, or is nothing but lines. */
function linesIn(text: string, split: Split): Found[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const tabbed = lines.filter((line) => line.includes('\t')).length;
  if (lines.length > 1 && tabbed >= 0.8 * lines.length) {
    return [{ name: '表格', rows: lines.map((line) => line.split('\t')), merged: [] }];
  }
  const labelled = readLabelled(lines);
  if (labelled) return [{ name: '正文', rows: labelled, merged: [], headings: 0 }];
  const pieces = splitText(text, split).flatMap((piece) => cutBetweenSentences(piece, LINE_CHARACTERS_MAX));
  const spoken = pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return spoken.length > 0 ? [{ name: '正文', rows: spoken.map((piece) => [piece]), merged: [], headings: -1 }] : [];
}

const LABEL = /^[【[]?([\p{L}\p{N}（）() ]{1,10}?)[】\]]?\s*[:：]\s*(.*)$/u;
const BRACKETS = /^[【[]([\p{L}\p{N}（）() ]{1,10}?)[】\]]\s*(.*)$/u;

/** 画面：… 台词：…, one below the other: a label that comes again begins the next row. Null when it is not written so. */
function readLabelled(lines: string[]): string[][] | null {
  const nameOf = new Map<string, string | undefined>();
  const said = lines.map((line) => {
    const [, label = '', text = ''] = LABEL.exec(line.trim()) ?? BRACKETS.exec(line.trim()) ?? [];
    if (!nameOf.has(label)) nameOf.set(label, columnOf(label)?.name);
    const name = nameOf.get(label);
    return name ? { name, text } : null;
  });
  const names = [...new Set(said.flatMap((one) => one?.name ?? []))];
  const known = said.filter((one) => one !== null).length;
  if (names.length < 2 || known < lines.length / 2) return null;
  const rows: Map<string, string>[] = [];
  said.forEach((one, n) => {
    const row = rows.at(-1);
    if (one && (!row || row.has(one.name))) rows.push(new Map([[one.name, one.text]]));
    else if (one) row?.set(one.name, one.text);
    else if (row && !/^(?:镜头?|分镜|第)?\s*[\d一二三四五六七八九十]+\s*[镜条、.:：]?$/u.test(lines[n]?.trim() ?? '')) {
      const last = [...row.keys()].at(-1) ?? '';
      row.set(last, `${row.get(last)}\n${lines[n]?.trim()}`);
    }
  });
  return [names, ...rows.map((row) => names.map((name) => row.get(name) ?? ''))];
}

/** A cell over several rows is meant for each of them; rows without words are none. */
function withoutEmpty({ rows, merged, ...rest }: Found): Found {
  const filled = rows.map((row) => row.slice(0, COLUMNS_MAX));
  for (const { column, from_row, to_row } of merged) {
    const text = filled[from_row]?.[column];
    // A row that has a text ends it: cells that lie over each other cost no more than the rows there are.
    for (let n = from_row + 1; n <= to_row && text && !filled[n]?.[column]; n++) {
      const row = filled[n];
      if (!row) break;
      while (row.length < column) row.push('');
      row[column] = text;
    }
  }
  return { ...rest, rows: filled.filter((row) => row.some((cell) => cell.trim() !== '')), merged: [] };
}

function toTable({ name, rows, headings }: Found, notices: string[]): ImportTable {
  const at = headings ?? findHeadings(rows);
  if (at > 0) notices.push(`${name}的标题上面还有 ${at} 行说明，没有列出`);
  const own = rows.slice(Math.max(0, at));
  const most = ROWS_KEPT - (at < 0 ? 1 : 0);
  if (own.length > most) {
    notices.push(`一个故事板最多 ${STORY_ROWS_MAX} 行，${name}后面的 ${own.length - most} 行没有列出`);
  }
  const kept = own.slice(0, most);
  const has_headings = at >= 0;
  const isLines = !has_headings && kept.every((row) => row.length <= 1);
  return { name, rows: kept, has_headings, fields: isLines ? ['line'] : guessFields(kept, has_headings) };
}
