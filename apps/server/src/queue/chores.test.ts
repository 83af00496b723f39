import { expect, test } from 'vitest';
import { sql } from '#db/orm.ts';
import { createTestApp } from '#testing/test-app.ts';
import { startChores } from './chores.ts';

test('at the hour when all chores fall due, each gets its turn, and others get their connections meanwhile', async () => {
  const app = await createTestApp();
  const done = new Map<string, number>();
  const chores = Array.from({ length: 3 * app.pool.options.max }, (_, n) => ({
    name: `chore ${n}`,
    every_s: 0.2,
    async run() {
      await app.db.execute(sql`select pg_sleep(0.01)`);
      done.set(`chore ${n}`, (done.get(`chore ${n}`) ?? 0) + 1);
    },
  }));
  const stop = startChores(app, chores);
  await expect.poll(() => Math.min(...chores.map(({ name }) => done.get(name) ?? 0)), { timeout: 15_000 }).toBe(2);
  expect((await app.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  stop();
});
