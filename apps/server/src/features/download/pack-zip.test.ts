import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';
import { packZip, sizeOf, type ZipMember } from './pack-zip.ts';

const run = promisify(execFile);
const hasUnzip = await run('unzip', ['-v']).then(
  () => true,
  () => false,
);
const TIME = new Date(2026, 4, 6, 7, 8, 10);

function member(name: string, content: Buffer): ZipMember {
  return { name, bytes: content.length, crc32: crc32(content), modified_at: TIME, content };
}

/** The archive as a file, with stored contents cut to holes: only its tables are read. */
async function writeArchive(members: ZipMember[]): Promise<string> {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const path = join(dir, 'a.zip');
  const file = await open(path, 'w');
  let at = 0;
  for (const part of packZip(members)) {
    if (Buffer.isBuffer(part)) await file.write(part, 0, part.length, at);
    at += Buffer.isBuffer(part) ? part.length : part.size;
  }
  await file.truncate(at);
  await file.close();
  return path;
}

test('what another reader unpacks is what was packed, with Chinese names, folders and empty files', async () => {
  const members = [
    member('夏季/镜头 01.mp4', Buffer.from('影片一')),
    member('夏季/镜头 02.mp4', Buffer.alloc(70_000, 7)),
    member('空.txt', Buffer.alloc(0)),
  ];
  const parts = packZip(members);
  expect(parts).toHaveLength(1);
  const archive = Buffer.concat(parts as Buffer[]);
  expect(sizeOf(parts)).toBe(archive.length);
  const unpacked = unzipSync(archive);
  expect(Object.keys(unpacked)).toEqual(members.map(({ name }) => name));
  for (const { name, content } of members) expect(Buffer.from(unpacked[name]!)).toEqual(content);
  expect(packZip(members)).toEqual(parts);
});

test('contents are ranges: an archive of a thousand films is a few tables', () => {
  const film = { bytes: 3_000_000_000, crc32: 1, modified_at: TIME, content: { sha256: 'a'.repeat(64) } };
  const parts = packZip(Array.from({ length: 1000 }, (_, n) => ({ ...film, name: `${n}.mp4` })));
  const own = parts.filter((part) => Buffer.isBuffer(part));
  expect(own.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(200_000);
  expect(sizeOf(parts)).toBeGreaterThan(3e12);
});

test.skipIf(!hasUnzip)('unzip finds no fault in it, and the time is the one of the file', async () => {
  const path = await writeArchive([member('一.txt', Buffer.from('一')), member('二/三.txt', Buffer.from('三'))]);
  expect((await run('unzip', ['-t', path])).stdout).toContain('No errors detected');
  expect((await run('unzip', ['-Z', '-T', path])).stdout).toContain('20260506.070810');
});

test.skipIf(!hasUnzip)('unzip reads sizes and places beyond 4 GiB, and 65 536 files', async () => {
  const bytes = 5 * 1024 ** 3;
  const film = { name: 'film.mp4', bytes, crc32: 1, modified_at: TIME, content: { sha256: 'a'.repeat(64) } };
  const far = await writeArchive([film, member('behind.txt', Buffer.from('behind'))]);
  expect((await run('unzip', ['-l', far])).stdout).toContain(String(bytes));
  expect((await run('unzip', ['-p', far, 'behind.txt'])).stdout).toBe('behind');

  const small = Array.from({ length: 65_536 }, (_, n) => member(`${n}`, Buffer.from(String(n))));
  const many = await writeArchive(small);
  expect((await run('unzip', ['-p', many, '65535'])).stdout).toBe('65535');
});

test('a file that is not as long as it was said is refused', () => {
  expect(() => packZip([{ ...member('a', Buffer.from('abc')), bytes: 4 }])).toThrow('not 4');
});
