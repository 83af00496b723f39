import type { CleanMark } from '@mixreel/contract';
import { expect, it } from 'vitest';
import { createMarkSaver } from './mark-saver.ts';

it('what is changed while the last change is being read is written over it, not refused', async () => {
  let stored = 7;
  const refused: boolean[] = [];
  const held = Promise.withResolvers<void>();
  const saver = createMarkSaver({
    write: async (_marks, revision) => (revision === stored ? (stored += 1) : null),
    read: () => held.promise,
    onRest: (isRefused) => refused.push(isRefused),
  });
  const marks: CleanMark[] = [];
  saver.want(marks, 7);
  const first = saver.flush();
  while (saver.own() === null) await Promise.resolve();
  // The page still shows the revision from before.
  saver.want(marks, 7);
  const second = saver.flush();
  held.resolve();
  await Promise.all([first, second]);
  expect(stored).toBe(9);
  expect(refused).toEqual([false]);
});

it('what was refused, because somebody else wrote meanwhile, is told to whoever goes on; what is shown then stands', async () => {
  const saver = createMarkSaver({ write: async () => null, read: async () => {}, onRest: () => {} });
  saver.want([], 7);
  expect(await saver.flush()).toBe(false);
  expect(await saver.flush()).toBe(true);
});
