import type { Rect } from '#clean/mark.ts';
import { evenOut } from '#clean/pixels.ts';
import {
  coloursOf,
  each,
  extreme,
  grownCopy,
  type Look,
  percentile,
  type Plane,
  ringOf,
  widen,
} from '#clean/strokes.ts';

/** How much letters stand out from the strip around them at least, and how much of what stands out most. */
const STANDS = { least: 14, share: 0.3 };
/** Letters are of one colour: so much of what stands out here and is rarer above and below is of it. */
const CONCENTRATED = 0.12;
/** With an outline, what stands out the other way is of one colour, too. */
const OUTLINED = 0.3;
/** Letters are so much of their box, at least. */
const BODY_SHARE = 0.02;
const BIN = 16;
/** Colours so near are the same: light, and the two others. */
const NEAR = [26, 14, 14] as const;
/** Where strokes are thin, a pixel is a mix: so far from the ground to the colour, and no farther from it than this. */
const MIXED = { way: 0.45, light: 70, colour: 16, share: 0.75 };
/** A colour is rare that stands here twice as often as above and below. */
const RARE = 0.5;
/** So far around letters it is looked whether something of them is there, in heights of a line. */
const FARTHEST = 0.12;
/** What large letters have more around them, in heights of a line: a shadow on one side of them is missed on average. */
const SPARE = 0.03;
/** A line is looked at in so many parts: what is true of nearly all of them is of the letters, not of the picture. */
const PARTS = 8;
/** By how much light or colour is off on average, and how sure that is: a little on plain ground, more on a busy one. */
const OFF = [
  { by: 5, sure: 3 },
  { by: 3, sure: 6 },
];

type Side = {
  sign: 1 | -1;
  share: number;
  score: number;
  /** Of each look, its pixels. */
  seeds: Uint8Array[];
  /** Of each look, those of them whose colour is rare around. */
  rare: Uint8Array[];
};
type Agree = (masks: Uint8Array[]) => Uint8Array;

/**
 * The letters of a line as a mask of its box, as tight as can be: pixels of their colour that stand out the way they do, and as
 * much around them as they reach with outlines, shadows and the smear of codecs. How far that is, is measured: what belongs
 * to letters is off the ground all along the line. `veil`: those one can see through. Null where they are of no one colour.
 */
export function findLetters(
  looks: Look[],
  { reach, height, agreed, veil }: { reach: number; height: number; agreed: Agree; veil: Uint8Array | null },
): Uint8Array | null {
  const [first] = looks;
  if (!first) return null;
  const { width, height: rows } = first.at;
  if (veil) {
    const light = sideOf(looks, reach, 1);
    const body = light ? agreed(light.seeds).map((value, n) => value | veil[n]!) : veil;
    return widen(body, width, rows, reachOf(looks, body, height));
  }
  const sides = ([1, -1] as const).flatMap((sign) => sideOf(looks, reach, sign) ?? []);
  const told = sides.map((side) => ({ side, body: agreed(side.seeds) }));
  const isOutlined = told.length === 2 && told.every(({ side }) => side.share >= OUTLINED);
  // Of letters and their outline, the one that is even around is the one to begin with.
  const [best, other] = isOutlined
    ? told.toSorted((one, two) => unrest(looks, one.body) - unrest(looks, two.body))
    : told.toSorted((one, two) => two.side.score - one.side.score);
  if (!best || best.side.share < CONCENTRATED || countOf(best.body) < BODY_SHARE * width * rows) return null;
  const mask = widen(best.body, width, rows, Math.max(isOutlined ? 2 : 1, reachOf(looks, best.body, height)));
  if (!isOutlined || !other) return mask;
  // What is left of the other one close by would be seen.
  const near = widen(mask, width, rows, 2);
  const rest = agreed(other.side.rare).map((value, n) => (value && near[n] && !mask[n] ? 1 : 0));
  return widen(rest, width, rows, 1).map((value, n) => value | mask[n]!);
}

