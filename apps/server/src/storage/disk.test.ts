import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createDiskStorage } from './disk.ts';
import { contentDisposition } from './disposition.ts';
import { RunningDigest } from './running-digest.ts';
import { CorruptContent, MissingContent, NoSpaceLeft } from './storage.ts';

const ENOUGH = { maxBytes: 1e9 };
const root = mkdtempSync(join(tmpdir(), 'disk-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the last of the disk is left to others', async () => {
  const dir = folder();
  const storage = await createDiskStorage(dir, { reservedBytes: 1e18 });
  await expect(storage.put(Readable.from(['a']), ENOUGH)).rejects.toThrow(NoSpaceLeft);
  expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
  expect(await storage.freeBytes()).toBeGreaterThan(0);
});

test('a content lies read-only under its hash, in a folder whose name has spaces and Chinese', async () => {
  const dir = join(folder(), '数据 目录');
  const storage = await createDiskStorage(dir);
  const { sha256 } = await storage.put(Readable.from(['abc']), ENOUGH);
  expect(sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const { path } = await storage.open(sha256);
  expect(path).toBe(join(dir, 'objects/ba/78', sha256));
  expect(statSync(path).mode & 0o222).toBe(0);
});

test('a content that a crash of the machine cut short is replaced by the next put', async () => {
  const storage = await createDiskStorage(folder());
  const { sha256 } = await storage.put(Readable.from(['whole content']), ENOUGH);
  const { path } = await storage.open(sha256);
  rmSync(path);
  writeFileSync(path, 'whole');
  await storage.put(Readable.from(['whole content']), ENOUGH);
  expect(String(await buffer(await storage.read(sha256)))).toBe('whole content');
});

test('a composed content leans on what is there: a part that went meanwhile stops it, a list cut short is not read', async () => {
  const dir = folder();
  const storage = await createDiskStorage(dir, { reservedBytes: 0 });
  const part = await storage.put(Readable.from(['0123456789']), ENOUGH);
  const range = { sha256: part.sha256, start: 2, size: 5 };
  const early = await storage.compose([range], ENOUGH);
  await storage.remove(part.sha256);
  await expect(early.publish()).rejects.toThrow(MissingContent);
  expect(await storage.stat(early.sha256)).toBeNull();

  await storage.put(Readable.from(['0123456789']), ENOUGH);
  const composed = await storage.compose([range, Buffer.from('tail')], ENOUGH);
  await composed.publish();
  // Whoever has it open at once has one file; it is there until the last one is done.
  const [one, other] = await Promise.all([storage.open(composed.sha256), storage.open(composed.sha256)]);
  expect(other.path).toBe(one.path);
  await one.release();
  await one.release();
  expect(existsSync(other.path)).toBe(true);
  await other.release();
  expect(existsSync(other.path)).toBe(false);
  const lists = readdirSync(join(dir, 'composed'), { recursive: true, encoding: 'utf8' });
  const path = join(dir, 'composed', lists.find((name) => name.endsWith(composed.sha256)) ?? '');
  const list = readFileSync(path);
  rmSync(path);
  writeFileSync(path, list.subarray(0, -1));
  const fresh = await createDiskStorage(dir, { reservedBytes: 0 });
  await expect(fresh.read(composed.sha256)).rejects.toThrow(CorruptContent);
});

test('of a symbolic link that is given away, the content is stored', async () => {
  const dir = folder();
  const storage = await createDiskStorage(dir);
  writeFileSync(join(dir, 'target'), 'behind the link');
  symlinkSync(join(dir, 'target'), join(dir, 'link'));
  const { sha256 } = await storage.put({ path: join(dir, 'link'), given: true }, ENOUGH);
  expect(String(await buffer(await storage.read(sha256)))).toBe('behind the link');
  expect(readFileSync(join(dir, 'target'), 'utf8')).toBe('behind the link');
});

test.skipIf(!existsSync('/dev/shm'))('a given file of another file system is copied, then removed', async () => {
  const storage = await createDiskStorage(folder());
  const elsewhere = mkdtempSync('/dev/shm/disk-test-');
  const path = join(elsewhere, 'given');
  writeFileSync(path, 'from afar');
  const { sha256 } = await storage.put({ path, given: true }, ENOUGH);
  expect(String(await buffer(await storage.read(sha256)))).toBe('from afar');
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(elsewhere, { recursive: true });
});

test('a file hashed while it was written is taken over without being read', async () => {
  const dir = folder();
  const storage = await createDiskStorage(dir);
  const path = join(dir, 'part');
  writeFileSync(path, 'hashed on the way');
  const running = new RunningDigest();
  running.update(Buffer.from('hashed '));
  await running.catchUp(path, 17);
  const digest = running.digest();
  const { ino } = statSync(path);
  const { sha256 } = await storage.put({ path, given: true, digest }, ENOUGH);
  expect(sha256).toBe(createHash('sha256').update('hashed on the way').digest('hex'));
  expect(statSync((await storage.open(sha256)).path).ino).toBe(ino);
  expect(existsSync(path)).toBe(false);
});

test('a file that is not as long as what was hashed is not stored', async () => {
  const dir = folder();
  const storage = await createDiskStorage(dir);
  const path = join(dir, 'part');
  writeFileSync(path, 'longer than that');
  const running = new RunningDigest();
  await running.catchUp(path, 6);
  await expect(storage.put({ path, given: true, digest: running.digest() }, ENOUGH)).rejects.toThrow('6 were hashed');
  await expect(running.catchUp(path, 99)).rejects.toThrow('ends at 16 bytes');
  expect(existsSync(path)).toBe(true);
});

test('an abort at any moment of taking a file over is an answer, never the end of the process', async () => {
  const dir = folder();
  const storage = await createDiskStorage(dir);
  const path = join(dir, 'given');
  writeFileSync(path, Buffer.alloc(20_000_000));
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.prependListener('uncaughtException', note);
  for (let moment = 0; moment < 60; moment += 1) {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), moment / 5);
    await storage.put({ path, given: true }, { ...ENOUGH, signal: stop.signal }).catch(() => {});
    if (!existsSync(path)) writeFileSync(path, Buffer.alloc(20_000_000));
  }
  process.off('uncaughtException', note);
  expect(uncaught).toEqual([]);
});

