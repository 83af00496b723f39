import { expect, test } from 'vitest';
import { sql } from '#db/orm.ts';
import { createTestApp } from '#testing/test-app.ts';

test('of two that wait for each other, both get their work done', async () => {
  const { db } = await createTestApp();
  await db.execute(sql`create table tally (name text primary key, count int not null)`);
  await db.execute(sql`insert into tally values ('a', 0), ('b', 0)`);
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  const count = (first: string, second: string) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update tally set count = count + 1 where name = ${first}`);
      arrived += 1;
      if (arrived === 2) gate.resolve();
      await gate.promise;
      await tx.execute(sql`update tally set count = count + 1 where name = ${second}`);
    });
  await Promise.all([count('a', 'b'), count('b', 'a')]);
  const { rows } = await db.execute(sql`select name, count from tally order by name`);
  expect(rows).toEqual([
    { name: 'a', count: 2 },
    { name: 'b', count: 2 },
  ]);
});
