import { expect, test } from 'vitest';
import type { GridColumn } from './column.ts';
import { findCells, replaceIn } from './find.ts';
import { blockOf, next, selectionOf, step } from './place.ts';
import { planClear, planFill, planFillDown, planMove, planPaste, tableOf, tellProblems } from './plan.ts';
import { readHtmlTable, readTabbed, writeHtmlTable, writeTabbed } from './table-text.ts';

type Row = { name: string; size: string | null; at: string };
const text = (key: 'name' | 'at'): GridColumn<Row> => ({
  key,
  name: key,
  width: 100,
  takes: 'text',
  textOf: (row) => row[key],
  put: (row, value) => ({ row: { ...row, [key]: value } }),
  copy: (row, from) => ({ ...row, [key]: from[key] }),
  clear: (row) => ({ ...row, [key]: '' }),
});
const size: GridColumn<Row> = {
  ...text('name'),
  key: 'size',
  name: '大小',
  takes: 'choice',
  textOf: (row) => row.size ?? '',
  put: (row, value) =>
    ['大', '小', ''].includes(value) ? { row: { ...row, size: value || null } } : { problem: '写大或小' },
  copy: (row, from) => ({ ...row, size: from.size }),
  clear: (row) => ({ ...row, size: null }),
};
const columns = [text('name'), size, text('at')];
const row = (name: string, of: string | null = null, at = ''): Row => ({ name, size: of, at });
const makeRow = () => row('');
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
const names = (rows: readonly Row[]) => rows.map(({ name }) => name).join('');

test('a table with quoted newlines, tabs and quotes comes and goes as Excel writes it', () => {
  const rows = [
    ['一行\n两行', '说"好"', ''],
    ['a\tb', '3', '尾'],
  ];
  expect(readTabbed(writeTabbed(rows))).toEqual(rows);
  expect(readTabbed('a\tb\r\n"c\r\nd"\t\r\n')).toEqual([
    ['a', 'b'],
    ['c\nd', ''],
  ]);
  // A quote that closes nothing is a letter.
  expect(readTabbed('"好"他说\tb')).toEqual([['"好"他说', 'b']]);
});

test('a table of a page is read with its line breaks, entities and merged cells', () => {
  const rows = [
    ['a & b\n<c>', ''],
    ['x', 'y'],
  ];
  expect(readHtmlTable(writeHtmlTable(rows))).toEqual(rows);
  const excel = `<html><!--StartFragment--><table border=0><tr height=20><td rowspan=2 class=xl65>开\n   场</td>
    <td>特写<br>  慢&nbsp;推</td></tr><tr><td><p>一</p><p>二</p></td></tr></table></html>`;
  expect(readHtmlTable(excel)).toEqual([
    ['开 场', '特写\n慢 推'],
    ['', '一\n二'],
  ]);
  expect(readHtmlTable('<b>无</b>')).toBeNull();
  expect(writeHtmlTable([['3'], ['3-5']])).toContain(`pre-wrap;">3</td>`);
});