/** What stands out lighter than its surroundings, or darker, and is of the colour most of that has. */
function sideOf(looks: Look[], reach: number, sign: 1 | -1): Side | null {
  const hats = looks.map((look) => hatOf(look, reach, sign));
  const bins = new Map<number, { count: number; outside: number; sums: [number, number, number] }>();
  const binOf = (colour: readonly number[]) => {
    const key = keyOf(colour);
    const known = bins.get(key) ?? { count: 0, outside: 0, sums: [0, 0, 0] };
    bins.set(key, known);
    return known;
  };
  let [all, around] = [0, 0];
  const middle = [0, 1, 2].map(() => new Uint32Array(256));
  for (const [n, { planes, at }] of looks.entries()) {
    const colourAt = coloursOf(planes);
    each(at, (x, y, to) => {
      if (!hats[n]!.stands[to]) return;
      const colour = colourAt(x, y);
      const bin = binOf(colour);
      bin.count += 1;
      for (let c = 0; c < 3; c += 1) bin.sums[c]! += colour[c]!;
      all += 1;
    });
    for (const ring of ringOf(at, planes[0])) {
      each(ring, (x, y) => {
        const colour = colourAt(x, y);
        for (let c = 0; c < 3; c += 1) middle[c]![colour[c]!]! += 1;
        binOf(colour).outside += 1;
        around += 1;
      });
    }
  }
  if (all === 0) return null;
  const area = looks.reduce((sum, { at }) => sum + at.width * at.height, 0);
  const means = [...bins.values()].flatMap(({ count, outside, sums }) => {
    const usual = around > 0 ? (outside * area) / around : 0;
    return count === 0 ? [] : [{ count, weight: Math.max(0, count - usual), colour: sums.map((sum) => sum / count) }];
  });
  const weigh = (centre: number[]) =>
    means.reduce((sum, { weight, colour }) => sum + (isNear(colour, centre) ? weight : 0), 0);
  const [best] = means
    .map(({ colour }) => ({ colour, weight: weigh(colour) }))
    .toSorted((one, two) => two.weight - one.weight);
  if (!best || best.weight === 0) return null;
  const centre = middleOf(looks, hats, best.colour);
  const ground = middle.map((levels) => medianOf(levels));
  const apart = Math.max(MIXED.colour, MIXED.share * Math.hypot(ground[1]! - centre[1]!, ground[2]! - centre[2]!));
  const isRare = (colour: readonly number[]) => {
    const bin = bins.get(keyOf(colour));
    return bin !== undefined && around > 0 && (bin.outside * area) / around <= RARE * bin.count;
  };
  const seeds = looks.map(({ planes, at }, n) => {
    const colourAt = coloursOf(planes);
    const own = new Uint8Array(at.width * at.height);
    each(at, (x, y, to) => {
      if (!hats[n]!.stands[to]) return;
      const [light, u, v] = colourAt(x, y);
      const from = hats[n]!.ground[to]!;
      const whole = sign * Math.max(20, sign * (centre[0]! - from));
      const isMixed = (light - from) / whole >= MIXED.way && Math.abs(light - centre[0]!) <= MIXED.light;
      if (isMixed && Math.hypot(u - centre[1]!, v - centre[2]!) <= apart) own[to] = 1;
    });
    return own;
  });
  const rare = looks.map(({ planes, at }, n) => {
    const colourAt = coloursOf(planes);
    const own = Uint8Array.from(seeds[n]!);
    each(at, (x, y, to) => {
      if (own[to] && !isRare(colourAt(x, y))) own[to] = 0;
    });
    return own;
  });
  return { sign, share: best.weight / all, score: best.weight ** 2 / all, seeds, rare };
}

/** Which pixels of a box stand out one way, and the ground they stand out from. */
function hatOf({ planes: [luma], at }: Look, reach: number, sign: 1 | -1) {
  const { width, height, data, left, top } = grownCopy(luma, at, 2 * reach);
  const [one, two] = sign > 0 ? (['least', 'greatest'] as const) : (['greatest', 'least'] as const);
  const opened = extreme(extreme(data, width, height, reach, one), width, height, reach, two);
  const [ground, heights] = [new Uint8Array(at.width * at.height), new Uint8Array(at.width * at.height)];
  each({ x: left, y: top, width: at.width, height: at.height }, (x, y, n) => {
    ground[n] = opened[y * width + x]!;
    heights[n] = sign * (data[y * width + x]! - ground[n]);
  });
  const threshold = Math.max(STANDS.least, STANDS.share * percentile(heights, 0.97));
  return { ground, stands: heights.map((value) => (value >= threshold ? 1 : 0)) };
}

/** The colour in the middle of all that are near one. */
function middleOf(looks: Look[], hats: { stands: Uint8Array }[], near: number[]): number[] {
  const levels = [0, 1, 2].map(() => new Uint32Array(256));
  for (const [n, { planes, at }] of looks.entries()) {
    const colourAt = coloursOf(planes);
    each(at, (x, y, to) => {
      const colour = colourAt(x, y);
      if (!hats[n]!.stands[to] || !isNear(colour, near)) return;
      for (let c = 0; c < 3; c += 1) levels[c]![colour[c]!]! += 1;
    });
  }
  return levels.map((one) => medianOf(one));
}

