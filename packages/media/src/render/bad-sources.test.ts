import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '#analysis/analyse.ts';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import { probe } from '#ffmpeg/probe.ts';
import { plainShot } from '#render/shot.ts';
import { silentMix } from '#render/sound/sound.ts';
import type { Variant } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine, TINY } from '#testing/engine.ts';
import { testFolder } from '#testing/folder.ts';
import { footage, testFootage, tools } from '#testing/footage.ts';
import { complaints, packets } from '#testing/inspect.ts';

/** A variant that shows and sounds one second of the source, from `startSeconds` on. */
async function secondOf(path: string, startSeconds = 0.2): Promise<Variant> {
  const source = await sourceOf(path);
  const sound = { source, startSeconds, speed: 1, fromSeconds: 0, toSeconds: 1, volume: 1 };
  return {
    canvas: TINY,
    quality: 'standard',
    cuts: [{ shot: plainShot({ source, startSeconds, frames: 30 }), transition: null }],
    sound: { ...silentMix(1), ambience: [sound] },
    tags: {},
  };
}

/** What ffmpeg complains about in the rendered second, and how many frames it has. */
async function rendered(path: string, startSeconds?: number) {
  const output = await renderTo(testEngine(), await secondOf(path, startSeconds));
  return { complaints: await complaints(output), frames: (await packets(output, 'v')).length };
}

const GOOD = { complaints: '', frames: 30 };

const isTyped = (error: unknown) => error instanceof SourceError || error instanceof FfmpegError;

function broken(path: string, change: (copy: string) => void): string {
  const copy = join(testFolder(), 'broken.mp4');
  copyFileSync(path, copy);
  change(copy);
  return copy;
}

test('a missing file and an empty one are named as such', async () => {
  await expect(probe(tools, '/nowhere.mp4')).rejects.toMatchObject({ reason: 'missing', message: '素材文件不存在' });
  const empty = broken(await testFootage(), (copy) => truncateSync(copy, 0));
  await expect(probe(tools, empty)).rejects.toMatchObject({ reason: 'empty', message: '素材文件是空的' });
});

test('a file cut off before its index is unreadable', async () => {
  const cut = broken(await testFootage(), (copy) => truncateSync(copy, 20_000));
  await expect(probe(tools, cut)).rejects.toMatchObject({ reason: 'unreadable' });
});

test('a file cut off after its index shows what is left and holds the last picture', async () => {
  const whole = await testFootage({ args: [['-movflags', '+faststart']] });
  const cut = broken(whole, (copy) => truncateSync(copy, Math.floor(readFileSync(whole).length * 0.4)));
  expect(await rendered(cut)).toEqual(GOOD);
});

test('a part that lies beyond the end holds the last picture', async () => {
  expect(await rendered(await testFootage({ seconds: 1 }), 5)).toEqual(GOOD);
});

test('garbage in the middle ends in a typed error or a good file', async () => {
  const garbled = broken(await testFootage(), (copy) => {
    const bytes = readFileSync(copy);
    bytes.fill(0x5a, 3000, 9000);
    writeFileSync(copy, bytes);
  });
  const outcome = await rendered(garbled).catch((error: unknown) => (isTyped(error) ? GOOD : error));
  expect(outcome).toEqual(GOOD);
});

test('a sound file has no picture to show, a silent one no sound to hear', async () => {
  const tone = await footage('wav', [['-f', 'lavfi', '-i', 'sine=duration=2']]);
  await expect(testEngine().open(await secondOf(tone))).rejects.toMatchObject({
    reason: 'no-video',
    message: '素材里没有画面',
  });
  expect(await rendered(await testFootage({ hasSound: false }))).toEqual(GOOD);
});

test('a text file is no material, whatever its name says', async () => {
  const text = broken(await testFootage(), (copy) => writeFileSync(copy, '这不是视频'.repeat(500)));
  await expect(probe(tools, text)).rejects.toMatchObject({ reason: 'unreadable' });
});

test('a header that lies about the length does no harm', async () => {
  const lying = broken(await testFootage({ seconds: 1 }), (copy) => {
    const bytes = readFileSync(copy);
    const header = bytes.indexOf('mvhd');
    bytes.writeUInt32BE(36_000_000, header + 4 + 16);
    writeFileSync(copy, bytes);
  });
  expect(await rendered(lying)).toEqual(GOOD);
  const facts = await probe(tools, lying);
  const analysis = await analyse(tools, lying, facts, { folder: testFolder(), hasProxy: false });
  expect(analysis.picture!.seconds.length).toBeLessThan(5);
});

test.each([
  ['one frame', { seconds: 0.04, fps: 25 }],
  ['300 fps', { seconds: 1.5, fps: 300 }],
  ['one frame a second', { seconds: 3, fps: 1 }],
  ['an odd size', { width: 97, height: 55, args: [['-pix_fmt', 'yuv444p']] }],
  ['ten bits', { args: [['-pix_fmt', 'yuv420p10le']] }],
  ['interlaced frames', { extension: 'mkv', args: [['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-top', 1]] }],
])('a source with %s becomes a good file', async (_, options) => {
  expect(await rendered(await testFootage({ ...options, hasSound: false }))).toEqual(GOOD);
});

test('8k is taken, more is refused by name', async () => {
  const large = await footage('mp4', [
    ['-f', 'lavfi', '-i', 'color=size=7680x4320:rate=5:duration=1'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  ]);
  expect(await rendered(large)).toEqual(GOOD);
  const larger = await footage('png', [
    ['-f', 'lavfi', '-i', 'color=size=9000x32'],
    ['-frames:v', 1],
  ]);
  await expect(probe(tools, larger)).rejects.toMatchObject({ reason: 'too-large', message: '素材画面尺寸过大' });
});

test('timestamps that begin below zero, or late, do not move the picture', async () => {
  const whole = await testFootage();
  const late = await footage('mkv', [
    ['-i', whole],
    ['-c', 'copy', '-output_ts_offset', 3],
  ]);
  const early = await footage('mp4', [
    ['-i', whole],
    ['-c', 'copy', '-output_ts_offset', -1, '-avoid_negative_ts', 'disabled'],
  ]);
  const apart = await footage('mp4', [
    ['-i', whole],
    ['-itsoffset', 0.7, '-i', whole],
    ['-map', '0:a', '-map', '1:v', '-c', 'copy'],
  ]);
  for (const path of [late, early, apart]) expect(await rendered(path)).toEqual(GOOD);
  expect((await probe(tools, apart)).video!.startSeconds).toBeCloseTo(0.7, 1);
});

test('a picture that stands still for seconds is shown from its middle on', async () => {
  const sparse = await testFootage({
    seconds: 4,
    filters: "select='eq(n,0)+eq(n,1)+eq(n,118)'",
    args: [['-fps_mode', 'vfr']],
  });
  expect(await rendered(sparse, 2)).toEqual(GOOD);
});

test('HDR comes down to a standard picture', async () => {
  for (const transfer of ['smpte2084', 'arib-std-b67']) {
    const hdr = await footage('mp4', [
      ['-f', 'lavfi', '-i', 'testsrc2=size=96x54:rate=30:duration=2'],
      ['-vf', `format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`],
      ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1'],
    ]);
    expect((await probe(tools, hdr)).video).toMatchObject({
      hdr: transfer === 'smpte2084' ? 'pq' : 'hlg',
      bitDepth: 10,
    });
    expect(await rendered(hdr)).toEqual(GOOD);
  }
});
