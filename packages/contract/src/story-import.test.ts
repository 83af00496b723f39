import { expect, test } from 'vitest';
import { findHeadings, guessFields, readTable } from './story-import.ts';

const lengths = (...cells: string[]) =>
  readTable(
    cells.map((cell) => ['画', cell]),
    ['picture', 'duration_ms'],
    false,
  ).rows.map(({ duration_ms }) => duration_ms);

test('headings are found below what people write above a table, and columns that count the rows are nothing', () => {
  const rows = [
    ['夏季口播 分镜脚本', '', '', '', ''],
    ['客户：冷萃', '', '', '', ''],
    ['镜号', '画面内容', '口播', '景别', '时长（秒）'],
    ['1', '倒咖啡', '三秒一杯', '特写', '3'],
  ];
  expect(findHeadings(rows)).toBe(2);
  expect(guessFields(rows.slice(2), true)).toEqual([null, 'picture', 'line', 'shot_size', 'duration_ms']);
  expect(findHeadings([['今天下单立减五十', '倒咖啡']])).toBe(-1);
});

test('without headings a column is what most of its cells are', () => {
  const rows = [
    ['1', '女孩从被窝里伸出手摸手机', '早上起不来？', '近景', '推', '0-3s'],
    ['2', '冷萃倒进装满冰块的杯子里', '三秒一杯冷萃！', '特写', '', '3-5s'],
    ['3', '一口喝完，出门', '今天就试试。', '飞', '跟拍', '5-9s'],
  ];
  const fields = guessFields(rows, false);
  expect(fields).toEqual([null, 'picture', 'line', 'shot_size', 'camera_move', 'duration_ms']);
  const read = readTable(rows, fields, false);
  expect(read.rows.map(({ duration_ms }) => duration_ms)).toEqual([3000, 2000, 4000]);
  // What is not understood is said, and kept where a person finds it.
  expect(read.problems).toEqual([
    { row: 2, column: 3, text: expect.stringMatching(/景别没有「飞」.*这一格留空，原文写进备注/) },
  ]);
  expect(read.rows[2]).toMatchObject({ shot_size: null, note: '景别：飞', camera_move: 'follow' });
});

test('times of the video become lengths, how long a shot may take stays the longer', () => {
  expect(lengths('00:00-00:02.5', '00:02.5-00:04')).toEqual([2500, 1500]);
  expect(lengths('2-3秒', '2-3秒', '1~2s')).toEqual([3000, 3000, 2000]);
});

test('two columns of words can stand in one cell, and what is too long for it is cut in words', () => {
  const table = [
    ['音乐', '音效', '场景'],
    ['轻快', '冰块声', '卧'.repeat(150)],
    ['', '', ' '],
  ];
  const { rows, problems } = readTable(table, ['sound', 'sound', 'scene'], true);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ sound: '轻快\n冰块声', scene: '卧'.repeat(100) });
  expect(problems).toEqual([{ row: 1, column: 2, text: '场景最多 100 字，只留前 100 字' }]);
});

test('a heading over two columns names both, and who says nothing has no line', () => {
  const rows = [
    ['镜号', '场次', '画面', '', '旁白/字幕'],
    ['1', '客厅', '近', '妈妈把保单放到桌上', '一天不到一块钱'],
    ['2', '客厅', '特', '手指划过条款', '（无台词）'],
  ];
  const fields = guessFields(rows, true);
  expect(fields).toEqual([null, 'scene', 'shot_size', 'picture', 'line']);
  const read = readTable(rows, fields, true).rows;
  expect(read.map(({ shot_size, line }) => [shot_size, line])).toEqual([
    ['medium_close', '一天不到一块钱'],
    ['close_up', ''],
  ]);
});
