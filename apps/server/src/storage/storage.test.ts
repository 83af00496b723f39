import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type S3Double, startS3Double } from '#testing/s3-double.ts';
import { createDiskStorage } from './disk.ts';
import { createS3Storage } from './s3.ts';
import { ContentTooLarge, MissingContent, OutOfRange, type Part, type Storage } from './storage.ts';

type Bench = { storage: Storage; dir: string; double: S3Double | null; script: string };

const ENOUGH = { maxBytes: 1e9 };
const endings: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

describe.each(['disk', 's3'] as const)('%s', (kind) => {
  const open = () => openBench(kind);

  test.each([0, 1, 65_536, 3_000_001])('%i bytes come back exactly', async (size) => {
    const { storage } = await open();
    const bytes = randomBytes(size);
    const stored = await storage.put(Readable.from(cut(bytes)), ENOUGH);
    expect(stored).toEqual({ sha256: sha256(bytes), bytes: size });
    expect(await storage.stat(stored.sha256)).toEqual(stored);
    expect((await buffer(await storage.read(stored.sha256))).equals(bytes)).toBe(true);
  });

  test('more bytes than one part of an upload come back exactly', async () => {
    const { storage } = await open();
    const bytes = randomBytes(20 * 1024 ** 2 + 7);
    const { sha256: name } = await storage.put(Readable.from(cut(bytes)), ENOUGH);
    expect((await buffer(await storage.read(name))).equals(bytes)).toBe(true);
  });

  test('a range gives the bytes from its start to its end, both included', async () => {
    const { storage } = await open();
    const bytes = randomBytes(1000);
    const { sha256: name } = await storage.put(Readable.from([bytes]), ENOUGH);
    const read = async (start: number, end: number) => buffer(await storage.read(name, { start, end }));
    expect(await read(0, 0)).toEqual(bytes.subarray(0, 1));
    expect(await read(999, 999)).toEqual(bytes.subarray(999));
    expect(await read(100, 499)).toEqual(bytes.subarray(100, 500));
    expect(await read(0, 999)).toEqual(bytes);
    expect(await read(990, 5000)).toEqual(bytes.subarray(990));
    await expect(read(1000, 1000)).rejects.toThrow(OutOfRange);
    await expect(read(5, 4)).rejects.toThrow(OutOfRange);
    await expect(read(-1, 4)).rejects.toThrow(OutOfRange);
  });

  test('a composed content reads like the bytes of its parts, whole and in any range', async () => {
    const { storage, dir } = await open();
    const bytes = randomBytes(1_500_000);
    const { sha256: name } = await storage.put(Readable.from(cut(bytes)), ENOUGH);
    const path = join(dir, 'a part');
    const local = randomBytes(900_000);
    writeFileSync(path, local);
    const small = join(dir, 'a small part');
    writeFileSync(small, local.subarray(0, 2000));
    const head = Buffer.from('head');
    const composed = await put(storage, [
      head,
      { path, start: 100, size: 800_000 },
      { sha256: name, start: 7, size: 1_000_000 },
      { path: small, start: 3, size: 500 },
      { path, start: 0, size: 50 },
    ]);
    const whole = Buffer.concat([
      head,
      local.subarray(100, 800_100),
      bytes.subarray(7, 1_000_007),
      local.subarray(3, 503),
      local.subarray(0, 50),
    ]);
    expect(await storage.stat(composed.sha256)).toEqual({ sha256: composed.sha256, bytes: whole.length });
    // What it was made of may go: it has names of its own by now.
    rmSync(path);
    rmSync(small);
    expect((await buffer(await storage.read(composed.sha256))).equals(whole)).toBe(true);
    const ranges = [
      [0, 0],
      [3, 4],
      [2, 800_010],
      [800_003, 800_004],
      [1_800_000, 9e9],
    ] as const;
    for (const [start, end] of ranges) {
      const got = await buffer(await storage.read(composed.sha256, { start, end }));
      expect(got.equals(whole.subarray(start, end + 1))).toBe(true);
    }
    await expect(storage.read(composed.sha256, { start: whole.length, end: whole.length })).rejects.toThrow(OutOfRange);
    const file = await storage.open(composed.sha256);
    expect(readFileSync(file.path).equals(whole)).toBe(true);
    await file.release();

    const again = await put(storage, [{ sha256: composed.sha256, start: 2, size: 900_000 }, Buffer.from('tail')]);
    await storage.remove(composed.sha256);
    await expect(storage.read(composed.sha256)).rejects.toThrow(MissingContent);
    const rest = Buffer.concat([whole.subarray(2, 900_002), Buffer.from('tail')]);
    expect((await buffer(await storage.read(again.sha256))).equals(rest)).toBe(true);
    expect(await names(storage)).toContain(again.sha256);
  });

  test('what is missing cannot be composed', async () => {
    const bench = await open();
    const part = { sha256: sha256(randomBytes(5)), start: 0, size: 5 };
    await expect(put(bench.storage, [part])).rejects.toThrow(MissingContent);
    expect(await names(bench.storage)).toEqual([]);
    expect(leftovers(bench)).toEqual([]);
  });

  test('an empty content has no range', async () => {
    const { storage } = await open();
    const { sha256: name } = await storage.put(Readable.from([]), ENOUGH);
    await expect(storage.read(name, { start: 0, end: 0 })).rejects.toThrow(OutOfRange);
  });

  test('the same content is stored once, also when put by many at once', async () => {
    const { storage } = await open();
    const bytes = randomBytes(200_000);
    const puts = Array.from({ length: 8 }, () => storage.put(Readable.from(cut(bytes)), ENOUGH));
    const stored = await Promise.all([...puts, storage.put(Readable.from([bytes]), ENOUGH)]);
    expect(new Set(stored.map((one) => one.sha256))).toEqual(new Set([sha256(bytes)]));
    expect(await names(storage)).toEqual([sha256(bytes)]);
    expect(await buffer(await storage.read(sha256(bytes)))).toEqual(bytes);
  });

  test('a source with more bytes than allowed leaves nothing', async () => {
    const bench = await open();
    await expect(bench.storage.put(Readable.from(cut(randomBytes(1001))), { maxBytes: 1000 })).rejects.toThrow(
      ContentTooLarge,
    );
    expect((await bench.storage.put(Readable.from([randomBytes(1000)]), { maxBytes: 1000 })).bytes).toBe(1000);
    expect(await names(bench.storage)).toHaveLength(1);
    expect(leftovers(bench)).toEqual([]);
  });

  test('a source that breaks off leaves nothing', async () => {
    const bench = await open();
    const source = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        throw new Error('the browser is gone');
      })(),
    );
    await expect(bench.storage.put(source, ENOUGH)).rejects.toThrow('the browser is gone');
    expect(await names(bench.storage)).toEqual([]);
    expect(leftovers(bench)).toEqual([]);
  });

  test('an aborted put ends at once, ends its source and leaves nothing', async () => {
    const bench = await open();
    const abort = new AbortController();
    const source = endless();
    const put = bench.storage.put(source, { ...ENOUGH, signal: abort.signal });
    setTimeout(() => abort.abort(), 30);
    await expect(put).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(source.destroyed).toBe(true);
    await expect(bench.storage.put(endless(), { ...ENOUGH, signal: abort.signal })).rejects.toThrow('aborted');
    expect(await names(bench.storage)).toEqual([]);
    expect(leftovers(bench)).toEqual([]);
  });

  test('a process killed in the middle of a put leaves nothing visible, and its rest goes with the next start', async () => {
    const bench = await open();
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', bench.script], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((done) => child.stdout.once('data', done));
    child.kill('SIGKILL');
    await new Promise((done) => child.once('exit', done));
    expect(leftovers(bench)).toHaveLength(1);
    expect(await names(bench.storage)).toEqual([]);

    const again = await reopen(kind, bench);
    expect(leftovers(bench)).toEqual([]);
    expect(await names(again)).toEqual([]);
  });

  test('what a living process is writing survives the start of another', async () => {
    const bench = await open();
    const pieces = [randomBytes(1000), randomBytes(1000)];
    const put = bench.storage.put(
      Readable.from(
        (async function* () {
          yield pieces[0];
          await delay(50);
          yield pieces[1];
        })(),
      ),
      ENOUGH,
    );
    await delay(20);
    await reopen(kind, bench);
    expect(await put).toEqual({ sha256: sha256(Buffer.concat(pieces)), bytes: 2000 });
  });

  test('a file is copied unless it is given away', async () => {
    const { storage, dir } = await open();
    const [kept, given] = [join(dir, 'kept'), join(dir, 'given')];
    writeFileSync(kept, 'kept content');
    writeFileSync(given, 'given content');

    const first = await storage.put({ path: kept }, ENOUGH);
    writeFileSync(kept, 'changed later');
    expect(String(await buffer(await storage.read(first.sha256)))).toBe('kept content');

    const second = await storage.put({ path: given, given: true }, ENOUGH);
    expect(existsSync(given)).toBe(false);
    expect(String(await buffer(await storage.read(second.sha256)))).toBe('given content');
  });

  test('a given file that is refused stays where it was', async () => {
    const { storage, dir } = await open();
    const path = join(dir, 'given');
    writeFileSync(path, 'too long');
    await expect(storage.put({ path, given: true }, { maxBytes: 3 })).rejects.toThrow(ContentTooLarge);
    expect(readFileSync(path, 'utf8')).toBe('too long');
  });

  test('staged bytes can be looked at before they are visible, and published again after a removal', async () => {
    const bench = await open();
    const { storage } = bench;
    const staged = await storage.stage(Readable.from(['staged']), ENOUGH);
    expect(readFileSync(staged.path, 'utf8')).toBe('staged');
    expect(await storage.stat(staged.sha256)).toBe(null);
    await staged.publish();
    await storage.remove(staged.sha256);
    expect(await storage.stat(staged.sha256)).toBe(null);
    await staged.publish();
    await staged.discard();
    expect(String(await buffer(await storage.read(staged.sha256)))).toBe('staged');
    expect(leftovers(bench)).toEqual([]);
  });

  test('an opened content is a local file', async () => {
    const { storage } = await open();
    const { sha256: name } = await storage.put(Readable.from(['for ffmpeg']), ENOUGH);
    const file = await storage.open(name);
    expect(readFileSync(file.path, 'utf8')).toBe('for ffmpeg');
    await file.release();
    expect(String(await buffer(await storage.read(name)))).toBe('for ffmpeg');
  });

  test('what is missing is said to be missing, and can be removed all the same', async () => {
    const { storage } = await open();
    const name = sha256(Buffer.from('never stored'));
    expect(await storage.stat(name)).toBe(null);
    await expect(storage.read(name)).rejects.toThrow(MissingContent);
    await expect(storage.open(name)).rejects.toThrow(MissingContent);
    await storage.remove(name);
  });

  test('a removed content is gone', async () => {
    const { storage } = await open();
    const { sha256: name } = await storage.put(Readable.from(['soon gone']), ENOUGH);
    await storage.remove(name);
    expect(await storage.stat(name)).toBe(null);
    expect(await names(storage)).toEqual([]);
  });

  test('the list holds every content with its size and time', async () => {
    const { storage, double } = await open();
    if (double) double.faults.pageSize = 2;
    const before = Date.now() - 1500;
    for (const text of ['a', 'bb', 'ccc', 'dddd', 'eeeee']) await storage.put(Readable.from([text]), ENOUGH);
    const listed = await Array.fromAsync(storage.list());
    expect(listed.map(({ bytes }) => bytes).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(listed.every(({ stored_at }) => stored_at.getTime() >= before)).toBe(true);
  });

  test.each(['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`, 'a'.repeat(65)])(
    'the name %j is refused',
    async (name) => {
      const { storage } = await open();
      await expect((async () => storage.stat(name))()).rejects.toThrow(TypeError);
      await expect((async () => storage.remove(name))()).rejects.toThrow(TypeError);
    },
  );
});

