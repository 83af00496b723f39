import type { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countBase } from './count-materials.ts';

test('a list that many look at is counted by one of them, and nobody else waits for it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: ((total: number) => void)[] = [];
  const query = () =>
    new Promise((done) => {
      asked.push((total) => done({ rows: [{ total }] }));
    });
  const app = { pool: { query } as unknown as Pool, memory: new Map() };
  const where = { base: ['deleted_at is null'], rest: [], keys: [], within: null, values: [] };
  const count = async () => (await countBase(app, where)).total;

  const first = [count(), count()];
  vi.advanceTimersByTime(50);
  asked[0]?.(7);
  expect(await Promise.all(first)).toEqual([7, 7]);

  // Twenty times as long as it took.
  vi.advanceTimersByTime(1001);
  const again = count();
  expect(await count()).toBe(7);
  vi.advanceTimersByTime(50);
  asked[1]?.(8);
  expect(await again).toBe(8);
  expect(await count()).toBe(8);
  expect(asked).toHaveLength(2);

  // What was counted long ago is told to nobody.
  vi.advanceTimersByTime(2001);
  const late = [count(), count()];
  asked[2]?.(9);
  expect(await Promise.all(late)).toEqual([9, 9]);
});
