import { AUDIO_LINES_MAX } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { bringLines } from './bring-lines.ts';
import { newLine } from './lines.ts';

const given = [
  { text: '甲', shot_ms: 2500 },
  { text: '乙', shot_ms: null },
];
const voice = { voice_id: 'builtin:zm_yunxi', rate: 1.2, pitch: 0, volume: 1, emotion: null, pause_ms: 100 };

test('imported lines come behind those with words, or in place of all, with the voice of the last', () => {
  const lines = [newLine(undefined, { text: '一' }), newLine(voice)];
  const appended = bringLines(lines, { lines: given, mode: 'append' });
  expect(appended.map(({ text, shot_ms }) => [text, shot_ms])).toEqual([
    ['一', null],
    ['甲', 2500],
    ['乙', null],
  ]);
  expect(appended[1]).toMatchObject(voice);
  expect(bringLines(lines, { lines: given, mode: 'replace' }).map(({ text }) => text)).toEqual(['甲', '乙']);
});

test('a line of a role has the voice of that role, whatever the last line had', () => {
  const angry = { ...voice, emotion: '生气' };
  const spoken = [
    { text: '甲', shot_ms: null, voice_id: 'builtin:zf_xiaoxiao' },
    { text: '乙', shot_ms: null, voice_id: null },
    { text: '丙', shot_ms: null, voice_id: 'builtin:zf_xiaoxiao' },
  ];
  const brought = bringLines([newLine(angry, { text: '一' })], { lines: spoken, mode: 'append' });
  expect(brought.map(({ text, voice_id, emotion, rate }) => [text, voice_id, emotion, rate])).toEqual([
    ['一', 'builtin:zm_yunxi', '生气', 1.2],
    ['甲', 'builtin:zf_xiaoxiao', null, 1.2],
    ['乙', 'builtin:zm_yunxi', '生气', 1.2],
    ['丙', 'builtin:zf_xiaoxiao', null, 1.2],
  ]);
});

test('no more lines are brought than a piece may have', () => {
  const many = Array.from({ length: AUDIO_LINES_MAX }, () => newLine(undefined, { text: '一' }));
  expect(bringLines(many, { lines: given, mode: 'append' })).toEqual(many);
});
