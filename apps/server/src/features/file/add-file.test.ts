import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { createTestStore, textFile } from '#testing/file-store.ts';
import { addFile, claimContent } from './add-file.ts';
import { stored_object, vlc_file } from './file.tables.ts';
import { removeFiles } from './remove-files.ts';

const FULL = new AppError('quota_exceeded');

test('a file is kept with its name, its type and its bytes', async () => {
  const { db, storage, space } = await createTestStore();
  const space_id = await space();
  const bytes = randomBytes(100_000);
  const added = await addFile(db, storage, {
    space_id,
    file_name: '口播 1.mp4',
    content_type: 'video/mp4',
    created_by: 'u1',
    source: Readable.from([bytes]),
  });
  expect(added).toMatchObject({
    space_id,
    file_name: '口播 1.mp4',
    content_type: 'video/mp4',
    bytes: 100_000,
    sha256: hash(bytes),
  });
  expect(await buffer(await storage.read(added.sha256))).toEqual(bytes);
});

test('a space pays once for each content, and another space pays for itself', async () => {
  const { space, add, used } = await createTestStore();
  const [one, other] = [await space(), await space()];
  const files = [await add(one, 'same'), await add(one, 'same'), await add(one, 'more'), await add(other, 'same')];
  expect(new Set(files.map(({ vlc_id }) => vlc_id)).size).toBe(4);
  expect([await used(one), await used(other)]).toEqual([8, 4]);
});

test('the space is paid back when the last file with the content is gone', async () => {
  const { db, space, add, used } = await createTestStore();
  const [one, other] = [await space(), await space()];
  const first = await add(one, 'same');
  const second = await add(one, 'same');
  const third = await add(one, 'third');
  expect(await removeFiles(db, one, [first.vlc_id])).toBe(1);
  expect(await used(one)).toBe(9);
  expect(await removeFiles(db, other, [second.vlc_id])).toBe(0);
  expect(await removeFiles(db, one, [second.vlc_id, third.vlc_id, third.vlc_id, 'no-such-file'])).toBe(2);
  expect(await removeFiles(db, one, [second.vlc_id])).toBe(0);
  expect(await used(one)).toBe(0);
});

test('what we make of a paid file costs nothing, and fits into a full space', async () => {
  const { db, storage, space, add, used } = await createTestStore();
  const space_id = await space(4);
  await add(space_id, 'film');
  const free = { ...textFile(space_id), is_free: true };
  const cover = await addFile(db, storage, { ...free, source: Readable.from(['a cover']) });
  expect([cover.is_free, await used(space_id)]).toEqual([true, 4]);
  expect(await removeFiles(db, space_id, [cover.vlc_id])).toBe(1);
  expect(await used(space_id)).toBe(4);
});

test('a content that is free and paid for is paid for once, whichever comes and goes first', async () => {
  const { db, storage, space, add, used } = await createTestStore();
  const space_id = await space();
  const addFree = () => addFile(db, storage, { ...textFile(space_id), is_free: true, source: Readable.from(['same']) });
  const [first, paid, second] = [await addFree(), await add(space_id, 'same'), await addFree()];
  expect(await used(space_id)).toBe(4);
  await removeFiles(db, space_id, [first.vlc_id]);
  expect(await used(space_id)).toBe(4);
  await removeFiles(db, space_id, [paid.vlc_id]);
  expect(await used(space_id)).toBe(0);
  const again = await add(space_id, 'same');
  expect(await used(space_id)).toBe(4);
  await removeFiles(db, space_id, [again.vlc_id, second.vlc_id]);
  expect(await used(space_id)).toBe(0);
});

test('twenty who add at once never get more than the quota', async () => {
  const { db, space, add, used } = await createTestStore(20);
  const space_id = await space(10_500);
  const adds = Array.from({ length: 20 }, () => add(space_id, randomBytes(1000)));
  const results = await Promise.allSettled(adds);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused).toEqual(Array.from({ length: 10 }, () => FULL));
  expect(await used(space_id)).toBe(10_000);
  expect(await db.$count(vlc_file)).toBe(10);
});

test('those who add the same content at once pay for it together', async () => {
  const { space, add, used } = await createTestStore(20);
  const space_id = await space(2000);
  const content = randomBytes(1000);
  await Promise.all(Array.from({ length: 20 }, () => add(space_id, content)));
  expect(await used(space_id)).toBe(1000);
});

test('adding and removing at once keeps the account right', async () => {
  const { db, space, add, used } = await createTestStore(20);
  const space_id = await space();
  const contents = ['aaaa', 'bbbbb', 'cccccc'];
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      for (let round = 0; round < 8; round += 1) {
        const files = await Promise.all([add(space_id, contents[i % 3]!), add(space_id, contents[(i + 1) % 3]!)]);
        await removeFiles(
          db,
          space_id,
          files.map(({ vlc_id }) => vlc_id),
        );
      }
    }),
  );
  expect(await used(space_id)).toBe(0);
  await add(space_id, 'aaaa');
  expect(await used(space_id)).toBe(4);
});

