import type { StoryRow } from '@mixreel/contract';
import { newFacts } from '@mixreel/contract/fact';
import { expect, test } from 'vitest';
import { CELLS, newRow } from './cells.ts';
import { briefOfFacts } from './kept-facts.ts';
import { rowsOfTable } from './paste-table.ts';
import { duplicateRows, joinRows, middleOf, sayOtherwise, splitRow } from './rows.ts';

const row = newRow({
  picture: '杯子放到桌上',
  line: '早上一杯，清醒一天。第二杯半价。',
  duration_ms: 6000,
  scene: '厨房',
  shot_size: 'close_up',
  reference: { material_id: 'm', start_ms: 0, end_ms: null },
});

test('a row is split at a letter: words and seconds are divided, what is seen holds for both', () => {
  const at = middleOf(row.line);
  expect(at).toBe(10);
  const [first, second, last] = splitRow([row, newRow()], row.row_id, 'line', at ?? 0);
  expect(first).toMatchObject({
    row_id: row.row_id,
    line: '早上一杯，清醒一天。',
    picture: '杯子放到桌上',
    duration_ms: 3800,
  });
  expect(second).toMatchObject({ line: '第二杯半价。', scene: '厨房', shot_size: 'close_up', duration_ms: 2200 });
  expect([second?.picture, second?.reference, last?.line]).toEqual(['', null, '']);
  expect(middleOf('没有停顿')).toBeNull();
});

test('joined rows say both lines, last as long as both, and note nothing twice', () => {
  const next = newRow({ line: '立减五十', duration_ms: 1500, scene: '厨房', note: '补光', camera_move: 'push' });
  const [joined, ...rest] = joinRows([row, next, newRow()], 0, 1) as StoryRow[];
  expect(joined).toMatchObject({ scene: '厨房', note: '补光', camera_move: 'push', duration_ms: 7500 });
  expect([joined?.line, rest.length]).toEqual(['早上一杯，清醒一天。第二杯半价。立减五十', 1]);
  const long = newRow({ line: '长'.repeat(900) });
  expect(joinRows([long, long], 0, 1)).toMatchObject({ problem: expect.stringContaining('合并后台词放不下') });
});

test('duplicated rows stand behind themselves and are rows of their own', () => {
  const made = duplicateRows([row, newRow({ line: '尾' })], 0, 0);
  expect(made.map(({ line }) => line)).toEqual([row.line, row.line, '尾']);
  expect(new Set(made.map(({ row_id }) => row_id)).size).toBe(3);
});

test('cells understand what people write, and say what to write instead', () => {
  const column = (key: string) => CELLS.find((one) => one.key === key)!;
  expect(column('shot_size').put(row, '近景')).toMatchObject({ row: { shot_size: 'medium_close' } });
  expect(column('duration_ms').put(row, '00:03')).toMatchObject({ row: { duration_ms: 3000 } });
  expect(column('shot_size').put(row, '飞')).toMatchObject({ problem: expect.stringContaining('大特写') });
  expect(column('scene').put(row, '长'.repeat(101))).toEqual({ problem: '场景最多 100 个字' });
});

test('a copied table with headings is put by its columns, and a block of cells where somebody chose', () => {
  const table = [
    ['镜号', '口播文案', '画面内容', '景别', '时长（s）'],
    ['1', '早上起不来？', '闹钟响', '特写', '2'],
    ['2', '三秒一杯', '倒咖啡', '飞', '3'],
  ];
  const found = rowsOfTable(table, { on_empty: false });
  expect(found?.rows.map(({ line, picture, duration_ms, note }) => [line, picture, duration_ms, note])).toEqual([
    ['早上起不来？', '闹钟响', 2000, ''],
    ['三秒一杯', '倒咖啡', 3000, '景别：飞'],
  ]);
  expect(found?.problems).toEqual([expect.stringMatching(/^表格第 3 行：景别没有「飞」/)]);
  expect(rowsOfTable(table.slice(1), { on_empty: false })).toBeNull();
  expect(
    rowsOfTable(
      [
        ['手部镜头', '产品画面'],
        ['a', 'b'],
      ],
      { on_empty: false },
    ),
  ).toBeNull();
  // On an empty board also what has no headings, down to lines of text.
  const plain = rowsOfTable([['早上起不来？'], ['三秒一杯']], { on_empty: true });
  expect(plain?.rows.map(({ line }) => line)).toEqual(['早上起不来？', '三秒一杯']);
});

test('where nobody wrote a brief, the locked facts of the board are one', () => {
  const sheet = '品名：静安钢琴搬运\n同城 780 元起。\n提前三天预约减 80 元。\n四人一组，带气垫车。';
  const facts = newFacts(sheet, [], () => String(Math.random()));
  expect(briefOfFacts(facts)).toMatchObject({
    name: '静安钢琴搬运',
    price: '同城 780 元起',
    promotion: '提前三天预约减 80 元',
    points: ['四人一组，带气垫车'],
  });
  expect(briefOfFacts(facts.map((fact) => ({ ...fact, locked: false })))).toBeNull();
});

test('other words come in where the line is still the one they were asked for, and where it is not nothing is lost', () => {
  const rows = [
    newRow({ line: '早上一杯' }),
    newRow({ line: '刚刚改过的', duration_ms: 1000 }),
    newRow({ line: '好喝' }),
  ];
  const other = (line: string) => ({ before: '早上一杯', line });
  const lines = new Map(
    [...rows.slice(0, 2).map(({ row_id }) => row_id), 'gone'].map((id) => [id, other('清早来一杯吧')]),
  );
  const { rows: said, left } = sayOtherwise(rows, lines);
  expect([said.map(({ line }) => line), left]).toEqual([['清早来一杯吧', '刚刚改过的', '好喝'], 2]);
});
