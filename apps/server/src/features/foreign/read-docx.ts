import { COLUMNS_MAX, cutText, type Foreign, type Merged, Refusal, type Table } from './foreign.ts';
import { attributeOf, childrenOf, findAll, nameOf, type Node, readPart, textOf } from './office-file.ts';

/** Deleted text, where text stood that was moved, field codes, and the copy of a text box for old programs. */
const NOT_SHOWN = ['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback'];
const TABLE = 'w:tbl';

/** The paragraphs of a Word file, those of tables included; an empty paragraph is an empty line. And the tables as such. */
export function readDocx(bytes: Uint8Array): Foreign {
  const document = readPart(bytes, 'word/document.xml');
  if (!document) throw new Refusal('不是 Word 文件，请选择 docx');
  const { text, notices } = cutText(paragraphsOf(document));
  const tables = findAll(document, TABLE, NOT_SHOWN).map(tableOf);
  // What is cut is cut by characters, which tables have no place for.
  if (tables.length === 0 || notices.length > 0) return { kind: 'text', text, notices };
  return { kind: 'text', text, notices, parts: { tables, outside: paragraphsOf(document, [TABLE]) } };
}

function paragraphsOf(nodes: Node[], skipped: string[] = []): string {
  return findAll(nodes, 'w:p', [...NOT_SHOWN, ...skipped])
    .map((paragraph) => runsOf(childrenOf(paragraph)))
    .join('\n');
}

/** A cell may reach over columns, which are then empty, or over rows, which say that they go on. */
function tableOf(table: Node): Table {
  const merged: Merged[] = [];
  const open = new Map<number, Merged>();
  const rows = findAll(childrenOf(table), 'w:tr', [...NOT_SHOWN, TABLE]).map((row, r) => {
    const cells: string[] = [];
    for (const cell of findAll(childrenOf(row), 'w:tc', [...NOT_SHOWN, TABLE])) {
      const column = cells.length;
      cells.push(paragraphsOf(childrenOf(cell)).trim());
      const span = Number(settingOf(cell, 'w:gridSpan') ?? 1);
      for (let n = 1; n < span && cells.length < COLUMNS_MAX; n++) cells.push('');
      const reach = settingOf(cell, 'w:vMerge');
      const before = open.get(column);
      if (reach === null || reach === 'continue') {
        if (before) before.to_row = r;
      } else if (reach === 'restart') {
        const begun = { column, from_row: r, to_row: r };
        open.set(column, begun);
        merged.push(begun);
      } else open.delete(column);
    }
    return cells;
  });
  return { rows, merged: merged.filter(({ from_row, to_row }) => to_row > from_row) };
}

/** What a cell is set to; undefined where it says nothing, null where it only names the setting. */
function settingOf(cell: Node, name: string): string | null | undefined {
  const settings = childrenOf(cell).find((child) => nameOf(child) === 'w:tcPr');
  const found = settings && childrenOf(settings).find((child) => nameOf(child) === name);
  return found && (attributeOf(found, 'w:val') ?? null);
}

function runsOf(nodes: Node[]): string {
  return nodes
    .map((node) => {
      const name = nameOf(node);
      if (NOT_SHOWN.includes(name)) return '';
      if (name === 'w:t') return textOf(childrenOf(node));
      if (name === 'w:br' || name === 'w:cr') return '\n';
      if (name === 'w:tab') return ' ';
      return runsOf(childrenOf(node));
    })
    .join('');
}
