import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeMp4, type Extent, type VirtualMp4 } from '#render/mp4/virtual-mp4.ts';
import { testFolder } from '#testing/folder.ts';

const MIB = 2 ** 20;

/** A file whose every byte tells where it lies. */
function countingFile(folder: string, name: string, size: number, step: number): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    Uint8Array.from({ length: size }, (_, i) => (i * step + (i >> 11)) % 251),
  );
  return path;
}

function virtual(extents: Extent[]): VirtualMp4 {
  const head = Buffer.from('head');
  return { head, extents, size: extents.reduce((sum, { size }) => sum + size, 4), seconds: 1 };
}

test('a written file holds its extents in order, however long they are and however often a file comes', async () => {
  const folder = testFolder();
  const [a, b] = [countingFile(folder, 'a', 3 * MIB + 17, 7), countingFile(folder, 'b', MIB, 3)];
  const extents = [
    { path: a, offset: 100, size: 5 },
    { path: b, offset: 0, size: MIB },
    { path: a, offset: 105, size: 2 * MIB + 1 },
    { path: a, offset: 0, size: 3 * MIB + 17 },
    { path: b, offset: MIB - 1, size: 1 },
    { path: a, offset: 3 * MIB, size: 17 },
    { path: b, offset: 7, size: 0 },
    { path: b, offset: 7, size: 9 },
  ];
  const out = join(folder, 'out.mp4');
  await writeMp4(virtual(extents), out);
  const parts = extents.map(({ path, offset, size }) => readFileSync(path).subarray(offset, offset + size));
  expect(readFileSync(out).equals(Buffer.concat([Buffer.from('head'), ...parts]))).toBe(true);
});

test('a piece that is shorter than it was leaves no half of a file', async () => {
  const folder = testFolder();
  const path = countingFile(folder, 'piece', 1000, 1);
  truncateSync(path, 500);
  const out = join(folder, 'out.mp4');
  await expect(writeMp4(virtual([{ path, offset: 0, size: 1000 }]), out)).rejects.toThrow('is shorter than it was');
  expect(readdirSync(folder)).toEqual(['piece']);
});
