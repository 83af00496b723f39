import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { damagedSpans, packetOf } from '#analysis/damage.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import { probe } from '#ffmpeg/probe.ts';
import { addAigcXmp, aigcLabel, aigcXmp, readAigcXmp } from '#labels/aigc.ts';
import { labelPicture, readPictureLabel, spliceLabel } from '#labels/picture.ts';
import { labelWav, readWavLabel } from '#piece/write.ts';
import { testFolder } from '#testing/folder.ts';
import { testSound, tools } from '#testing/footage.ts';

const LABEL = aigcLabel({ producer: '某某', contentId: '1' });
/** What the server's thread may spend on a file of a stranger before it turns to others, in milliseconds of its own. */
const BLINK_MS = 100;

function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function pngWith(text: string): Buffer {
  const body = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0'), Buffer.alloc(4), Buffer.from(text)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), chunk.length - 4);
  const size = Buffer.from([0, 0, 0, 13, ...Buffer.from('IHDR'), ...Buffer.alloc(17)]);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), size, chunk]);
}

test('labels without an end, as many as fit into a picture, are looked through in a blink', () => {
  const text = '<TC260:AIGC>'.repeat(80_000);
  const picture = pngWith(text);
  expect(costOf(() => readPictureLabel(picture))).toBeLessThan(BLINK_MS);
  expect(costOf(() => labelPicture(picture, LABEL))).toBeLessThan(BLINK_MS);
  expect(readPictureLabel(pngWith(aigcXmp(LABEL)))).toEqual(LABEL);
});

test('pictures of nothing but empty parts are looked through in a blink', () => {
  const jpeg = Buffer.alloc(10_000_000, Buffer.from([0xff, 0xe2, 0, 2]));
  jpeg.set([0xff, 0xd8, 0xff, 0xff]);
  const png = Buffer.alloc(10_000_000);
  png.write('\x89PNG\r\n\x1a\n', 'latin1');
  expect(costOf(() => readPictureLabel(jpeg))).toBeLessThan(BLINK_MS);
  expect(costOf(() => readPictureLabel(png))).toBeLessThan(BLINK_MS);
});

test('a part that claims to be longer than its picture ends with it', () => {
  const png = pngWith(aigcXmp(LABEL)).subarray(0, -4);
  png.writeUInt32BE(0xffff_fff0, 33);
  expect(spliceLabel(png, LABEL).to).toBe(png.length);
  expect(readPictureLabel(labelPicture(png, LABEL))).toEqual(LABEL);
});

test('a label takes the place of those that a picture has, and only of those', () => {
  const others = `<rdf:RDF><a/>${aigcXmp({ ...LABEL, ProduceID: '0' })}<b/><TC260:AIGC>no end</rdf:RDF>`;
  const xmp = addAigcXmp(others, LABEL);
  expect(readAigcXmp(xmp)).toBeUndefined();
  expect(readAigcXmp(addAigcXmp(aigcXmp({ ...LABEL, ProduceID: '0' }), LABEL))).toEqual(LABEL);
  expect(xmp).toContain('<a/>');
  expect(xmp).toContain('<b/>');
});

test('a wave of empty chunks has no label, and is not read to its end', async () => {
  const path = join(testFolder(), 'empty.wav');
  const wave = Buffer.alloc(12 + 8 * 20_000);
  wave.write('RIFF', 0, 'latin1');
  writeFileSync(path, wave);
  await labelWav(path, LABEL);
  expect(await readWavLabel(path)).toBeNull();
});

test('a film that is broken from its first packet to its last is told so, and others get their turn meanwhile', async () => {
  const packets = Array.from({ length: 300_000 }, (_, i) => packetOf(i / 30, i === 0));
  const { turns, spans } = await turnsDuring(() => damagedSpans(packets, new Set([0])));
  expect(spans).toEqual([{ from: expect.closeTo(1 / 30, 3), to: expect.closeTo(300_000 / 30, 0) }]);
  expect(turns).toBeGreaterThanOrEqual(5);
});

async function turnsDuring<T>(work: () => Promise<T>): Promise<{ turns: number; spans: T }> {
  let turns = 0;
  let isOver = false;
  const look = () => {
    turns += 1;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const spans = await work();
  isOver = true;
  return { turns, spans };
}

test('a sound with a book in its tags is kept without the book; one with a library is refused', async () => {
  const sound = readFileSync(await testSound({ seconds: 1, extension: 'mp3' }));
  const tagged = (bytes: number) => {
    const path = join(testFolder(), `${bytes}.mp3`);
    writeFileSync(path, Buffer.concat([id3(bytes), sound]));
    return path;
  };
  const { tags, audio } = await probe(tools, tagged(100_000));
  expect(audio).toHaveLength(1);
  expect(JSON.stringify(tags).length).toBeLessThan(5000);
  await expect(probe(tools, tagged(6_000_000))).rejects.toBeInstanceOf(SourceError);
});

function id3(bytes: number): Buffer {
  const frame = Buffer.alloc(11 + bytes, 'x');
  frame.write('TIT2', 0, 'latin1');
  frame.writeUInt32BE(bytes + 1, 4);
  frame.fill(0, 8, 11);
  const size = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 127);
  return Buffer.concat([Buffer.from([...Buffer.from('ID3'), 3, 0, 0, ...size]), frame]);
}