test('what Feishu and WPS put on the clipboard is read as it looks there', () => {
  const style = 'color:rgb(0, 0, 0);font-size:12pt;word-wrap:break-word;word-break:break-word;white-space:pre-wrap;';
  const feishu = `<meta charset="utf-8"><style><!--br {mso-data-placement:same-cell;}--> td {white-space:nowrap;border:1px solid
    #dee0e3;}</style><byte-sheet-html-origin data-id="1" data-version="4" data-is-embed="false"><table style="border-collapse:
    collapse;"><colgroup><col width="105"><col width="105"></colgroup><tbody><tr height="31"><td colspan="2" style="${style}">第一幕</td></tr>
    <tr height="53"><td data-sheet-value="[{&quot;text&quot;:&quot;a->b&quot;}]" data-note='1 > 0' style="${style}">早上\n 起不来</td><td style="${style}">特写</td></tr>
    </tbody></table></byte-sheet-html-origin>`;
  expect(readHtmlTable(feishu)).toEqual([
    ['第一幕', ''],
    ['早上\n 起不来', '特写'],
  ]);
  const wps = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name="Generator" content="WPS Office ET"/>
    <style><!-- br {mso-data-placement:same-cell;} --></style></head><body><!--StartFragment--><table width="216" border="0">
    <col width="72" span="2"/><tr height="19"><td class="xl65" height="38" rowspan="2" x:str>开场</td><td class="xl66" x:str>杯子
      特写<br/>慢推</td></tr><tr height="19"><td x:num="3.5">3.5</td></tr>
    <![if supportMisalignedColumns]><tr width="0" style="display:none;"/><![endif]></table><!--EndFragment--></body></html>`;
  expect(readHtmlTable(wps)).toEqual([
    ['开场', '杯子 特写\n慢推'],
    ['', '3.5'],
  ]);
});

test('arrows move, Shift stretches, Ctrl goes to the edge, and nothing leaves the table', () => {
  const whole = { rows: 10, columns: 3 };
  const here = selectionOf(at(2, 1));
  const press = (key: string, isShift = false, isCommand = false) =>
    blockOf(step(here, { key, isShift, isCommand }, whole, 5)!);
  expect(press('ArrowDown')).toEqual(at(3, 1));
  expect(press('ArrowUp', true)).toEqual(at(1, 1, 2, 1));
  expect(press('ArrowDown', true, true)).toEqual(at(2, 1, 9, 1));
  expect(press('End')).toEqual(at(2, 2));
  expect(press('Home', false, true)).toEqual(at(0, 0));
  expect(press('PageUp')).toEqual(at(0, 1));
  expect(step(here, { key: 'a', isShift: false, isCommand: false }, whole, 5)).toBeNull();
  expect(blockOf(next(selectionOf(at(0, 2)), 'Tab', false, whole))).toEqual(at(1, 0));
  expect(blockOf(next(selectionOf(at(1, 0)), 'Tab', true, whole))).toEqual(at(0, 2));
  expect(blockOf(next(selectionOf(at(9, 1)), 'Enter', false, whole))).toEqual(at(10, 1));
});

test('pasting makes rows, tells what a cell cannot take and pastes the rest', () => {
  const table = [
    ['甲', '大', '左'],
    ['乙', '中', '右', '多'],
  ];
  const done = planPaste({ rows: [row('旧')], columns, at: at(0, 0), table, makeRow, most: 10 });
  expect(done.rows).toEqual([row('甲', '大', '左'), row('乙', null, '右')]);
  expect(done.problems).toEqual([{ row: 1, name: '大小', problem: '写大或小' }]);
  expect([done.block, done.left_out]).toEqual([at(0, 0, 1, 2), { rows: 0, columns: 1 }]);
  expect(tellProblems(done.problems, done.left_out)).toBe(
    '第 2 行：写大或小；右边没有那么多列，有 1 列没有放进来。其余的已经填好',
  );
});

test('one cell fills what is chosen, and rows beyond the limit are counted', () => {
  const rows = [row('1'), row('2'), row('3')];
  const filled = planPaste({ rows, columns, at: at(0, 1, 2, 1), table: [['小']], makeRow, most: 10 });
  expect(filled.rows.map((one) => one.size)).toEqual(['小', '小', '小']);
  const full = planPaste({ rows, columns, at: at(2, 0), table: [['a'], ['b'], ['c']], makeRow, most: 4 });
  expect([names(full.rows), full.left_out.rows]).toEqual(['12ab', 1]);
});

test('a whole column of a spreadsheet makes no rows of its empty end, however long that is', () => {
  const rows = [row('1'), row('2'), row('3')];
  const table = [['a'], [''], ['b'], ['c'], ...Array.from({ length: 200_000 }, () => [''])];
  const done = planPaste({ rows, columns, at: at(0, 0), table, makeRow, most: 10 });
  expect([done.rows.map(({ name }) => name), done.left_out.rows]).toEqual([['a', '', 'b', 'c'], 0]);
  // What stands there is emptied, as everywhere.
  const short = planPaste({ rows, columns, at: at(1, 0), table: [['x'], [''], ['']], makeRow, most: 10 });
  expect(short.rows.map(({ name }) => name)).toEqual(['1', 'x', '']);
});

test('filling down repeats what is chosen, with what has no text as well', () => {
  const rows = [row('a', '大'), row('b', '小'), row('c'), row('d'), row('e')];
  const sizes = (made: Row[]) => made.map((one) => one.size);
  expect(sizes(planFill({ rows, columns, block: at(0, 1, 1, 1), to: 4 }))).toEqual(['大', '小', '大', '小', '大']);
  expect(sizes(planFillDown({ rows, columns, block: at(1, 1, 3, 1) }))).toEqual(['大', '小', '小', '小', null]);
  expect(sizes(planFillDown({ rows, columns, block: at(2, 1) }))).toEqual(['大', '小', '小', null, null]);
  expect(planClear({ rows, columns, block: at(0, 0, 1, 1) })[1]).toEqual(row(''));
});

test('rows move before or behind others and stay in their order', () => {
  const rows = ['1', '2', '3', '4', '5'].map((name) => row(name));
  expect(names(planMove(rows, { top: 0, bottom: 1 }, 4))).toBe('34125');
  expect(names(planMove(rows, { top: 3, bottom: 4 }, 0))).toBe('45123');
  expect(names(planMove(rows, { top: 1, bottom: 2 }, 2))).toBe('12345');
});

test('what is found is counted and replaced at once; what cannot be is told', () => {
  const rows = [row('冷萃 COFFEE coffee', '大', '冷萃'), row('$1')];
  const found = findCells({ rows, columns }, 'Coffee');
  expect(found).toEqual([{ row: 0, column: 0, count: 2 }]);
  expect(replaceIn({ rows, columns }, found, 'Coffee', '$&').rows[0]?.name).toBe('冷萃 $& $&');
  expect(replaceIn({ rows, columns }, findCells({ rows, columns }, '大'), '大', '特')).toMatchObject({
    count: 0,
    problems: [{ row: 0, problem: '写大或小' }],
  });
  expect(tableOf({ rows, columns, block: at(0, 1, 0, 2) })).toEqual([['大', '冷萃']]);
});
