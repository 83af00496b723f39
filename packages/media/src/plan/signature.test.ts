import { expect, test } from 'vitest';
import { signatureOf } from '#plan/signature.ts';

const picks = [
  { slotId: 'a', clipId: '1' },
  { slotId: 'b', clipId: '2', scriptId: 'x' },
];

test('a signature is the same on every machine and in every version', () => {
  expect(signatureOf(picks)).toBe('c33f6e3488b2da18f51e89310c550d11');
});

test('another clip, another script or another order has another signature', () => {
  const names = [
    picks,
    picks.toReversed(),
    [picks[0]!, { slotId: 'b', clipId: '2', scriptId: 'y' }],
    [picks[0]!, { slotId: 'b', clipId: '2' }],
    [{ slotId: 'a', clipId: '3' }, picks[1]!],
  ].map(signatureOf);
  expect(new Set(names).size).toBe(5);
});
