import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shareWork } from './cache/share-work.ts';
import { openSlots } from './slots.ts';

test('who has gone, before or while waiting, is let go at once; those behind come in order', async () => {
  const slots = openSlots(1);
  const first = Promise.withResolvers<string>();
  const done: string[] = [];
  const begun = slots(() => first.promise);
  const leaving = new AbortController();
  const left = slots(async () => done.push('left'), leaving.signal);
  const behind = slots(async () => done.push('behind'));
  const urgent = slots(async () => done.push('urgent'), undefined, true);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(slots(async () => done.push('gone before'), leaving.signal)).rejects.toThrow('gone');
  await turn();
  expect(done).toEqual([]);
  first.resolve('');
  await Promise.all([begun, behind, urgent]);
  expect(done).toEqual(['urgent', 'behind']);
});

test('work that several wait for is done once, and stopped when the last has left', async () => {
  const share = shareWork<string>();
  let [runs, isStopped] = [0, false];
  const work = (signal: AbortSignal) => {
    runs += 1;
    return new Promise<string>((_, fail) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
        fail(signal.reason as Error);
      });
    });
  };
  const people = [new AbortController(), new AbortController()];
  const waiting = people.map(({ signal }) => share('film', work, signal).catch(() => 'left'));
  people[0]!.abort();
  await turn();
  expect([runs, isStopped]).toEqual([1, false]);
  await expect(share('film', work, people[0]!.signal)).rejects.toThrow('aborted');
  people[1]!.abort();
  expect([await Promise.all(waiting), runs, isStopped]).toEqual([['left', 'left'], 1, true]);
});
