import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { eq, sql } from '#db/orm.ts';
import { type TestStore, createTestStore, textFile } from '#testing/file-store.ts';
import { addComposed } from './add-composed.ts';
import { claimContent } from './add-file.ts';
import { collectGarbage } from './collect-garbage.ts';
import { stored_object, vlc_file } from './file.tables.ts';
import { removeFiles } from './remove-files.ts';

const NOW = { olderThanHours: 0 };
const DAY = { olderThanHours: 24 };

test('what nothing has referred to for a day goes, everything else stays', async () => {
  const store = await createTestStore();
  const { db, space, add } = store;
  const space_id = await space();
  const [old, young, used] = [await add(space_id, 'old'), await add(space_id, 'young'), await add(space_id, 'used')];
  await removeFiles(db, space_id, [old.vlc_id, young.vlc_id]);
  await age(store, [old.sha256, used.sha256]);

  expect(await collectGarbage(store, DAY)).toEqual({ unused: 1, unknown: 0 });
  expect(await stored(store)).toEqual([young.sha256, used.sha256].toSorted());
  const rows = await db.select({ sha256: stored_object.sha256 }).from(stored_object);
  expect(rows.map(({ sha256 }) => sha256).toSorted()).toEqual([young.sha256, used.sha256].toSorted());
});

test('a file removed a moment ago can still be read, even if it was added long ago', async () => {
  const store = await createTestStore();
  const space_id = await store.space();
  const { vlc_id, sha256 } = await store.add(space_id, 'still in use');
  await age(store, [sha256]);
  await removeFiles(store.db, space_id, [vlc_id]);
  await collectGarbage(store, DAY);
  expect(await text(await store.storage.read(sha256))).toBe('still in use');
});

test('a content that no row knows goes when it is old', async () => {
  const store = await createTestStore();
  const { sha256 } = await store.storage.put(Readable.from(['lost by a crash']), { maxBytes: 100 });
  expect(await collectGarbage(store, DAY)).toEqual({ unused: 0, unknown: 0 });
  expect(await stored(store)).toEqual([sha256]);
  expect(await collectGarbage(store, NOW)).toEqual({ unused: 0, unknown: 1 });
  expect(await stored(store)).toEqual([]);
});

test('a store that is full of what this database does not know keeps all of it, and says so', async () => {
  const store = await createTestStore();
  const { sha256 } = await store.add(await store.space(), 'of this database');
  const put = (n: number) => store.storage.put(Readable.from([`of another ${n}`]), { maxBytes: 100 });
  const others = await Promise.all(Array.from({ length: 30 }, (_, n) => put(n)));
  await expect(collectGarbage(store, NOW)).rejects.toThrow('30 个内容不属于这个数据库');
  expect(await stored(store)).toEqual([sha256, ...others.map((one) => one.sha256)].toSorted());
});

test('a row whose content was never stored goes', async () => {
  const store = await createTestStore();
  await store.db.insert(stored_object).values({ sha256: hashOf('never stored'), bytes: 1 });
  await collectGarbage(store, NOW);
  expect(await store.db.$count(stored_object)).toBe(0);
});

test('what a composed file is made of stays as long as the file, and goes with it', async () => {
  const store = await createTestStore();
  const space_id = await store.space();
  const part = await store.add(space_id, 'one two three');
  const naming = { space_id, file_name: 'whole.txt', content_type: 'text/plain', created_by: null };
  const parts = [Buffer.from('and '), { sha256: part.sha256, start: 4, size: 3 }];
  const whole = await addComposed(store, naming, parts, async (_tx, file) => file);
  expect(whole.bytes).toBe(7);
  await removeFiles(store.db, space_id, [part.vlc_id]);
  expect(await collectGarbage(store, NOW)).toEqual({ unused: 0, unknown: 0 });
  expect(await text(await store.storage.read(whole.sha256))).toBe('and two');

  await removeFiles(store.db, space_id, [whole.vlc_id]);
  await collectGarbage(store, NOW);
  await collectGarbage(store, NOW);
  expect(await stored(store)).toEqual([]);
});

test('whatever table refers to a content keeps it', async () => {
  const store = await createTestStore();
  const { sha256 } = await store.storage.put(Readable.from(['thumbnail']), { maxBytes: 100 });
  await store.db.insert(stored_object).values({ sha256, bytes: 9 });
  await store.db.execute(sql`create table later (sha256 text references stored_object)`);
  await store.db.execute(sql`insert into later values (${sha256})`);
  expect(await collectGarbage(store, NOW)).toEqual({ unused: 0, unknown: 0 });
  expect(await stored(store)).toEqual([sha256]);
});

test('more garbage than one batch holds goes in one run', async () => {
  const store = await createTestStore();
  const hashes = Array.from({ length: 11 }, (_, i) => ({ sha256: hashOf(String(i)), bytes: 1 }));
  await store.db.insert(stored_object).values(hashes);
  expect(await collectGarbage(store, { ...NOW, batchSize: 5 })).toMatchObject({ unused: 11 });
  expect(await store.db.$count(stored_object)).toBe(0);
});

test('collecting without pause never takes a content from a file', async () => {
  const store = await createTestStore(20);
  const { db, storage, space, add, used } = store;
  const spaces = [await space(), await space()];
  const contents = ['one', 'two', 'three'];
  let isDone = false;
  let collected = 0;
  let added = 0;

  const collecting = [1, 2].map(async () => {
    while (!isDone) {
      const { unused, unknown } = await collectGarbage(store, NOW);
      collected += unused + unknown;
    }
  });
  const adding = Array.from({ length: 6 }, async (_, i) => {
    const space_id = spaces[i % 2]!;
    for (let round = 0; round < 40; round += 1) {
      const content = contents[(i + round) % 3]!;
      const sha256 = hashOf(content);
      const claim = { ...textFile(space_id), sha256, seen_in: spaces };
      const file = (round % 2 ? await claimContent(db, storage, claim) : null) ?? (await add(space_id, content));
      added += 1;
      expect(await text(await storage.read(sha256))).toBe(content);
      await removeFiles(db, space_id, [file.vlc_id]);
    }
  });
  await Promise.all(adding).finally(() => (isDone = true));
  await Promise.all(collecting);

  expect(added).toBe(240);
  // Otherwise the two never met, and this shows nothing.
  expect(collected).toBeGreaterThan(20);
  expect(await Promise.all(spaces.map(used))).toEqual([0, 0]);
  await collectGarbage(store, NOW);
  expect([await db.$count(vlc_file), await db.$count(stored_object), await stored(store)]).toEqual([0, 0, []]);
});

async function age({ db }: TestStore, hashes: string[]): Promise<void> {
  for (const sha256 of hashes) {
    await db
      .update(stored_object)
      .set({ touched_at: sql`now() - interval '25 hours'` })
      .where(eq(stored_object.sha256, sha256));
  }
}

async function stored({ storage }: TestStore): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map(({ sha256 }) => sha256).toSorted();
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
