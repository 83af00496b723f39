import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { findPreset } from '#captions/presets.ts';
import type { Planes } from '#clean/borrow.ts';
import { cleanFilm, type Cleaning } from '#clean/clean-film.ts';
import { toFrame } from '#clean/frames.ts';
import { boxAt, cropAround, type Mark } from '#clean/mark.ts';
import { mend } from '#clean/mend.ts';
import { findMotion } from '#clean/motion.ts';
import { mixEven } from '#clean/pixels.ts';
import { findTimes } from '#clean/presence.ts';
import { steady } from '#clean/steady.ts';
import { findStrokes, type Look } from '#clean/strokes.ts';
import { captionTop, stickerTop } from '#clean/top.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';
import { tools } from '#testing/footage.ts';

const [WIDTH, HEIGHT, FRAMES] = [160, 96, 26];
const FRAME = (WIDTH * HEIGHT * 3) / 2;
const BOX = { x: 60, y: 36, width: 24, height: 12 };

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-clean-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A picture that is moved past the camera, and the same with a white box over it for all but its ends. */
async function films(dir: string): Promise<{ plain: Buffer; path: string }> {
  const noise = Buffer.alloc(60 * 30 * 3);
  for (let n = 0; n < noise.length; n += 1) noise[n] = (n * 2654435761) % 251;
  const scene = join(dir, 'scene.png');
  await sharp(noise, { raw: { width: 60, height: 30, channels: 3 } })
    .resize(360, 180, { kernel: 'cubic' })
    .png()
    .toFile(scene);
  const [raw, path] = [join(dir, 'plain.yuv'), join(dir, 'film.mp4')];
  const still = ['-f', 'image2', '-loop', 1, '-framerate', 25, '-i', scene, '-frames:v', FRAMES];
  const pan = `crop=${WIDTH}:${HEIGHT}:x='n*5':y=40,format=yuv420p`;
  const { x, y, width, height } = BOX;
  const over = `drawbox=x=${x}:y=${y}:w=${width}:h=${height}:color=white:t=fill:enable='between(n,4,21)'`;
  await runFfmpeg(tools, [[...still, '-vf', pan, '-f', 'rawvideo', raw]]);
  await runFfmpeg(tools, [
    [...still, '-vf', `${pan},${over}`, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 0, path],
  ]);
  return { plain: readFileSync(raw), path };
}

