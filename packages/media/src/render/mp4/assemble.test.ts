import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assemble } from '#render/mp4/assemble.ts';
import { readTrack, type Track } from '#render/mp4/track.ts';
import { identityOf, type VirtualMp4 } from '#render/mp4/virtual-mp4.ts';
import { testFolder } from '#testing/folder.ts';
import { testFootage } from '#testing/footage.ts';

/** A video track of equal samples, one keyframe first. */
function videoTrack(path: string, sampleSize: number, count: number): Track {
  return {
    path,
    kind: 'vide',
    timescale: 15_360,
    sampleDescription: Buffer.from('00000010737473640000000000000000', 'hex'),
    width: 54,
    height: 96,
    sizes: new Uint32Array(count).fill(sampleSize),
    offsets: Float64Array.from({ length: count }, (_, i) => 100 + i * sampleSize),
    durations: new Uint32Array(count).fill(512),
    shifts: new Int32Array(count),
    isKeyframe: Uint8Array.from({ length: count }, (_, i) => Number(i === 0)),
    priming: 0,
    duration: count * 512,
    isWhole: true,
  };
}

test('the tables of a file are those ffmpeg wrote', async () => {
  const path = await testFootage({ seconds: 2, args: [['-bf', 2]] });
  const track = await readTrack(path, 'vide');
  expect(track).toMatchObject({ width: 96, height: 54, timescale: 15_360, duration: 2 * 15_360 });
  expect([...track.isKeyframe.entries()].filter(([, is]) => is).map(([i]) => i)).toEqual([0, 15, 30, 45]);
  expect(track.priming).toBe(1024);
  const shown = [...track.shifts].map((shift, i) => i * 512 + shift).toSorted((a, b) => a - b);
  expect(shown).toEqual(Array.from({ length: 60 }, (_, i) => i * 512));
  const sound = await readTrack(path, 'soun');
  expect(sound).toMatchObject({ timescale: 48_000, priming: 1024 });
});

test('a file beyond four gigabytes has long positions', async () => {
  const pieces = Array.from({ length: 6 }, (_, i) => videoTrack(`/piece${i}`, 300_000_000, 3));
  const { head, size, extents } = assemble({ pieces, sound: null });
  expect(size).toBe(head.length + 18 * 300_000_000);

  const path = join(testFolder(), 'large.mp4');
  writeFileSync(path, head);
  truncateSync(path, size);
  const track = await readTrack(path, 'vide');
  expect([...track.offsets]).toEqual(Array.from({ length: 18 }, (_, i) => head.length + i * 300_000_000));
  expect(extents.map((extent) => extent.path)).toEqual(pieces.map((piece) => piece.path));
});

test('pieces that were encoded otherwise are refused', () => {
  const piece = videoTrack('/a', 10, 3);
  const other = {
    ...videoTrack('/b', 10, 3),
    sampleDescription: Buffer.from('00000010737473640000000000000001', 'hex'),
  };
  expect(() => assemble({ pieces: [piece, other], sound: null })).toThrow('/b: not encoded like /a');
  expect(() => assemble({ pieces: [piece, { ...piece, timescale: 12_800 }], sound: null })).toThrow('not encoded like');
  expect(() => assemble({ pieces: [], sound: null })).toThrow('no pieces');
});

test('sound beyond the end of the picture is left out', async () => {
  const sound = await readTrack(await testFootage({ seconds: 3 }), 'soun');
  const { head, extents } = assemble({ pieces: [videoTrack('/a', 10, 30)], sound });
  const path = join(testFolder(), 'head.mp4');
  writeFileSync(path, head);
  truncateSync(path, head.length + extents.reduce((sum, { size }) => sum + size, 0));
  const cut = await readTrack(path, 'soun');
  expect(cut.sizes).toHaveLength(Math.ceil((48_000 + 1024) / 1024));
});

test('the identity of a file is that of its content, wherever the cache lies', () => {
  expect(identityOf(file('/one'))).toBe(identityOf(file('/two')));
  expect(identityOf(file('/one'))).not.toBe(identityOf(file('/one', 11)));
});

function file(folder: string, sampleSize = 10): VirtualMp4 {
  return assemble({ pieces: [videoTrack(`${folder}/piece.mp4`, sampleSize, 3)], sound: null });
}

test('a file without an index, or with half of one, is refused by name', async () => {
  const path = join(testFolder(), 'half.mp4');
  writeFileSync(path, Buffer.from('00000018667479706d703432', 'hex'));
  await expect(readTrack(path, 'vide')).rejects.toThrow(`${path}: no complete moov box`);
});