test('a full space refuses before it reads anything', async () => {
  const { db, storage, space, add } = await createTestStore();
  const space_id = await space(4);
  await add(space_id, 'full');
  let isRead = false;
  const source = new Readable({ read: () => (isRead = true) });
  await expect(addFile(db, storage, { ...textFile(space_id), source })).rejects.toThrow(FULL);
  expect(isRead).toBe(false);
});

test('a source that outgrows what is left is refused, and nothing stays', async () => {
  const { db, storage, space, add, used } = await createTestStore();
  const space_id = await space(10);
  await expect(add(space_id, 'eleven byte')).rejects.toThrow(FULL);
  await expect(
    addFile(db, storage, { ...textFile(space_id), source: Readable.from(['toolong']), max_bytes: 5 }),
  ).rejects.toThrow('More than 5 bytes');
  expect(await used(space_id)).toBe(0);
  expect(await db.$count(vlc_file)).toBe(0);
  expect(await Array.fromAsync(storage.list())).toEqual([]);
  expect((await add(space_id, 'ten  bytes')).bytes).toBe(10);
});

test('a source that breaks off or is called off adds no file', async () => {
  const { db, storage, space, used } = await createTestStore();
  const space_id = await space();
  const broken = Readable.from(
    (async function* () {
      yield 'half';
      throw new Error('gone');
    })(),
  );
  await expect(addFile(db, storage, { ...textFile(space_id), source: broken })).rejects.toThrow('gone');
  const source = Readable.from(['whole']);
  const signal = AbortSignal.abort();
  await expect(addFile(db, storage, { ...textFile(space_id), source, signal })).rejects.toThrow('aborted');
  expect([await used(space_id), await db.$count(vlc_file)]).toEqual([0, 0]);
});

test('a store that fails at the last moment costs the space nothing', async () => {
  const { db, storage, space, used } = await createTestStore();
  const space_id = await space();
  const failing = {
    ...storage,
    stage: async (...args: Parameters<typeof storage.stage>) => ({
      ...(await storage.stage(...args)),
      publish: () => Promise.reject(new Error('the store is down')),
    }),
  };
  const source = Readable.from(['never']);
  await expect(addFile(db, failing, { ...textFile(space_id), source })).rejects.toThrow('the store is down');
  expect([await used(space_id), await db.$count(vlc_file)]).toEqual([0, 0]);
});

test('a space that does not exist gets no file', async () => {
  const { add } = await createTestStore();
  await expect(add('nowhere', 'lost')).rejects.toThrow('空间不存在');
});

test('content that the caller may read anyway is claimed without its bytes', async () => {
  const { db, storage, space, add, used } = await createTestStore();
  const [mine, target] = [await space(), await space()];
  const { sha256, bytes } = await add(mine, 'already here');
  const claimed = await claimContent(db, storage, { ...textFile(target), sha256, seen_in: [mine] });
  expect(claimed).toMatchObject({ space_id: target, sha256, bytes, file_name: '文件.txt' });
  expect(await used(target)).toBe(bytes);
});

test('a hash alone opens nothing', async () => {
  const { db, storage, space, add } = await createTestStore();
  const [theirs, mine] = [await space(), await space()];
  const { sha256 } = await add(theirs, 'their secret');
  const claim = (hash: string, seen_in: string[]) =>
    claimContent(db, storage, { ...textFile(mine), sha256: hash, seen_in });
  expect(await claim(sha256, [mine])).toBe(null);
  expect(await claim(sha256, [])).toBe(null);
  expect(await claim('../../etc/passwd', [theirs])).toBe(null);
  expect(await claim(hash(Buffer.from('unknown')), [theirs])).toBe(null);
});

test('content that the store has lost is not claimed', async () => {
  const { db, storage, space, add } = await createTestStore();
  const space_id = await space();
  const { sha256 } = await add(space_id, 'lost');
  await storage.remove(sha256);
  expect(await claimContent(db, storage, { ...textFile(space_id), sha256, seen_in: [space_id] })).toBe(null);
  await add(space_id, 'lost');
  expect(await claimContent(db, storage, { ...textFile(space_id), sha256, seen_in: [space_id] })).toMatchObject({
    sha256,
  });
});

test('a claim that does not fit into the quota is refused', async () => {
  const { db, storage, space, add } = await createTestStore();
  const [mine, small] = [await space(), await space(3)];
  const { sha256 } = await add(mine, 'four');
  await expect(claimContent(db, storage, { ...textFile(small), sha256, seen_in: [mine] })).rejects.toThrow(FULL);
});

test('removing a file inside a transaction that fails removes nothing', async () => {
  const { db, space, add, used } = await createTestStore();
  const space_id = await space();
  const { vlc_id, sha256 } = await add(space_id, 'stays');
  const attempt = db.transaction(async (tx) => {
    await removeFiles(tx, space_id, [vlc_id]);
    throw new Error('something else went wrong');
  });
  await expect(attempt).rejects.toThrow('something else');
  expect(await used(space_id)).toBe(5);
  expect(await db.$count(stored_object, eq(stored_object.sha256, sha256))).toBe(1);
  expect(await db.$count(vlc_file)).toBe(1);
});

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
