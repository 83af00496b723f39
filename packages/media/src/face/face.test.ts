import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cutAround, pointsOutOf, readPart, squareIn, writePart } from '#face/pixels.ts';
import { NET_POINTS, OVAL, type Points } from '#face/points.ts';
import { differenceOf, meshOf, movedTowards, poseBetween } from '#face/shape.ts';
import { type Looked, SKIN_EVERY, skinsOf } from '#face/skins.ts';
import { quartersOf, standUp } from '#face/stand-up.ts';
import { swapFilm } from '#face/swap-film.ts';
import { locateFfmpeg } from '#ffmpeg/locate.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';
import { aigcLabel } from '#labels/aigc.ts';
import { testFolder } from '#testing/folder.ts';

/** Points all around a nose, the deeper the further away. */
function ringsOf(middle: { x: number; y: number }, size: number, depth = 0): Points {
  const points = new Float32Array((NET_POINTS + 10) * 3);
  for (let n = 0; n < NET_POINTS; n += 1) {
    const [far, angle] = [Math.sqrt(n / NET_POINTS), n * 2.4];
    points[n * 3] = middle.x + size * far * Math.cos(angle);
    points[n * 3 + 1] = middle.y + size * far * Math.sin(angle);
    points[n * 3 + 2] = depth * size * far * far;
  }
  return points;
}

test('the turn between two faces is found, and a face is moved towards the shape of another but for its outline', () => {
  const own = ringsOf({ x: 0, y: 0 }, 100, 1);
  const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
  const turned = own.map((_, n) => {
    const at = n - (n % 3);
    const [x, y, z] = [own[at]!, own[at + 1]!, own[at + 2]!];
    return 2 * [cos * x + sin * z, y, -sin * x + cos * z][n % 3]! + 30;
  });
  const { turn, scale } = poseBetween(own, turned);
  expect(scale).toBeCloseTo(2, 3);
  const expected = [cos, 0, sin, 0, 1, 0, -sin, 0, cos];
  for (const [n, value] of expected.entries()) expect(turn[n]).toBeCloseTo(value, 3);

  const triangles = Uint16Array.from([10, 338, 20, 338, 297, 20, 20, 21, 22, 21, 22, 23, 22, 23, 24, 23, 24, 25]);
  const mesh = meshOf(triangles);
  // Whoever is in the film has a mouth that is lower by 8: it goes half of the way, nothing else does.
  const lower = own.map((value, n) => value + (n % 3 === 1 && n >= 20 * 3 && n < 26 * 3 ? 8 : 0));
  const moved = movedTowards(lower, own, differenceOf(own, [lower], mesh), 0.5, mesh);
  const shift = (p: number) => moved[p * 3 + 1]! - lower[p * 3 + 1]!;
  expect(shift(24)).toBeLessThan(-2.5);
  expect(shift(24)).toBeGreaterThan(-4.5);
  expect(shift(200)).toBeCloseTo(0, 3);
  for (const p of OVAL) expect(shift(p)).toBe(0);
});

test('a smile of the picture is no shape: a mouth that says something else in the film keeps its own', () => {
  const own = ringsOf({ x: 0, y: 0 }, 100, 1);
  const [left, right] = [61, 291];
  // Whoever is in the film has closed lips and a narrower mouth; that of the picture is open by so many pixels.
  const opened = (by: number) => {
    const made = Float32Array.from(own);
    const eyes = Math.hypot(...[0, 1, 2].map((axis) => own[33 * 3 + axis]! - own[263 * 3 + axis]!));
    made.set([0, 60, 0], 13 * 3);
    made.set([0, 60 + by * eyes, 0], 14 * 3);
    made.set([-30 - by * eyes, 60, 0], left * 3);
    made.set([30 + by * eyes, 60, 0], right * 3);
    return made;
  };
  const film = opened(0);
  const mesh = meshOf(Uint16Array.from([13, left, 78, 14, right, 308]));
  const widened = (picture: Points) => {
    const moved = movedTowards(film, picture, differenceOf(picture, [film], mesh), 1, mesh);
    return moved[right * 3]! - moved[left * 3]! - (film[right * 3]! - film[left * 3]!);
  };
  expect(widened(opened(0.02))).toBeGreaterThan(1);
  expect(Math.abs(widened(opened(0.2)))).toBeLessThan(1);
});

test('skin is told in few frames, and in more where something moves before the face', async () => {
  const frames = Array.from({ length: 21 }, (): Looked => ({ points: ringsOf({ x: 50, y: 50 }, 30), skin: null }));
  const asked: number[] = [];
  const tell = async (n: number) => {
    asked.push(n);
    // A hand that is there from the frame 14 on.
    return new Uint8Array(64 * 64).fill(n < 14 ? 200 : 40);
  };
  await skinsOf(frames, SKIN_EVERY.film, tell, () => {});
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, 5, 10, 12, 15, 20]);
  expect(frames.map(({ skin }) => skin?.data[0])).toEqual(
    Array.from({ length: 21 }, (_, n) => [200, 146, 93, 40][Math.min(3, Math.max(0, n - 12))]),
  );
});

