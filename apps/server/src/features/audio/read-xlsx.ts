import { AppError } from '@mixreel/contract';
import { attributeOf, childrenOf, findAll, nameOf, type Node, readParts, textOf } from './office-file.ts';

const ROWS_MAX = 20_000;

/** The cells of the first sheet of a workbook, row by row; cells that are not there are empty. */
export function readXlsx(bytes: Uint8Array): string[][] {
  const parts = readParts(bytes, (name) =>
    /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/.test(name),
  );
  const sheet = parts.get(firstSheet(parts));
  if (!sheet) throw new AppError('invalid', '不是 Excel 文件或没有工作表，请选择 xlsx');
  const strings = findAll(parts.get('xl/sharedStrings.xml') ?? [], 'si').map(stringOf);
  return findAll(sheet, 'row')
    .slice(0, ROWS_MAX)
    .map((row) => {
      const cells: string[] = [];
      for (const cell of childrenOf(row).filter((node) => nameOf(node) === 'c')) {
        cells[columnOf(attributeOf(cell, 'r')) ?? cells.length] = cellText(cell, strings);
      }
      return Array.from(cells, (text) => text ?? '');
    });
}

/** The order of sheets stands in the workbook, their files in its relations. */
function firstSheet(parts: Map<string, Node[]>): string {
  const [sheet] = findAll(parts.get('xl/workbook.xml') ?? [], 'sheet');
  const id = sheet && attributeOf(sheet, 'r:id');
  const relation = findAll(parts.get('xl/_rels/workbook.xml.rels') ?? [], 'Relationship').find(
    (known) => attributeOf(known, 'Id') === id,
  );
  const target = relation && attributeOf(relation, 'Target');
  if (!target) return 'xl/worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
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