/** How much light differs two pixels away from some: an outline is even all around letters. */
function unrest(looks: Look[], body: Uint8Array): number {
  const { planes, at } = looks[0]!;
  const [near, far] = [1, 2].map((by) => widen(body, at.width, at.height, by)) as [Uint8Array, Uint8Array];
  let [count, sum, squares] = [0, 0, 0];
  each(at, (x, y, n) => {
    if (!far[n] || near[n]) return;
    const light = planes[0].data[y * planes[0].width + x]!;
    count += 1;
    sum += light;
    squares += light * light;
  });
  return count === 0 ? Infinity : squares / count - (sum / count) ** 2;
}

/** How many pixels around its body a line reaches. */
function reachOf(looks: Look[], body: Uint8Array, height: number): number {
  const { width, height: rows } = looks[0]!.at;
  const most = Math.min(12, Math.max(6, Math.round(FARTHEST * height)));
  // Ring by ring: 0 is the body.
  const rings = new Uint8Array(body.length).fill(255);
  let grown = body;
  for (let ring = 0; ring <= most; ring += 1) {
    for (let n = 0; n < rings.length; n += 1) if (rings[n] === 255 && grown[n]) rings[n] = ring;
    grown = widen(grown, width, rows, 1);
  }
  const part = partsOf(body, width);
  const sums = [0, 1, 2].map(() => new Float64Array((most + 1) * PARTS));
  const counts = new Uint32Array((most + 1) * PARTS);
  for (const look of looks) {
    const offs = look.planes.map((plane, c) => offGround(plane, look.at, rings, most, c > 0));
    for (let n = 0; n < rings.length; n += 1) {
      if (rings[n]! > most) continue;
      const to = rings[n]! * PARTS + part[n % width]!;
      counts[to]! += 1;
      for (let c = 0; c < 3; c += 1) sums[c]![to]! += offs[c]![n]!;
    }
  }
  const isOff = (ring: number) =>
    sums.some((own) => {
      const means = Array.from({ length: PARTS }, (_, n) => ring * PARTS + n)
        .filter((at) => counts[at]! >= 5)
        .map((at) => own[at]! / counts[at]!);
      if (means.length < 3) return false;
      const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
      const spread = Math.sqrt(means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / means.length);
      const sure = Math.abs(mean) / (spread / Math.sqrt(means.length) + 1e-6);
      return OFF.some((bar) => Math.abs(mean) >= bar.by && sure >= bar.sure);
    });
  // The first ring may be half letters and half outline, which even out.
  let reached = 1;
  while (reached < most && isOff(reached + 1)) reached += 1;
  return reached + Math.floor(SPARE * height);
}

/** How far each pixel of a box is from what is around all rings, laid over it evenly. */
function offGround(plane: Plane, at: Rect, rings: Uint8Array, most: number, isHalf: boolean): Float32Array {
  const by = isHalf ? 2 : 1;
  const box = { x: at.x / by, y: at.y / by, width: at.width / by, height: at.height / by };
  const { width, height, data, left, top } = grownCopy(plane, box, 2);
  const hole = new Uint8Array(width * height);
  each({ x: 0, y: 0, width: at.width, height: at.height }, (x, y, n) => {
    if (rings[n]! <= most) hole[(Math.floor(y / by) + top) * width + Math.floor(x / by) + left] = 1;
  });
  const even = evenOut(data, { width, height }, hole);
  const off = new Float32Array(rings.length);
  each({ x: 0, y: 0, width: at.width, height: at.height }, (x, y, n) => {
    const from = (Math.floor(y / by) + top) * width + Math.floor(x / by) + left;
    off[n] = data[from]! - even[from]!;
  });
  return off;
}

/** Of each column which part of the line it is, each with as many pixels of letters. */
function partsOf(body: Uint8Array, width: number): Uint8Array {
  const columns = new Uint32Array(width);
  for (let n = 0; n < body.length; n += 1) columns[n % width]! += body[n]!;
  const all = countOf(body);
  let before = 0;
  return Uint8Array.from(columns, (count) => {
    const part = Math.min(PARTS - 1, Math.floor((PARTS * before) / Math.max(1, all)));
    before += count;
    return part;
  });
}

function keyOf(colour: readonly number[]): number {
  return colour.reduce((sum, value) => sum * 64 + Math.floor(value / BIN), 0);
}

function isNear(colour: readonly number[], centre: readonly number[]): boolean {
  return colour.every((value, c) => Math.abs(value - centre[c]!) <= NEAR[c]!);
}

function medianOf(levels: Uint32Array): number {
  let left = levels.reduce((sum, count) => sum + count, 0) / 2;
  let level = 0;
  while (level < 255 && (left -= levels[level]!) > 0) level += 1;
  return level;
}

function countOf(mask: Uint8Array): number {
  let sum = 0;
  for (const value of mask) sum += value;
  return sum;
}