test('only what dead processes left is swept', async () => {
  const dir = folder();
  mkdirSync(join(dir, 'tmp'), { recursive: true });
  const files = {
    dead: `${hostname()}~4194999~a`,
    living: `${hostname()}~${process.ppid}~a`,
    mine: `${hostname()}~${process.pid}~a`,
    elsewhere: 'another-machine~1~a',
  };
  for (const name of Object.values(files)) writeFileSync(join(dir, 'tmp', name), '');
  await createDiskStorage(dir);
  expect(readdirSync(join(dir, 'tmp')).toSorted()).toEqual([files.elsewhere, files.living, files.mine].toSorted());
});

test('what is no content is not listed', async () => {
  const dir = folder();
  const storage = await createDiskStorage(dir);
  const { sha256 } = await storage.put(Readable.from(['content']), ENOUGH);
  writeFileSync(join(dir, 'objects', 'README'), 'left by a person');
  mkdirSync(join(dir, 'objects/zz'));
  writeFileSync(join(dir, 'objects/zz', sha256), 'in the wrong folder');
  utimesSync(join(dir, 'objects', 'README'), 0, 0);
  expect((await Array.fromAsync(storage.list())).map((one) => one.sha256)).toEqual([sha256]);
});

test.each([
  ['成片 1.mp4', `inline; filename="__ 1.mp4"; filename*=UTF-8''%E6%88%90%E7%89%87%201.mp4`],
  ['a"b\\c/d\r\nX: y.txt', `inline; filename="a_b_c_d__X: y.txt"; filename*=UTF-8''a%22b_c_d__X%3A%20y.txt`],
  [`it's (1)*100%.mp3`, `inline; filename="it's (1)*100_.mp3"; filename*=UTF-8''it%27s%20%281%29%2A100%25.mp3`],
  ['half \ud83d emoji', `inline; filename="half _ emoji"; filename*=UTF-8''half%20%EF%BF%BD%20emoji`],
])('the file name %j survives a header', (name, header) => {
  expect(contentDisposition('inline', name)).toBe(header);
});

function folder(): string {
  return mkdtempSync(join(root, 'dir-'));
}
