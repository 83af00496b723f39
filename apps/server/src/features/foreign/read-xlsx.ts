import {
  CELLS_MAX,
  CHARACTERS_MAX,
  COLUMNS_MAX,
  CUT_NOTICE,
  type Foreign,
  type Merged,
  Refusal,
  ROWS_MAX,
} from './foreign.ts';
import { attributeOf, childrenOf, findAll, nameOf, type Node, readPart, textOf } from './office-file.ts';

/** The cells of the first sheet of a workbook, row by row; cells that are not there are empty. */
export function readXlsx(bytes: Uint8Array): Foreign {
  const { part, notice } = firstSheet(bytes);
  const sheet = readPart(bytes, part);
  if (!sheet) throw new Refusal('不是 Excel 文件或没有工作表，请选择 xlsx');
  const strings = findAll(readPart(bytes, 'xl/sharedStrings.xml') ?? [], 'si').map(stringOf);
  const rows: string[][] = [];
  const places = new Map<string, number>();
  const notices = new Set<string>(notice ? [notice] : []);
  let cells = 0;
  let characters = 0;
  for (const row of findAll(sheet, 'row')) {
    if (rows.length >= ROWS_MAX || cells > CELLS_MAX || characters > CHARACTERS_MAX) {
      notices.add(characters > CHARACTERS_MAX ? CUT_NOTICE : `表格很大，只读取了前 ${rows.length} 行`);
      break;
    }
    const read = cellsOf(row, strings);
    if (read.isCut) notices.add(`只读取了前 ${COLUMNS_MAX} 列`);
    cells += read.cells.length;
    characters += read.cells.reduce((sum, text) => sum + text.length, 0);
    places.set(attributeOf(row, 'r') ?? `${rows.length + 1}`, rows.length);
    rows.push(read.cells);
  }
  return { kind: 'table', rows, merged: mergedOf(sheet, places), notices: [...notices] };
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
function cellsOf(row: Node, strings: string[]): { cells: string[]; isCut: boolean } {
  const cells: string[] = [];
  let isCut = false;
  for (const cell of childrenOf(row)) {
    if (nameOf(cell) !== 'c') continue;
    const column = columnOf(attributeOf(cell, 'r')) ?? cells.length;
    if (column < COLUMNS_MAX) cells[column] = cellText(cell, strings);
    else isCut = true;
  }
  return { cells: Array.from(cells, (text) => text ?? ''), isCut };
}

/** The order of sheets stands in the workbook, their files in its relations. */
function firstSheet(bytes: Uint8Array): { part: string; notice: string | null } {
  const sheets = findAll(readPart(bytes, 'xl/workbook.xml') ?? [], 'sheet');
  // A sheet that is hidden was not meant to be read.
  const [sheet] = sheets.filter((one) => (attributeOf(one, 'state') ?? 'visible') === 'visible');
  const id = sheet && attributeOf(sheet, 'r:id');
  const relation = findAll(readPart(bytes, 'xl/_rels/workbook.xml.rels') ?? [], 'Relationship').find(
    (known) => attributeOf(known, 'Id') === id,
  );
  const target = relation && attributeOf(relation, 'Target');
  const name = (sheet && attributeOf(sheet, 'name'))?.slice(0, 40) ?? '';
  const notice = sheets.length > 1 ? `有 ${sheets.length} 个工作表，只读取了「${name}」` : null;
  if (!target) return { part: 'xl/worksheets/sheet1.xml', notice };
  return { part: target.startsWith('/') ? target.slice(1) : `xl/${target}`, notice };
}

function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: Node, strings: string[]): string {
  const [value] = findAll(childrenOf(cell), 'v');
  const text = value ? textOf(childrenOf(value)) : '';
  const type = attributeOf(cell, 't');
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'inlineStr') return findAll(childrenOf(cell), 'is').map(stringOf).join('');
  return text;
}

/** Without the reading aids that Japanese cells carry. */
function stringOf(node: Node): string {
  return findAll(childrenOf(node), 't', ['rPh'])
    .map((part) => textOf(childrenOf(part)))
    .join('');
}
