import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { S3Config } from '#config.ts';
import { type S3Double, startS3Double } from '#testing/s3-double.ts';
import { createS3Storage } from './s3.ts';
import { CorruptContent, type LinkOptions, type Storage, StoreUnavailable } from './storage.ts';

const ENOUGH = { maxBytes: 1e9 };
const SOON = { timeout: 240_000, interval: 5 };
const VIDEO: LinkOptions = {
  seconds: 600,
  fileName: '成片 1.mp4',
  contentType: 'video/mp4',
  disposition: 'attachment',
};

const root = mkdtempSync(join(tmpdir(), 's3-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let double: S3Double;
const opened: Storage[] = [];
beforeEach(async () => {
  double = await startS3Double();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const storage of opened.splice(0)) await storage.close();
  await double.close();
});

test.each<[string, Partial<S3Config>, string]>([
  [
    'a bucket that does not exist',
    { bucket: 'nobody-made-it' },
    'S3 存储桶 nobody-made-it 不存在，请先创建它，或检查 S3_BUCKET',
  ],
  [
    'a wrong secret',
    { credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'wrong' } },
    'S3 不接受这组密钥，请检查 S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY',
  ],
  [
    'an unknown key',
    { credentials: { accessKeyId: 'AKIAOTHER', secretAccessKey: 'wrong' } },
    'S3 不接受这组密钥，请检查 S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY',
  ],
  ['nobody listening', { endpoint: 'http://127.0.0.1:9' }, '无法使用 S3 服务（http://127.0.0.1:9）'],
])('%s is told in one sentence at the start', async (_, wrong, sentence) => {
  await expect(createS3Storage({ ...config(), ...wrong }, folder(), { attempts: 2 })).rejects.toThrow(sentence);
});

test('a request that the store was too busy for is made again', async () => {
  const storage = await create();
  double.faults.slowDowns = 1;
  const { sha256 } = await storage.put(Readable.from(['patience']), ENOUGH);
  expect(String(double.objects.get(key(sha256))?.body)).toBe('patience');
});

test('a store that stays too busy fails the put after a few tries, and nothing stays', async () => {
  const dir = folder();
  const storage = await create({}, dir);
  const asked = double.requests.length;
  double.faults.slowDowns = Infinity;
  await expect(storage.put(Readable.from(['never']), ENOUGH)).rejects.toThrow(StoreUnavailable);
  expect(double.requests.length - asked).toBe(3);
  expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
});

test('content that the bucket has is not sent again', async () => {
  await (await create()).put(Readable.from(['once']), ENOUGH);
  const storage = await create();
  double.requests.length = 0;
  await storage.put(Readable.from(['once']), ENOUGH);
  expect(double.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
});

test('an aborted upload takes its parts back', async () => {
  const storage = await create();
  const abort = new AbortController();
  double.faults.delayMs = 20;
  const staged = await storage.stage(Readable.from(chunks(30)), ENOUGH);
  const publish = staged.publish(abort.signal);
  await vi.waitFor(() => expect(double.requests.some((request) => request.includes('partNumber='))).toBe(true), SOON);
  abort.abort();
  await expect(publish).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await staged.discard();
  await vi.waitFor(() => expect(double.uploads.size).toBe(0), SOON);
  expect(double.objects.size).toBe(0);
});

test('a process killed in the middle of an upload leaves nothing visible', async () => {
  double.faults.delayMs = 50;
  const script = `
    import { Readable } from 'node:stream';
    import { createS3Storage } from '#storage/s3.ts';
    const storage = await createS3Storage(${JSON.stringify(config())}, ${JSON.stringify(folder())});
    await storage.put(Readable.from(Array.from({ length: 30 }, (_, i) => Buffer.alloc(2 ** 20, i))), { maxBytes: 1e9 });`;
  const cwd = join(import.meta.dirname, '../..');
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { cwd, stdio: 'inherit' });
  const isSending = () => expect(double.requests.some((request) => request.includes('partNumber='))).toBe(true);
  await vi.waitFor(isSending, SOON);
  child.kill('SIGKILL');
  await new Promise((done) => child.once('exit', done));
  expect(double.objects.size).toBe(0);
  expect(await Array.fromAsync((await create()).list())).toEqual([]);
});

test('uploads that were never finished are taken back two days later', async () => {
  double.uploads.set('old', { key: key(hash(Buffer.from('old'))), initiated: hoursAgo(49), parts: new Map() });
  double.uploads.set('young', { key: key(hash(Buffer.from('young'))), initiated: hoursAgo(47), parts: new Map() });
  await create();
  expect([...double.uploads.keys()]).toEqual(['young']);
});

