import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '#analysis/analyse.ts';
import { mainColours } from '#analysis/colours.ts';
import { hashDistance } from '#analysis/perceptual-hash.ts';
import { describeStretch } from '#analysis/picture-meter.ts';
import { findCuts } from '#analysis/scene-cuts.ts';
import { spansOf } from '#analysis/spans.ts';
import { bestStill } from '#analysis/stills.ts';
import { probe } from '#ffmpeg/probe.ts';
import { testFolder } from '#testing/folder.ts';
import { evenColour, footage, testFootage, tools } from '#testing/footage.ts';
import { frames, pixel } from '#testing/inspect.ts';

async function analysed(path: string, hasProxy = false) {
  const folder = testFolder();
  return { folder, ...(await analyse(tools, path, await probe(tools, path), { folder, hasProxy })) };
}

/** Two seconds each of a test picture, black, a still picture and a blurred one, and a tone that stops half way. */
async function patchwork(): Promise<string> {
  const parts = [
    'testsrc2=size=320x180:rate=30',
    'color=black:size=320x180:rate=30',
    'smptebars=size=320x180:rate=30',
    'testsrc2=size=320x180:rate=30,gblur=sigma=12',
  ];
  const graph = `${parts.map((part, i) => `${part},trim=duration=2,setsar=1[p${i}]`).join(';')};[p0][p1][p2][p3]concat=n=4:v=1:a=0[v]`;
  return footage('mp4', [
    ['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*440*t)*lt(t,4)':s=48000:d=8"],
    ['-filter_complex', graph, '-map', '[v]', '-map', '0:a'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 12, '-c:a', 'aac', '-ac', 2],
  ]);
}

test('one pass finds cuts, black, stillness, blur and silence where they are', async () => {
  const { picture, sound } = await analysed(await patchwork());
  expect(picture!.cuts).toEqual([expect.closeTo(2, 1), expect.closeTo(4, 1), expect.closeTo(6, 1)]);
  expect(picture!.black).toEqual([{ from: expect.closeTo(2, 1), to: expect.closeTo(4, 1) }]);
  expect(picture!.frozen).toContainEqual({ from: expect.closeTo(4, 0.9), to: expect.closeTo(6, 0.9) });
  expect(picture!.blurred).toContainEqual({ from: 6, to: 8 });
  expect(picture!.seconds).toHaveLength(8);
  expect(sound!.silent).toEqual([{ from: expect.closeTo(4, 0.9), to: expect.closeTo(8, 0.9) }]);
  expect(sound!.peaks.length).toBeCloseTo(400, -1);
  expect(sound!.lufs).toBeCloseTo(-9.7, 0);
});

test('a short film whose picture begins after its sound has a picture for its card and for its line of time', async () => {
  const late = await footage('mkv', [
    ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=2'],
    ['-itsoffset', 0.1, '-f', 'lavfi', '-i', 'testsrc2=size=96x54:rate=25:duration=0.24'],
    ['-map', '1:v', '-map', '0:a', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  ]);
  const { stills, sprite } = await analysed(late);
  expect(stills[0]).toMatchObject({ seconds: 0, isBlack: false });
  expect(existsSync(sprite!.path)).toBe(true);
});

test('one pass leaves stills, a sprite and a proxy', async () => {
  const { folder, stills, sprite, proxyPath } = await analysed(await patchwork(), true);
  expect(stills).toHaveLength(16);
  expect(stills.filter(({ isBlack }) => isBlack).map(({ seconds }) => seconds)).toEqual([2, 2.5, 3, 3.5]);
  // The black seconds are never the best picture of a film, and its blurred ones neither.
  expect(bestStill(stills, { from: 0, to: 8 })!.seconds % 4).toBeLessThan(2);
  expect(bestStill(stills, { from: 2, to: 4 })).toMatchObject({ isBlack: true, colours: ['#000000'] });
  expect(bestStill(stills, { from: 9, to: 10 })).toBeUndefined();
  expect(sprite).toMatchObject({ columns: 8, rows: 1, width: 160, height: 90, stepSeconds: 1 });
  expect((await probe(tools, sprite!.path)).video).toMatchObject({ width: 1280, height: 90 });
  expect((await probe(tools, proxyPath!, { countFrames: true })).video).toMatchObject({ frames: 240, width: 320 });
  expect(readdirSync(folder)).toHaveLength(18);
  expect(existsSync(join(folder, 'proxy.mp4.part'))).toBe(false);
});

/** A picture filmed with the camera moved by an expression of the frame number `n`. */
function handHeld(crop: string): Promise<string> {
  return footage('mp4', [
    ['-f', 'lavfi', '-i', 'mandelbrot=size=480x480:rate=30:end_pts=1e9'],
    ['-vf', `loop=loop=-1:size=1,crop=320:180:${crop}`, '-t', 2],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 12, '-pix_fmt', 'yuv420p'],
  ]);
}

test('a shaking camera is told from a steady one', async () => {
  const steady = await analysed(await handHeld("x='20+n*1.5':y=100"));
  const shaky = await analysed(await handHeld("x='80+10*sin(n*2.1)':y='80+8*sin(n*1.7)'"));
  expect(steady.picture!.shaky).toEqual([]);
  expect(shaky.picture!.shaky).toEqual([{ from: 0, to: 2 }]);
});

test('the same pictures in another size and coding have nearly the same hashes, others do not', async () => {
  const path = await testFootage({ width: 320, height: 180 });
  const one = await analysed(path);
  const copy = await analysed(
    await footage('mkv', [
      ['-i', path],
      ['-vf', 'scale=200:112', '-crf', 34],
    ]),
  );
  const other = await analysed(
    await footage('mp4', [
      ['-f', 'lavfi', '-i', 'mandelbrot=size=320x180:rate=30'],
      ['-t', 3, '-pix_fmt', 'yuv420p'],
    ]),
  );
  for (const [i, second] of one.picture!.seconds.entries()) {
    expect(hashDistance(second.hash, copy.picture!.seconds[i]!.hash)).toBeLessThan(8);
    expect(hashDistance(second.hash, other.picture!.seconds[i]!.hash)).toBeGreaterThan(16);
  }
});

test('a file without sound, and one without picture, tell what they can', async () => {
  expect((await analysed(await testFootage({ hasSound: false }))).sound).toBeNull();
  const tone = await footage('wav', [['-f', 'lavfi', '-i', 'sine=duration=1']]);
  const { picture, sound, stills, sprite } = await analysed(tone);
  expect([picture, stills, sprite]).toEqual([null, [], null]);
  expect(sound).toMatchObject({ length: 1, peaks: { length: 50 } });
});

test('a still picture is analysed like a film of one frame', async () => {
  const still = await footage('png', [
    ['-f', 'lavfi', '-i', 'testsrc2=size=300x200'],
    ['-frames:v', 1],
  ]);
  const { picture, stills, brokenAt } = await analysed(still, true);
  expect(picture!.seconds).toHaveLength(1);
  expect(stills).toHaveLength(1);
  expect(brokenAt).toBeNull();
});

test('a flash is no cut, and neither is a fast pan', () => {
  const calm = { difference: 1, distance: 0.01 };
  const jump = { difference: 40, distance: 0.4 };
  const frames = (list: [number, typeof calm][]) =>
    list.flatMap(([count, change]) => Array.from({ length: count }, () => change));
  expect(
    findCuts(
      frames([
        [20, calm],
        [1, jump],
        [20, calm],
      ]),
    ),
  ).toEqual([20]);
  expect(
    findCuts(
      frames([
        [20, calm],
        [1, jump],
        [2, calm],
        [1, jump],
        [20, calm],
      ]),
    ),
  ).toEqual([20]);
  expect(
    findCuts(
      frames([
        [20, calm],
        [30, jump],
        [20, calm],
      ]),
    ),
  ).toEqual([]);
});

test('spans shorter than asked are left out', () => {
  expect(spansOf([true, true, false, true], 1, 2)).toEqual([{ from: 0, to: 2 }]);
  expect(spansOf([false, true, true], 2, 1)).toEqual([{ from: 0.5, to: 1.5 }]);
});

test.each([
  // Sound of phones is taken as it is, whatever else made plain.
  ['mp4', ['-c:a', 'aac', '-ar', 44_100, '-ac', 1], { sampleRate: 44_100, channels: 1 }],
  ['mov', ['-c:a', 'pcm_s16le', '-ar', 48_000, '-ac', 1], { sampleRate: 48_000, channels: 2 }],
  ['ts', ['-c:a', 'aac', '-ar', 44_100, '-ac', 2], { sampleRate: 44_100, channels: 2 }],
])('the proxy of a %s has its sound, in time with the picture', async (extension, sound, expected) => {
  const path = await footage(extension, [
    ['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*440*t)*gte(t,2)':s=48000:d=4"],
    ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=4', '-map', '1:v', '-map', '0:a'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...sound],
  ]);
  const { proxyPath } = await analysed(path, true);
  const { audio } = await probe(tools, proxyPath!);
  expect(audio).toMatchObject([{ codec: 'aac', ...expected, seconds: expect.closeTo(4, 0.9) }]);
  const { sound: heard } = await analysed(proxyPath!);
  expect(heard!.silent).toEqual([{ from: 0, to: expect.closeTo(2, 1) }]);
});

test.each([true, false])('stills, sprite and proxy have the colours of the film, named or not: %s', async (isTold) => {
  const { stills, sprite, proxyPath } = await analysed(await evenColour({ isTold }), true);
  expect(stills[0]!.colours).toEqual([expect.stringMatching(/^#c[4-9a]6[1-6]3[0-4]$/)]);
  const pictures = [
    { path: stills[0]!.path, width: 1280, height: 720 },
    { path: sprite!.path, width: sprite!.width * sprite!.columns, height: sprite!.height * sprite!.rows },
    { path: proxyPath!, width: 960, height: 540 },
  ];
  for (const { path, width, height } of pictures) {
    const colour = pixel((await frames(path, { width, height }))[0]!, width, 40, 40);
    expect(colour.map((value, i) => Math.abs(value - [200, 100, 50][i]!) <= 3)).toEqual([true, true, true]);
  }
});

test('progress is told on the way, not at the end', async () => {
  const path = await patchwork();
  const told: { at: number; seconds: number }[] = [];
  const began = performance.now();
  const options = {
    folder: testFolder(),
    hasProxy: true,
    onProgress: ({ seconds }: { seconds: number }) => void told.push({ at: performance.now() - began, seconds }),
  };
  await analyse(tools, path, await probe(tools, path), options);
  const took = performance.now() - began;
  expect(told.map(({ seconds }) => seconds)).toEqual(Array.from({ length: 16 }, (_, i) => (i + 1) / 2));
  expect(told[0]!.at).toBeLessThan(0.8 * took);
});

test('a stretch is described by its own frames, not by the seconds it shares', async () => {
  const { picture } = await analysed(await patchwork());
  expect(describeStretch(picture!, { from: 2, to: 4 })).toMatchObject({ brightness: 0, sharpness: 0, motion: 0 });
  const moving = describeStretch(picture!, { from: 0, to: 2 });
  expect(moving.motion).toBeGreaterThan(1);
  expect(moving.sharpness).toBeGreaterThan(300);
  expect(describeStretch(picture!, { from: 6, to: 8 }).sharpness).toBeLessThan(30);
});

test('main colours are what a person would name, the largest first', () => {
  const parts: [number, number[]][] = [
    [50, [200, 30, 40]],
    [30, [250, 250, 250]],
    [18, [30, 60, 200]],
    [2, [0, 255, 0]],
  ];
  const pixels = Uint8Array.from(
    parts.flatMap(([count, colour]) => Array.from({ length: count }, () => colour).flat()),
  );
  const colours = mainColours({ width: 10, height: 10, pixels });
  expect(colours).toEqual(['#c81e28', '#fafafa', '#1e3cc8']);
});
