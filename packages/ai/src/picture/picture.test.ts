import { afterAll, expect, test } from 'vitest';
import { createAi } from '#ai.ts';
import { packsDir } from '#packs/packs-dir.ts';
import { openShelf } from '#packs/shelf.ts';
import type { Mask } from '#picture/mask.ts';
import type { RawPicture } from '#vision/sight.ts';

const ai = createAi({ shelf: openShelf({ dir: packsDir(process.env), registry: '' }) });
afterAll(() => ai.close());

const SIZE = { width: 480, height: 360 };
const BALL = { x: 250, y: 190, radius: 90 };

/** A wooden table in the light of a window, drawn by sums of waves. */
function table({ width, height } = SIZE): RawPicture {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const grain = 10 * Math.sin(y / 6 + 2 * Math.sin(x / 70)) + 5 * Math.sin(y / 2.3 + x / 90);
    const light = 60 * (x / width) + grain;
    data.set([150 + light, 110 + 0.8 * light, 70 + 0.6 * light], at * 3);
  }
  return { data, width, height };
}

const isBall = (at: number) =>
  Math.hypot((at % SIZE.width) - BALL.x, Math.floor(at / SIZE.width) - BALL.y) <= BALL.radius;

/** A shiny blue ball lies on it. */
function ballOn(ground: RawPicture): RawPicture {
  const data = Uint8Array.from(ground.data);
  for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
    if (!isBall(at)) continue;
    const [x, y] = [(at % SIZE.width) - BALL.x, Math.floor(at / SIZE.width) - BALL.y];
    const shine = Math.max(0, 1 - Math.hypot(x + 30, y + 35) / 110);
    data.set([20 + 180 * shine ** 3, 60 + 150 * shine ** 2, 120 + 130 * shine], at * 3);
  }
  return { data, ...SIZE };
}

test('a thing is cut out of its background along its edge, in the size of the picture', async () => {
  const mask = await ai.cutOut(ballOn(table()), { subject: 'thing' });
  expect(mask).toMatchObject(SIZE);
  let [both, either, unsure] = [0, 0, 0];
  for (const [at, value] of mask.data.entries()) {
    const isIn = value >= 128;
    if (isIn && isBall(at)) both += 1;
    if (isIn || isBall(at)) either += 1;
    if (value > 25 && value < 230) unsure += 1;
  }
  expect(both / either).toBeGreaterThan(0.96);
  // Half there is the edge alone, about three pixels wide.
  expect(unsure).toBeLessThan(2 * Math.PI * BALL.radius * 6);
});

/** From corner to corner of a picture that is looked at in a smaller copy. */
const LARGE = { width: 1500, height: 1400 };
const isMark = (at: number) => Math.abs((at % LARGE.width) - Math.floor(at / LARGE.width)) < 12;

test('a mark is taken away, what could be behind it is there instead, and nothing else changes', async () => {
  const ground = table(LARGE);
  const hole = Uint8Array.from({ length: LARGE.width * LARGE.height }, (_, at) => (isMark(at) ? 255 : 0));
  const marked = { ...ground, data: ground.data.map((value, at) => (hole[Math.floor(at / 3)] ? 255 : value)) };
  const filled = await ai.fillHole(marked, { data: hole, ...LARGE });
  let [squares, values, changed] = [0, 0, 0];
  for (let at = 0; at < filled.data.length; at += 1) {
    const off = filled.data[at]! - ground.data[at]!;
    if (!hole[Math.floor(at / 3)]) changed += off === 0 ? 0 : 1;
    else {
      squares += off ** 2;
      values += 1;
    }
  }
  expect(changed).toBe(0);
  expect(10 * Math.log10(255 ** 2 / (squares / values))).toBeGreaterThan(22);
});

test('a hole that is not of the picture is refused', async () => {
  const hole: Mask = { data: new Uint8Array(100), width: 10, height: 10 };
  await expect(ai.fillHole(table(), hole)).rejects.toMatchObject({ kind: 'bad-option' });
  await expect(ai.fillHole(table(), { ...hole, width: 11 })).rejects.toMatchObject({ kind: 'bad-option' });
});
