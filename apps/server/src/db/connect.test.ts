import { expect, test } from 'vitest';
import { sql } from '#db/orm.ts';
import { createTestApp } from '#testing/test-app.ts';
import { problemOf } from './require-postgres.ts';

test('a PostgreSQL that cannot be used is refused in words before anything is written to it', () => {
  expect(problemOf(140_012, 'UTF8')).toContain('是 14 版，需要 15 或更新的版本');
  expect(problemOf(150_018, 'SQL_ASCII')).toContain('编码是 SQL_ASCII，需要 UTF8');
  expect(problemOf(150_018, 'UTF8')).toBeNull();
});

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

test('whoever holds a connection gets no second one: as many at once as there are would wait for ever', async () => {
  const { db } = await createTestApp();
  const nested = db.transaction((tx) => tx.execute(sql`select 1`).then(() => db.execute(sql`select 2`)));
  const { cause } = (await nested.catch((error: Error) => error)) as { cause?: Error };
  expect(cause?.message).toContain('second connection');
  // What is asked inside by the held one, and what comes behind it, is answered.
  const { rows } = await db.transaction((tx) => tx.execute(sql`select 3 as three`));
  expect(rows).toEqual([{ three: 3 }]);
  expect((await db.execute(sql`select 4 as four`)).rows).toEqual([{ four: 4 }]);
});