test('what models see is cut small out of a frame, and only what has changed is written back', () => {
  const size = { width: 1024, height: 1024 };
  const raw = new Uint8Array(size.width * size.height * 1.5).fill(128);
  raw.fill(235, 512 * size.width, 512 * size.width + 512 * 512);
  const frame = { raw, size, colours: { isHd: true, isFull: false } };
  const square = { x: 512, y: 512, side: 800, turn: 0 };
  const cut = cutAround(frame, square);
  expect([cut.by, cut.picture.width]).toEqual([3, 270]);
  const { x, y } = squareIn(cut, square);
  expect([...pointsOutOf(cut, Float32Array.from([x, y, 1]))]).toEqual([512, 512, 3]);
  const before = raw.slice();
  const part = { x: 100, y: 200, width: 40, height: 20 };
  const changed = new Uint8Array(40 * 20);
  changed[5 * 40 + 7] = 1;
  const rgb = readPart(frame, part);
  rgb.data.fill(255);
  writePart(frame, part, rgb, changed);
  const other = raw.keys().filter((n) => raw[n] !== before[n]);
  expect([...other]).toEqual([205 * size.width + 107]);
});

test('what was judged before an attempt broke off is counted by the next one', async () => {
  const folder = testFolder();
  const tools = await locateFfmpeg();
  const path = join(folder, 'film.mp4');
  await runFfmpeg(tools, [['-f', 'lavfi', '-i', 'testsrc=s=96x72:r=3:d=8', '-pix_fmt', 'yuv420p', path]]);
  const facts = await probe(tools, path);
  const points = ringsOf({ x: 48, y: 36 }, 20);
  const picture = { data: new Uint8Array(96 * 72 * 3).fill(90), width: 96, height: 72 };
  const boxes = [{ seconds: 0, box: { x: 0.3, y: 0.25, width: 0.4, height: 0.5 } }];
  const look = { strength: 1, mask: 'face' as const, fit: 1, enhance: 'none' as const };
  const swapping = {
    source: { path, facts },
    faces: [{ portraits: [{ picture, points, skin: null }], look, tracks: [{ start: 0, end: 8, boxes }] }],
    net: { points: ringsOf({ x: 0, y: 0 }, 1), triangles: Uint16Array.from([10, 20, 30, 40, 50, 60]) },
    cuts: [],
    part: null,
    quality: 'fast' as const,
    side: 60,
    label: aigcLabel({ producer: 'test', contentId: 'test' }),
    folder: join(folder, 'work'),
    out: join(folder, 'out.mp4'),
  };
  let judged = 0;
  const run = (most: number) =>
    swapFilm(tools, swapping, {
      signal: new AbortController().signal,
      follow: async ({ near }) => ({ points: ringsOf(near, near.side / 3), presence: 1 }),
      skin: async ({ square }) => ({ square, data: new Uint8Array(4) }),
      async judge() {
        if (judged === most) throw new Error('gone');
        judged += 1;
        return { to_new: 0.5, to_old: 0.25, was_new: 0 };
      },
    });
  await expect(run(5)).rejects.toThrow('gone');
  const first = judged;
  const [all] = await run(Infinity);
  // The first segment is not made again, and what it was like is not forgotten.
  expect(all).toMatchObject({ frames: 24, lost: 0 });
  expect(all!.judged).toBeGreaterThan(judged - first);
  expect(all!.to_new / all!.judged).toBeCloseTo(0.5);
  expect((await probe(tools, swapping.out)).video).toMatchObject({ width: 80, height: 60 });
});

test('a head that lies is stood up to be judged, with the place where it is', () => {
  const picture = { data: Uint8Array.from({ length: 3 * 2 * 3 }, (_, n) => n), width: 3, height: 2 };
  // Its eyes are one below the other, that on the left of it above.
  const lying = { x: 2.5, y: 0.5, side: 1, turn: Math.PI / 2 };
  expect([quartersOf(lying), quartersOf({ ...lying, turn: -0.7 }), quartersOf({ ...lying, turn: -1.6 })]).toEqual([
    1, 0, 3,
  ]);
  const { picture: stood, square } = standUp(picture, lying, 1);
  expect([stood.width, stood.height, square.x, square.y, square.turn]).toEqual([2, 3, 0.5, 0.5, 0]);
  expect([...stood.data.subarray(0, 6)]).toEqual([6, 7, 8, 15, 16, 17]);
  expect(standUp(stood, square, 3).picture).toEqual(picture);
});
