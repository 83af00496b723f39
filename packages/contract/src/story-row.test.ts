import { expect, test } from 'vitest';
import { spokenSeconds } from './spoken.ts';
import { columnOf, readCell, STORY_COLUMNS, type StoryField, writeCell } from './story-row.ts';

const column = (field: StoryField) => STORY_COLUMNS.find((one) => one.field === field)!;

test.each([
  ['3', 3000],
  ['3.5s', 3500],
  ['３秒', 3000],
  ['00:03', 3000],
  ['1:02.5', 62_500],
  ['1分20秒', 80_000],
  ['2-3秒', 3000],
  ['约4秒', 4000],
  ['5″', 5000],
  ['5”', 5000],
  ['三秒', 3000],
  ['一秒半', 1500],
  ['十二点五秒', 12_500],
  ['', null],
])('a length of %j is %j ms', (typed, value) => {
  expect(readCell(column('duration_ms'), typed)).toEqual({ value });
});

test.each(['很长', '0', '-1', '1e9', '3秒钟后', '99:99:99'])(
  '%j is no length, and the answer says what to write',
  (typed) => {
    const read = readCell(column('duration_ms'), typed);
    expect('problem' in read && read.problem).toMatch(/^时长/);
  },
);

function shown(field: StoryField, typed: string): string {
  const read = readCell(column(field), typed);
  return 'value' in read ? writeCell(column(field), read.value) : read.problem;
}

test('choices are understood as people write them and written as we call them', () => {
  expect([shown('shot_size', '特写镜头'), shown('shot_size', 'CU'), shown('shot_size', ' 全 景 ')]).toEqual([
    '特写',
    '特写',
    '全景',
  ]);
  expect([shown('camera_move', '推近'), shown('angle', '上帝视角'), shown('section', '钩子')]).toEqual([
    '推',
    '顶拍',
    '开头吸引',
  ]);
  const said: [StoryField, string][] = [
    ['camera_move', '缓慢推近'],
    ['camera_move', '慢摇镜头'],
    ['camera_move', '固定机位'],
    ['angle', '微俯拍'],
    ['angle', '低机位'],
    ['angle', '侧拍'],
    ['section', '卖点二'],
    ['section', '促单'],
    ['shot_size', '半身近景'],
  ];
  expect(said.map(([field, typed]) => shown(field, typed)).join()).toBe(
    '推,摇,固定,俯拍,仰拍,侧面,产品方案,行动号召,中景',
  );
  expect(shown('shot_size', '飞起来')).toContain('景别没有「飞起来」，可以写：大特写、特写');
});

test.each([
  ['口播文案', 'line'],
  ['镜头画面描述', 'picture'],
  ['景别', 'shot_size'],
  ['时长（s）', 'duration_ms'],
  ['Duration', 'duration_ms'],
  ['背景音乐', 'sound'],
  ['序号', undefined],
])('a heading %j of somebody else’s table is our column %j', (heading, field) => {
  expect(columnOf(heading)?.field).toBe(field);
});

test('before a line is spoken its length is guessed; a faster voice takes less, and what is no word takes nothing', () => {
  const text = '今天下单立减 50 元，包邮到家！';
  expect(spokenSeconds(text)).toBeGreaterThan(2.5);
  expect(spokenSeconds(text)).toBeLessThan(5);
  expect(spokenSeconds(text, 2)).toBeCloseTo(spokenSeconds(text) / 2);
  expect(spokenSeconds('😀')).toBe(0);
  // By letters where words have no spaces between them; other scripts by their words.
  expect(spokenSeconds('สวัสดี')).toBeCloseTo(0.88);
  expect(spokenSeconds('שלום')).toBeGreaterThan(0.5);
});