test('a download that breaks off is begun again', async () => {
  const { sha256 } = await (await create()).put(Readable.from(chunks(1)), ENOUGH);
  const storage = await create();
  double.faults.cuts = 2;
  const file = await storage.open(sha256);
  expect(hash(readFileSync(file.path))).toBe(sha256);
});

test('a content that is not what its name says is never handed out as a file', async () => {
  const { sha256 } = await (await create()).put(Readable.from(['true']), ENOUGH);
  double.objects.get(key(sha256))!.body = Buffer.from('fake');
  const dir = folder();
  const storage = await create({}, dir);
  await expect(storage.open(sha256)).rejects.toThrow(CorruptContent);
  expect(readdirSync(join(dir, 'in-use'))).toEqual([]);
  expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
});

test('many who open one content share one download', async () => {
  const { sha256 } = await (await create()).put(Readable.from(['shared']), ENOUGH);
  const storage = await create();
  const files = await Promise.all(Array.from({ length: 6 }, () => storage.open(sha256)));
  expect(double.requests.filter((request) => request.startsWith(`GET /${double.bucket}/objects`))).toHaveLength(1);
  await files[0]?.release();
  expect(files.map(({ path }) => existsSync(path))).toEqual([false, true, true, true, true, true]);
});

test('the cache drops what was not used for longest, and never takes a file from its user', async () => {
  const dir = folder();
  const storage = await create({}, dir, 2500);
  const put = async (fill: string) => (await storage.put(Readable.from([fill.repeat(1000)]), ENOUGH)).sha256;
  const [first, second] = [await put('1'), await put('2')];
  const held = await storage.open(first);
  const third = await put('3');
  await (await storage.open(third)).release();

  expect(cached(dir)).toContain(third);
  expect(cached(dir)).not.toContain(second);
  await put('4');
  await (await storage.open(await put('5'))).release();
  expect(cached(dir)).not.toContain(first);
  expect(readFileSync(held.path, 'utf8')).toBe('1'.repeat(1000));
  await held.release();
  expect(readdirSync(join(dir, 'in-use'))).toEqual([]);
  expect(String(await buffer(await storage.read(second)))).toBe('2'.repeat(1000));
});

test('a direct link gives browsers the content under its name and type', async () => {
  const storage = await create({ publicUrl: double.endpoint });
  const { sha256 } = await storage.put(Readable.from(['bytes']), ENOUGH);
  const link = await storage.directLink(sha256, VIDEO);
  const response = await fetch(link!, { headers: { range: 'bytes=1-2' } });
  expect(response.status).toBe(206);
  expect(await response.text()).toBe('yt');
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="__ 1.mp4"; filename*=UTF-8''%E6%88%90%E7%89%87%201.mp4`,
  );
  expect(await storage.directLink(sha256, VIDEO)).toBe(link);
});

test('there is no direct link when browsers cannot reach the store', async () => {
  const storage = await create();
  const { sha256 } = await storage.put(Readable.from(['inside']), ENOUGH);
  expect(await storage.directLink(sha256, VIDEO)).toBe(null);
});

test('a direct link that was changed or has expired opens nothing', async () => {
  const storage = await create({ publicUrl: double.endpoint });
  const { sha256 } = await storage.put(Readable.from(['secret']), ENOUGH);
  const link = await storage.directLink(sha256, VIDEO);
  const forged = await fetch(link!.replace('video%2Fmp4', 'text%2Fhtml'));
  expect(forged.status).toBe(403);
  expect(await forged.text()).toContain('<Code>SignatureDoesNotMatch</Code>');

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  const old = await storage.directLink(sha256, VIDEO);
  vi.useRealTimers();
  expect((await fetch(old!)).status).toBe(403);
});

test('the double refuses whoever does not sign', async () => {
  const response = await fetch(`${double.endpoint}/${double.bucket}?list-type=2`);
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
});

function config(): S3Config {
  const { endpoint, bucket, credentials } = double;
  return { endpoint, bucket, credentials, region: 'us-east-1', forcePathStyle: true, publicUrl: null };
}

async function create(settings: Partial<S3Config> = {}, dir = folder(), cacheBytes = 1e9): Promise<Storage> {
  const storage = await createS3Storage({ ...config(), ...settings }, dir, { cacheBytes, attempts: 3 });
  opened.push(storage);
  return storage;
}

function folder(): string {
  return mkdtempSync(join(root, 'cache-'));
}

function cached(dir: string): string[] {
  return readdirSync(join(dir, 'objects'), { recursive: true, encoding: 'utf8' }).map((path) => path.slice(6));
}

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}

function chunks(count: number): Buffer[] {
  return Array.from({ length: count }, () => randomBytes(1024 ** 2));
}

function key(sha256: string): string {
  return `objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
