import {
  CELLS_MAX,
  CHARACTERS_MAX,
  COLUMNS_MAX,
  CUT_NOTICE,
  type Foreign,
  type Merged,
  Refusal,
  ROWS_MAX,
  type Table,
} from './foreign.ts';
import { readFormats } from './number-format.ts';
import { attributeOf, childrenOf, findAll, nameOf, type Node, readPart, textOf } from './office-file.ts';

const SHEETS_MAX = 10;

/** What is told by whoever takes the first sheet alone. */
export function onlyOneOf(count: number, name: string): string {
  return `有 ${count} 个工作表，只读取了「${name}」`;
}

/** The cells of the sheets of a workbook, row by row; cells that are not there are empty. */
export function readXlsx(bytes: Uint8Array): Foreign {
  const strings = findAll(readPart(bytes, 'xl/sharedStrings.xml') ?? [], 'si').map(stringOf);
  const show = readFormats(readPart(bytes, 'xl/styles.xml') ?? []);
  const notices = new Set<string>();
  const left = { cells: CELLS_MAX, characters: CHARACTERS_MAX };
  const parts = sheetsOf(bytes).slice(0, SHEETS_MAX);
  const sheets = parts.flatMap(({ part, name }) => {
    const sheet = readPart(bytes, part);
    return sheet ? [{ name, ...readSheet(sheet, { strings, show, left, notices }) }] : [];
  });
  const [first] = sheets;
  if (!first) throw new Refusal('不是 Excel 文件或没有工作表，请选择 xlsx');
  const { rows, merged, name } = first;
  if (sheets.length === 1) return { kind: 'table', rows, merged, notices: [...notices] };
  return { kind: 'table', rows, merged, sheets, notices: [onlyOneOf(sheets.length, name), ...notices] };
}

type Reading = {
  strings: string[];
  show: ReturnType<typeof readFormats>;
  /** Of what is read of a file: its sheets share it. */
  left: { cells: number; characters: number };
  notices: Set<string>;
};

function readSheet(sheet: Node[], { strings, show, left, notices }: Reading): Table {
  const rows: string[][] = [];
  const places = new Map<string, number>();
  for (const row of findAll(sheet, 'row')) {
    if (rows.length >= ROWS_MAX || left.cells < 0 || left.characters < 0) {
      notices.add(left.characters < 0 ? CUT_NOTICE : `表格很大，只读取了前 ${rows.length} 行`);
      break;
    }
    const read = cellsOf(row, strings, show);
    if (read.isCut) notices.add(`只读取了前 ${COLUMNS_MAX} 列`);
    left.cells -= read.cells.length;
    left.characters -= read.cells.reduce((sum, text) => sum + text.length, 0);
    places.set(attributeOf(row, 'r') ?? `${rows.length + 1}`, rows.length);
    rows.push(read.cells);
  }
  return { rows, merged: mergedOf(sheet, places) };
}

/** Cells that reach over several rows. A sheet leaves out empty rows, so that the number of a row is not its place. */
function mergedOf(sheet: Node[], places: Map<string, number>): Merged[] {
  return findAll(sheet, 'mergeCell')
    .slice(0, ROWS_MAX)
    .flatMap((cell) => {
      const [first, last] = (attributeOf(cell, 'ref') ?? '').split(':');
      const column = columnOf(first);
      const from_row = places.get(first?.replace(/^[A-Z]+/, '') ?? '');
      const to_row = places.get(last?.replace(/^[A-Z]+/, '') ?? '');
      if (column === undefined || from_row === undefined || to_row === undefined || to_row <= from_row) return [];
      return [{ column, from_row, to_row }];
    });
}

/** A cell says itself which column it is in: one in the last of 16,384 must not become a row of that many. */
function cellsOf(row: Node, strings: string[], show: Reading['show']): { cells: string[]; isCut: boolean } {
  const cells: string[] = [];
  let isCut = false;
  for (const cell of childrenOf(row)) {
    if (nameOf(cell) !== 'c') continue;
    const column = columnOf(attributeOf(cell, 'r')) ?? cells.length;
    if (column < COLUMNS_MAX) cells[column] = cellText(cell, strings, show);
    else isCut = true;
  }
  return { cells: Array.from(cells, (text) => text ?? ''), isCut };
}

/** The order of sheets stands in the workbook, their files in its relations. */
function sheetsOf(bytes: Uint8Array): { part: string; name: string }[] {
  const relations = findAll(readPart(bytes, 'xl/_rels/workbook.xml.rels') ?? [], 'Relationship');
  const sheets = findAll(readPart(bytes, 'xl/workbook.xml') ?? [], 'sheet')
    // A sheet that is hidden was not meant to be read.
    .filter((one) => (attributeOf(one, 'state') ?? 'visible') === 'visible')
    .flatMap((sheet) => {
      const id = attributeOf(sheet, 'r:id');
      const target = relations.flatMap((one) => (attributeOf(one, 'Id') === id ? attributeOf(one, 'Target') : null));
      const [path] = target.flatMap((one) => one ?? []);
      const name = attributeOf(sheet, 'name')?.slice(0, 40) ?? '';
      return path ? [{ part: path.startsWith('/') ? path.slice(1) : `xl/${path}`, name }] : [];
    });
  return sheets.length > 0 ? sheets : [{ part: 'xl/worksheets/sheet1.xml', name: '' }];
}

function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: Node, strings: string[], show: Reading['show']): string {
  const [value] = findAll(childrenOf(cell), 'v');
  const text = value ? textOf(childrenOf(value)) : '';
  const type = attributeOf(cell, 't');
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'inlineStr') return findAll(childrenOf(cell), 'is').map(stringOf).join('');
  // A formula that went wrong says nothing to anybody.
  if (type === 'e') return '';
  return type === undefined || type === 'n' ? show(text, Number(attributeOf(cell, 's') ?? 0)) : text;
}

/** Without the reading aids that Japanese cells carry. */
function stringOf(node: Node): string {
  return findAll(childrenOf(node), 't', ['rPh'])
    .map((part) => textOf(childrenOf(part)))
    .join('');
}
