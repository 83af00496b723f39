import { cutText, type Foreign, type Table } from './foreign.ts';

const RULE = /^\|?[ :|-]{3,}\|?$/;
const CELLS_MAX = 100;

/** A text whose tables are drawn with bars; headings and lists lose their marks. */
export function readMarkdown(whole: string): Foreign {
  const { text, notices } = cutText(whole);
  const tables: Table[] = [];
  const all: string[] = [];
  const outside: string[] = [];
  let open: string[][] | null = null;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (!line.startsWith('|')) {
      open = null;
      outside.push(line.replace(/^(?:#{1,6} |[-*+] |> ?)/, '').replaceAll('**', ''));
      all.push(outside.at(-1) ?? '');
      continue;
    }
    if (!open) tables.push({ rows: (open = []), merged: [] });
    if (RULE.test(line) && line.includes('-')) continue;
    open.push(cellsOf(line));
    all.push(open.at(-1)?.join(' ') ?? '');
  }
  const shown = all.join('\n');
  if (tables.length === 0) return { kind: 'text', text: shown, notices };
  return { kind: 'text', text: shown, notices, parts: { tables, outside: outside.join('\n') } };
}

function cellsOf(line: string): string[] {
  const cells = line.replace(/^\|/, '').replace(/\|$/, '').split('|', CELLS_MAX);
  return cells.map((cell) => cell.replaceAll('<br>', '\n').replaceAll('**', '').trim());
}
