import type { Shot } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { cutsWith, cutsWithout, shotAt, wordsOf } from './shot-times.ts';

const shots = [
  [0, 2000],
  [2000, 5000],
  [5000, 6000],
].map(([start_ms, end_ms], index) => ({ shot_id: `s${index}`, index, start_ms, end_ms }) as Shot);

test('the shot on screen is the one whose time it is', () => {
  expect(shotAt(shots, 0)?.index).toBe(0);
  expect(shotAt(shots, 2)?.index).toBe(1);
  expect(shotAt(shots, 6.2)?.index).toBe(2);
});

test('a cut is added between the others, but not on top of one', () => {
  expect(cutsWith(shots, 3.5)).toEqual([2000, 3500, 5000]);
  expect(cutsWith(shots, 2.05)).toBeNull();
  expect(cutsWith(shots, 5.98)).toBeNull();
});

test('joining a shot with the next takes the cut between them', () => {
  expect(cutsWithout(shots, shots[0] as Shot)).toEqual([5000]);
});

test('a word belongs to the shot in which it begins', () => {
  const word = { text: '好', start: 1.95, end: 2.2, from: 0, to: 1 };
  expect(wordsOf(shots[0] as Shot, [word])).toEqual([word]);
  expect(wordsOf(shots[1] as Shot, [word])).toEqual([]);
});