async function decoded(path: string): Promise<Buffer> {
  const raw = `${path}.yuv`;
  await runFfmpeg(tools, [['-i', path, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', raw]]);
  return readFileSync(raw);
}

const mark: Mark = {
  keys: [
    { seconds: 0, box: { x: BOX.x / WIDTH, y: BOX.y / HEIGHT, width: BOX.width / WIDTH, height: BOX.height / HEIGHT } },
  ],
  start: 4 / 25,
  end: 22 / 25,
  way: 'learned',
  isStrokes: false,
  colour: '#000000',
};

test('hidden pixels come from frames that show them, no other pixel changes, and another attempt goes on behind what is done', async () => {
  const dir = place();
  const { plain, path } = await films(dir);
  const out = join(dir, 'out.mp4');
  const cleaning: Cleaning = {
    source: { path, facts: await probe(tools, path) },
    marks: [mark],
    cuts: [],
    crop: null,
    quality: 'lossless',
    labelOf: () => null,
    folder: join(dir, 'kept'),
    out,
  };
  const asked: number[] = [];
  const options = {
    signal: new AbortController().signal,
    fill: async (_picture: object, _hole: Uint8Array, frame: number) => {
      asked.push(frame);
      return null;
    },
  };
  const mended = await cleanFilm(tools, cleaning, options);
  expect(mended.seen / mended.hidden).toBeGreaterThan(0.99);
  expect(asked).toEqual([]);
  const [before, after] = [await decoded(path), await decoded(out)];
  expect(after.length).toBe(plain.length);
  let [changed, squares, count] = [0, 0, 0];
  for (let at = 0; at < after.length; at += 1) {
    const n = at % FRAME;
    const [x, y] = [n % WIDTH, Math.floor(n / WIDTH)];
    if (n >= WIDTH * HEIGHT) continue;
    // Grown by the margin that is stated.
    const isNear = x >= BOX.x - 6 && x < BOX.x + BOX.width + 6 && y >= BOX.y - 6 && y < BOX.y + BOX.height + 6;
    if (!isNear && before[at] !== after[at]) changed += 1;
    if (before[at] === plain[at]) continue;
    squares += (after[at]! - plain[at]!) ** 2;
    count += 1;
  }
  expect(changed).toBe(0);
  expect(10 * Math.log10(255 ** 2 / (squares / count + 1e-9))).toBeGreaterThan(38);

  // Seen from 0.4 to 0.6 s, surely not at the ends; and with nothing but frames that show it, from the first of them on.
  const around = { x: (BOX.x - 4) / WIDTH, y: (BOX.y - 4) / HEIGHT, width: 32 / WIDTH, height: 20 / HEIGHT };
  const sighting = { box: around, endBox: around, from: 0.4, to: 0.6 };
  const [times, always] = await findTimes(
    tools,
    cleaning.source,
    [
      { ...sighting, after: 0, before: 1 },
      { ...sighting, after: 0.2, before: 0.8 },
    ],
    options.signal,
  );
  expect([times, always].map((one) => [one?.start, one?.end].map((at) => Math.round(25 * at!)))).toEqual([
    [4, 22],
    [5, 21],
  ]);

  const segment = join(dir, 'kept', 'segment-0000.mp4');
  const made = statSync(segment).mtimeMs;
  rmSync(out);
  expect(await cleanFilm(tools, cleaning, options)).toEqual(mended);
  expect([statSync(segment).mtimeMs, (await decoded(out)).equals(after)]).toEqual([made, true]);
});

test('what no frame shows is asked for once and gone on with, and a machine that made it is named', async () => {
  const dir = place();
  const { path } = await films(dir);
  const still = join(dir, 'still.mp4');
  await runFfmpeg(tools, [
    ['-i', path, '-vf', 'select=eq(n\\,8),loop=11:1:0,setpts=N/25/TB', '-r', 25, '-c:v', 'libx264', '-crf', 0, still],
  ]);
  const asked: number[] = [];
  const labels: number[] = [];
  const cleaning: Cleaning = {
    source: { path: still, facts: await probe(tools, still) },
    marks: [{ ...mark, start: 0, end: 1 }],
    cuts: [],
    crop: null,
    quality: 'lossless',
    labelOf: ({ made }) => {
      labels.push(made);
      return null;
    },
    folder: join(dir, 'kept'),
    out: join(dir, 'out.mp4'),
  };
  const mended = await cleanFilm(tools, cleaning, {
    signal: new AbortController().signal,
    fill: async (picture, hole, frame) => {
      asked.push(frame);
      return { ...picture, data: picture.data.map((value, n) => (hole[Math.floor(n / 3)] ? 90 : value)) };
    },
  });
  expect([asked, mended.seen, mended.made]).toEqual([[0], 0, mended.hidden]);
  expect(labels).toEqual([mended.hidden]);
});

function shown(x: number, y: number): number {
  return 100 + Math.round(40 * Math.sin(x / 3) * Math.cos(y / 4));
}

test('what comes into sight long after is taken back to the first frames instead of what a model made up', async () => {
  const dir = place();
  const [width, height, count, end] = [96, 64, 66, 60];
  const bytes = (width * height * 3) / 2;
  const raw = new Uint8Array(bytes * count).fill(128);
  for (let frame = 0; frame < count; frame += 1) {
    for (let n = 0; n < width * height; n += 1) {
      const [x, y] = [n % width, Math.floor(n / width)];
      raw[frame * bytes + n] = frame < end && x >= 40 && x < 56 && y >= 28 && y < 36 ? 235 : shown(x, y);
    }
  }
  const [path, out] = [join(dir, 'raw.yuv'), join(dir, 'patch')];
  writeFileSync(path, raw);
  const whole = { x: 0, y: 0, width, height };
  const box = { x: 40 / width, y: 28 / height, width: 16 / width, height: 8 / height };
  const asked: number[] = [];
  const mended = await mend(
    {
      picture: { width, height },
      fps: 25,
      marks: [{ ...mark, keys: [{ seconds: 0, box }], start: 0, end: end / 25 }],
      own: [0],
      region: whole,
      patch: whole,
      path,
      out,
      first: 0,
      count,
      from: 0,
      to: 14,
      carried: null,
    },
    async (picture, _hole, frame) => {
      asked.push(frame);
      return { ...picture, data: picture.data.map(() => 10) };
    },
    () => {},
  );
  // No frame so near shows what is behind the first one: a model is asked, and not believed in the end.
  expect([asked[0], mended.made, mended.seen < mended.hidden]).toEqual([0, 0, true]);
  const first = readFileSync(out).subarray(0, width * height);
  const off = first.map((value, n) => Math.abs(value - shown(n % width, Math.floor(n / width))));
  expect(Math.max(...off)).toBeLessThan(4);
});

test('a picture lies over the place of a mark as its opacity says, over what came from other frames, and nowhere else', async () => {
  const dir = place();
  const [width, height, count] = [64, 48, 12];
  const bytes = (width * height * 3) / 2;
  const raw = new Uint8Array(bytes * count).fill(128);
  for (let frame = 0; frame < count; frame += 1) {
    for (let n = 0; n < width * height; n += 1) {
      const [x, y] = [n % width, Math.floor(n / width)];
      // Gone in the last frames: there is what lies behind.
      const isBox = x >= 24 && x < 40 && y >= 20 && y < 28;
      raw[frame * bytes + n] = frame < 6 && isBox ? 235 : shown(x, y);
    }
  }
  const [path, out, picture] = [join(dir, 'raw.yuv'), join(dir, 'patch'), join(dir, 'sticker.png')];
  writeFileSync(path, raw);
  // Red on the left, half of it in the middle, nothing on the right.
  const rgba = Buffer.alloc(8 * 4 * 4);
  for (let n = 0; n < 32; n += 1) rgba.set([255, 0, 0, n % 8 < 3 ? 255 : n % 8 < 5 ? 128 : 0], n * 4);
  await sharp(rgba, { raw: { width: 8, height: 4, channels: 4 } })
    .resize(16, 8, { kernel: 'nearest' })
    .png()
    .toFile(picture);
  const { signal } = new AbortController();
  const top = await stickerTop(picture, { width: 16, height: 8 }, { folder: dir, name: 'top', signal });
  const whole = { x: 0, y: 0, width, height };
  const box = { x: 24 / width, y: 20 / height, width: 16 / width, height: 8 / height };
  await mend(
    {
      picture: { width, height },
      fps: 25,
      marks: [{ ...mark, keys: [{ seconds: 0, box }], start: 0, end: 4 / 25, way: 'temporal', top }],
      own: [0],
      region: whole,
      patch: whole,
      path,
      out,
      first: 0,
      count,
      from: 0,
      to: 6,
      carried: null,
    },
    async () => null,
    () => {},
  );
  const patch = readFileSync(out);
  const [red, v] = [63, 240];
  for (const frame of [0, 3]) {
    const luma = patch.subarray(frame * bytes, frame * bytes + width * height);
    const at = (x: number, y: number) => luma[y * width + x]!;
    expect([at(26, 22), at(29, 26)]).toEqual([red, red]);
    for (const [x, y] of [[31, 23] as const, [33, 25] as const]) {
      expect(Math.abs(at(x, y) - (red + shown(x, y)) / 2)).toBeLessThan(4);
    }
    for (const [x, y] of [[37, 23] as const, [23, 24] as const, [26, 29] as const, [5, 5] as const]) {
      expect(Math.abs(at(x, y) - shown(x, y))).toBeLessThan(4);
    }
    const colours = patch.subarray(frame * bytes + width * height * 1.25, (frame + 1) * bytes);
    expect([colours[12 * 32 + 13], colours[12 * 32 + 19]]).toEqual([v, 128]);
  }
});

test('words fill the room of a mark in their look, with soft edges and nothing around them', async () => {
  const dir = place();
  const { signal } = new AbortController();
  const into = { folder: dir, name: 'words', signal };
  const { style } = findPreset('classic')!;
  const top = await captionTop(tools, { text: '新品上市', style }, { width: 160, height: 40 }, into);
  const rgba = readFileSync(top!.path);
  const pixels = Array.from({ length: 160 * 40 }, (_, n) => [...rgba.subarray(n * 4, n * 4 + 4)]);
  const inked = pixels.flatMap(([, , , a], n) => (a! > 0 ? [n] : []));
  const rows = inked.map((n) => Math.floor(n / 160));
  // As high as the room allows, and inside of it.
  expect(Math.max(...rows) - Math.min(...rows)).toBeGreaterThan(20);
  expect(inked.some((n) => n % 160 < 4 || n % 160 > 155 || n < 160 || n >= 39 * 160)).toBe(false);
  // White letters in a black rim, colours multiplied with their opacity.
  expect(pixels.some((pixel) => pixel.every((value) => value === 255))).toBe(true);
  expect(pixels.some(([r, , , a]) => r! < 8 && a === 255)).toBe(true);
  expect(pixels.filter(([r, , , a]) => r! > a! + 2)).toEqual([]);
  expect(await captionTop(tools, { text: '🎉', style }, { width: 160, height: 40 }, into)).toBeNull();
});

test('what a model put behind letters is mixed with the colours around; a box that goes whole is its own', () => {
  const size = { width: 32, height: 16 };
  const luma = Uint8Array.from({ length: 32 * 16 }, (_, n) => 60 + 4 * (n % 32));
  const truth = Uint8Array.from(luma);
  const [hole, letters] = [new Uint8Array(luma.length), new Uint8Array(luma.length)];
  for (let n = 0; n < luma.length; n += 1) {
    const [x, y] = [n % 32, Math.floor(n / 32)];
    if (y < 4 || y >= 12 || !((x >= 6 && x < 10) || (x >= 20 && x < 28))) continue;
    hole[n] = 1;
    letters[n] = x < 10 ? 1 : 0;
    luma[n] = truth[n]! + 40;
  }
  const grey = new Uint8Array(8 * 16).fill(128);
  mixEven([luma, grey, Uint8Array.from(grey)], size, hole, letters);
  const offAt = (x: number, y: number) => luma[y * 32 + x]! - truth[y * 32 + x]!;
  expect([offAt(8, 8), offAt(24, 8), offAt(3, 8)]).toEqual([20, 40, 0]);
});

function isLetter(x: number, y: number): boolean {
  return y >= 14 && y < 26 && x >= 20 && x < 110 && x % 20 < 3;
}

test('what drives through a part pulls nothing along with it, and what is put in is quieter than the noise of its frames', () => {
  const size = { width: 160, height: 96 };
  const frameOf = (car: number, noise: number) => {
    const raw = new Uint8Array(size.width * size.height * 1.5).fill(128);
    for (let n = 0; n < size.width * size.height; n += 1) {
      const [x, y] = [n % size.width, Math.floor(n / size.width)];
      const ground = 110 + 30 * Math.sin(x / 5) * Math.cos(y / 7);
      const isCar = x >= car && x < car + 64 && y > 30;
      raw[n] = (isCar ? 60 + 50 * Math.sin((x - car) / 6 + y / 4) : ground) + ((n * 7919 * noise) % 5);
    }
    return toFrame(raw, size, []);
  };
  const hole = { x: 100, y: 4, width: 40, height: 16 };
  const [one, other] = [frameOf(10, 1), frameOf(22, 2)];
  const motion = findMotion(one, other, hole, { isSeenThere: true })!;
  expect(Math.hypot(motion.shift.dx, motion.shift.dy)).toBe(0);

  const map = Uint8Array.from({ length: size.width * size.height }, (_, n) => {
    const [x, y] = [n % size.width, Math.floor(n / size.width)];
    return +(x >= hole.x && x < hole.x + hole.width && y >= hole.y && y < hole.y + hole.height);
  });
  const pixels = Int32Array.from(map.keys().filter((n) => map[n] === 1));
  const planes = other.planes.map(({ data }) => Uint8Array.from(data)) as Planes;
  const restless = () => pixels.reduce((sum, n) => sum + Math.abs(planes[0][n]! - one.planes[0].data[n]!), 0);
  const before = restless();
  steady(other, one, { pixels, map, bold: map, letters: map, box: hole }, planes, 1);
  expect(restless()).toBeLessThan(before / 2);
});

test('letters are told from what moves behind them', () => {
  const [width, height] = [128, 40];
  const at = { x: 16, y: 10, width: 96, height: 20 };
  const looks = [0, 7, 13, 22, 31].map((shift) => {
    const luma = Uint8Array.from({ length: width * height }, (_, n) => {
      const [x, y] = [n % width, Math.floor(n / width)];
      return isLetter(x, y) ? 235 : 90 + Math.round(40 * Math.sin((x + shift) / 9) * Math.cos(y / 7));
    });
    const grey = { data: new Uint8Array((width * height) / 4).fill(128), width: width / 2, height: height / 2 };
    return { planes: [{ data: luma, width, height }, grey, grey] as never, at };
  });
  const mask = findStrokes(looks, 20)!;
  const inMask = (x: number, y: number) => mask[(y - at.y) * at.width + x - at.x];
  expect([inMask(41, 20), inMask(82, 15), inMask(51, 20), inMask(90, 12)]).toEqual([1, 1, 0, 0]);
});

test('letters go as far as they reach: what is seen between their strokes stays, and their outlines go', () => {
  const [width, height] = [192, 60];
  const at = { x: 16, y: 20, width: 160, height: 20 };
  const maskOf = (outline: number) => {
    const luma = Uint8Array.from({ length: width * height }, (_, n) => {
      const [x, y] = [n % width, Math.floor(n / width)];
      const isLine = y >= 24 && y < 36 && x >= 24 && x < 168;
      // Strokes of two pixels, fourteen apart.
      const away = Math.max(0, Math.abs(((x + 7) % 14) - 6.5) - 0.5);
      const ground = 110 + 30 * Math.sin(x / 5) * Math.cos(y / 4) + ((x * 31 + y * 17) % 7);
      return !isLine || away > outline ? ground : away === 0 ? 235 : 20;
    });
    const grey = { data: new Uint8Array((width * height) / 4).fill(128), width: width / 2, height: height / 2 };
    const mask = findStrokes([{ planes: [{ data: luma, width, height }, grey, grey], at }], 20)!;
    return [86, 90].map((x) => mask[(30 - at.y) * at.width + x - at.x]);
  };
  // A stroke ends at 84, an outline at 86.
  expect({ bare: maskOf(0), outlined: maskOf(2) }).toEqual({ bare: [0, 0], outlined: [1, 0] });
});

test('letters that let the picture through are told over what is dark and over what is nearly as light as they are', () => {
  const [width, height] = [128, 40];
  const at = { x: 16, y: 10, width: 96, height: 20 };
  const luma = Uint8Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [n % width, Math.floor(n / width)];
    const ground = (x < 64 ? 40 : 200) + ((x * 7 + y * 3) % 5);
    return isLetter(x, y) ? 0.7 * 235 + 0.3 * ground : ground;
  });
  const grey = { data: new Uint8Array((width * height) / 4).fill(128), width: width / 2, height: height / 2 };
  const mask = findStrokes([{ planes: [{ data: luma, width, height }, grey, grey], at }], 20)!;
  const inMask = (x: number, y: number) => mask[(y - at.y) * at.width + x - at.x];
  expect([inMask(41, 20), inMask(82, 15), inMask(51, 20), inMask(90, 12)]).toEqual([1, 1, 0, 0]);
});

test('letters are told from stripes that stand out as much and go on beside them', () => {
  const [width, height] = [128, 60];
  const at = { x: 16, y: 20, width: 96, height: 20 };
  const luma = Uint8Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [n % width, Math.floor(n / width)];
    return isLetter(x, y - 10) ? 200 : x % 20 >= 10 && x % 20 < 13 ? 210 : 40;
  });
  const half = { width: width / 2, height: height / 2 };
  const grey = { data: new Uint8Array(half.width * half.height).fill(128), ...half };
  const blue = grey.data.map((_, n) =>
    isLetter((n % half.width) * 2, Math.floor(n / half.width) * 2 - 10) ? 20 : 128,
  );
  const planes: Look['planes'] = [{ data: luma, width, height }, { data: blue, ...half }, grey];
  const mask = findStrokes([{ planes, at }], 20)!;
  const inMask = (x: number, y: number) => mask[(y - at.y) * at.width + x - at.x];
  expect([inMask(41, 30), inMask(81, 25), inMask(31, 30), inMask(91, 28)]).toEqual([1, 1, 0, 0]);
});

test('a crop keeps the shape of the picture and shows none of the boxes; a mark moves between its places', () => {
  const corner = { x: 0.8, y: 0.02, width: 0.18, height: 0.06 };
  const kept = cropAround([corner])!;
  expect(kept.width).toBeCloseTo(kept.height);
  expect(kept.y >= corner.y + corner.height - 1e-9 || kept.x + kept.width <= corner.x + 1e-9).toBe(true);
  expect(kept.width).toBeGreaterThan(0.9);
  expect(cropAround([{ x: 0.4, y: 0.4, width: 0.2, height: 0.2 }])).toBeNull();
  const keys: Mark['keys'] = [
    { seconds: 0, box: corner },
    { seconds: 2, box: { ...corner, x: 0.4 } },
  ];
  expect(boxAt({ keys }, 1).x).toBeCloseTo(0.6);
});
