import { expect, test } from 'vitest';
import { begunWith, filledIn } from './use-drafts.ts';

test('a machine fills in what is empty, and nothing that somebody wrote while it worked', () => {
  const drafts = new Map([
    ['a', 'mine'],
    ['b', ' '],
  ]);
  const made = ['a', 'b', 'c'].map((key) => [key, 'machine'] as const);
  expect([...filledIn(drafts, made).values()]).toEqual(['mine', 'machine', 'machine']);
});

test('what was written before is there again, as long as its source is the same', () => {
  const passage = (key: string, text: string) => ({
    key,
    text,
    place: '',
    kind: 'line' as const,
    seconds: null,
    follows: false,
  });
  const plan = {
    known: [{ key: 'c', text: 'known' }],
    passages: [passage('a', '甲'), passage('b', '乙'), passage('c', '丙')],
  };
  const before = {
    drafts: new Map([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
    ]),
    sources: new Map([
      ['a', '甲'],
      ['b', '以前的乙'],
      ['c', '丙'],
    ]),
  };
  expect(begunWith(plan, before)).toEqual(
    new Map([
      ['c', 'C'],
      ['a', 'A'],
    ]),
  );
  expect(begunWith(plan, undefined)).toEqual(new Map([['c', 'known']]));
});
