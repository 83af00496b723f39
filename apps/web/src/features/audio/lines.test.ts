import { AUDIO_LINES_MAX } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { isSayable, moveLines, newLine, pasteLines, removeLines, shiftLines, splitLine, splitPasted } from './lines.ts';

const voice = { voice_id: 'builtin:zm_yunxi', rate: 1.1, pitch: -1, volume: 0.9, emotion: null, pause_ms: 500 };
const lines = ['一', '二', '三', '四'].map((text) => newLine(voice, { text }));
const idOf = (n: number) => lines[n]?.line_id ?? '';
const texts = (some: { text: string }[]) => some.map(({ text }) => text);

test('what is pasted becomes lines, without blank ones and without the marks of lists', () => {
  const pasted = '1. 第一句。\r\n\n  • 第二句\r2、 第三句\u2028——\n😀\n3.5 折起';
  expect(splitPasted(pasted)).toEqual(['第一句。', '第二句', '第三句', '3.5 折起']);
});

test('several pasted lines take the place of the selection and keep what stood around it', () => {
  const line = newLine(voice, { text: '前面中间后面' });
  const made = pasteLines([line], line.line_id, { from: 2, to: 4, pasted: '甲\n乙\n丙' });
  expect(texts(made?.lines ?? [])).toEqual(['前面甲', '乙', '丙后面']);
  expect(made?.lines.map(({ voice_id, rate }) => [voice_id, rate])).toEqual([
    ['builtin:zm_yunxi', 1.1],
    ['builtin:zm_yunxi', 1.1],
    ['builtin:zm_yunxi', 1.1],
  ]);
  expect(made?.last).toEqual({ line_id: made?.lines[2]?.line_id, at: 1 });
});

test('one pasted line is left to the text field, even with a line break behind it', () => {
  expect(pasteLines(lines, idOf(0), { from: 0, to: 0, pasted: '一句话\n' })).toBeNull();
});

test('a paste past the most lines says how many it left out', () => {
  const many = Array.from({ length: AUDIO_LINES_MAX - 1 }, () => newLine());
  const made = pasteLines(many, many[0]?.line_id ?? '', { from: 0, to: 0, pasted: '甲\n乙\n丙\n丁' });
  expect(made?.lines).toHaveLength(AUDIO_LINES_MAX);
  expect(made?.left_out).toBe(2);
});

test('Enter cuts a line at the cursor; at its end it adds an empty line with the same voice', () => {
  const line = newLine(voice, { text: '你好 世界' });
  const cut = splitLine([line], line.line_id, 2);
  expect(texts(cut.lines)).toEqual(['你好', '世界']);
  const added = splitLine([line], line.line_id, 5).lines[1];
  expect(added).toMatchObject({ text: '', ...voice, shot_ms: null });
});

test('removing goes on at the line before; the last line is emptied instead', () => {
  const { lines: rest, next } = removeLines(lines, [idOf(1), idOf(2)]);
  expect(texts(rest)).toEqual(['一', '四']);
  expect(next).toBe(idOf(0));
  const emptied = removeLines(
    lines,
    lines.map(({ line_id }) => line_id),
  );
  expect(texts(emptied.lines)).toEqual(['']);
});

test('lines move as a block and keep their order', () => {
  expect(texts(moveLines(lines, [idOf(3), idOf(1)], 0))).toEqual(['二', '四', '一', '三']);
  expect(texts(shiftLines(lines, [idOf(1)], 1))).toEqual(['一', '三', '二', '四']);
  expect(texts(shiftLines(lines, [idOf(1), idOf(2)], -1))).toEqual(['二', '三', '一', '四']);
  expect(shiftLines(lines, [idOf(3)], 1)).toBe(lines);
  expect(shiftLines(lines, [idOf(0)], -1)).toBe(lines);
});

test('emoji and punctuation alone cannot be said', () => {
  expect(['😀', '……', ' ', '5 折', 'OK'].map(isSayable)).toEqual([false, false, false, true, true]);
});