async function openBench(kind: Storage['kind']): Promise<Bench> {
  const dir = mkdtempSync(join(tmpdir(), 'storage-test-'));
  endings.push(() => rmSync(dir, { recursive: true, force: true }));
  const double = kind === 's3' ? await startS3Double() : null;
  if (double) endings.push(() => double.close());
  const storage = await reopen(kind, { dir, double });
  const create = double
    ? `createS3Storage(${JSON.stringify(s3Config(double))}, ${JSON.stringify(dir)})`
    : `createDiskStorage(${JSON.stringify(dir)})`;
  const script = `
    import { Readable } from 'node:stream';
    import { createDiskStorage } from '#storage/disk.ts';
    import { createS3Storage } from '#storage/s3.ts';
    const storage = await ${create};
    async function* slow() {
      for (let i = 0; ; i += 1) {
        yield Buffer.alloc(100_000, i);
        if (i === 5) console.log('half-way');
        await new Promise((done) => setTimeout(done, 2));
      }
    }
    await storage.put(Readable.from(slow()), { maxBytes: 1e9 });`;
  return { storage, dir, double, script };
}

async function reopen(kind: Storage['kind'], { dir, double }: Pick<Bench, 'dir' | 'double'>): Promise<Storage> {
  const storage = kind === 's3' && double ? await createS3Storage(s3Config(double), dir) : await createDiskStorage(dir);
  endings.push(() => storage.close());
  return storage;
}

function s3Config({ endpoint, bucket, credentials }: S3Double) {
  return { endpoint, bucket, credentials, region: 'us-east-1', forcePathStyle: true, publicUrl: null };
}

async function names(storage: Storage): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map((one) => one.sha256);
}

function leftovers({ dir }: Bench): string[] {
  return readdirSync(join(dir, 'tmp'));
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

function endless(): Readable {
  return Readable.from(
    (async function* () {
      for (;;) {
        yield randomBytes(1000);
        await delay(2);
      }
    })(),
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function put(storage: Storage, parts: Part[]) {
  const composed = await storage.compose(parts, ENOUGH);
  try {
    await composed.publish();
    return composed;
  } finally {
    await composed.discard();
  }
}
