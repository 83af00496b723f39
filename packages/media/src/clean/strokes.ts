import { findLetters } from '#clean/letters.ts';
import type { Rect } from '#clean/mark.ts';

/** One byte a pixel, row by row. */
export type Plane = { data: Uint8Array; width: number; height: number };

/** How much a pixel must stand out from what is around it, and how much of what stands out most. */
const LEAST = { luma: 14, chroma: 9 };
const SHARE = 0.3;
/** Letters stay where they are while the picture behind them moves: most of the looks must agree. */
const AGREED = 0.6;
/** Letters are no more than so much of a line. */
const FULL = 0.85;
/** Text is of a few colours, of which each is so much of what stands out here alone, and all so much of it and of the box. */
const COLOURS = 3;
const COLOUR_SHARE = 0.12;
const COLOURS_SHARE = 0.45;
const BODY_SHARE = 0.03;
/** Colours so near are the same: light, and the two others. */
const NEAR = [26, 14, 14] as const;
const BIN = 16;

/**
 * Of letters one can see through: how far they go towards white at least, which of them are surely so and which are still so,
 * how much the ground under them differs, how well their light follows it, and how much of it comes through.
 */
const VEIL = { least: 0.3, body: 0.85, half: 0.5, ground: 15, alike: 0.7, through: 0.12, white: 238 };

/** A frame, and where in it the line stands. */
export type Look = { planes: [Plane, Plane, Plane]; at: Rect };

/**
 * The letters of a line as a mask of its box: what stands out from a strip as wide as a stroke, darker or lighter or of
 * another colour, in most of the looks, and is of the colours that letters have here, or beside them as outlines and shadows
 * are. Soft edges and the smear of codecs belong to it. Null where nearly all of the box would be letters: then the box goes
 * as a whole.
 */
export function findStrokes(looks: Look[], height: number): Uint8Array | null {
  const [first] = looks;
  if (!first) return null;
  const { width, height: rows } = first.at;
  const reach = Math.max(3, Math.round(height * 0.16));
  const standings = looks.map((look) => standingOf(look, reach));
  const needed = Math.max(1, Math.ceil(looks.length * AGREED));
  const agreed = (masks: Uint8Array[]) => {
    const votes = new Uint16Array(width * rows);
    for (const mask of masks) for (let n = 0; n < votes.length; n += 1) votes[n]! += mask[n]!;
    return Uint8Array.from(votes, (count) => (count >= needed ? 1 : 0));
  };
  const veil = findVeil(looks, reach);
  const tight = findLetters(looks, { reach, height, agreed, veil });
  if (tight) return tight;
  const stands = agreed(standings);
  const bodies = agreed(findBodies(looks, stands));
  const by = Math.min(8, Math.max(3, Math.round(height * 0.07)));
  const near = widen(bodies, width, rows, Math.max(2, Math.round(height * 0.05)));
  const letters = bodies.includes(1) ? stands.map((value, n) => value & near[n]!) : stands;
  const mask = widen(
    letters.map((value, n) => value | bodies[n]! | (veil?.[n] ?? 0)),
    width,
    rows,
    by,
  );
  let count = 0;
  for (const value of mask) count += value;
  return count > FULL * mask.length || count === 0 ? null : mask;
}

/**
 * Letters that let the picture through have no colour of their own, and hardly stand out from what is as light as they are:
 * white ones over a white table stayed while those over the floor went. What they have in common is how far they go from
 * the ground towards white. Null where that is not even, or where the ground does not show through.
 */
function findVeil(looks: Look[], reach: number): Uint8Array | null {
  const grounds = looks.map((look) => groundOf(look, reach));
  const { width, height } = looks[0]!.at;
  const common = Float32Array.from({ length: width * height }, (_, n) => {
    return grounds.map(({ shares }) => shares[n]!).toSorted((a, b) => a - b)[grounds.length >> 1]!;
  });
  const sorted = common.toSorted();
  const strong = sorted[Math.floor(0.95 * (sorted.length - 1))]!;
  if (strong < VEIL.least) return null;
  // Over its body the light is so much of the ground's: none of it where letters are opaque.
  let [count, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (const { ground, light } of grounds) {
    for (let n = 0; n < common.length; n += 1) {
      if (common[n]! < VEIL.body * strong) continue;
      const [a, b] = [ground[n]!, light[n]!];
      count += 1;
      x += a;
      y += b;
      xx += a * a;
      xy += a * b;
      yy += b * b;
    }
  }
  const [varX, varY, both] = [
    xx / count - (x / count) ** 2,
    yy / count - (y / count) ** 2,
    xy / count - (x * y) / count ** 2,
  ];
  if (varX < VEIL.ground ** 2 || both < VEIL.alike * Math.sqrt(varX * varY) || both < VEIL.through * varX) return null;
  return Uint8Array.from(common, (share) => (share >= VEIL.half * strong ? 1 : 0));
}

/** What lies under bright strokes, how light they are, and how far they go from there towards white, as a share of the way. */
function groundOf({ planes: [luma], at }: Look, reach: number) {
  const { width, height, data, left, top } = grownCopy(luma, at, 2 * reach);
  const opened = extreme(extreme(data, width, height, reach, 'least'), width, height, reach, 'greatest');
  const [ground, light] = [new Uint8Array(at.width * at.height), new Uint8Array(at.width * at.height)];
  each({ x: left, y: top, width: at.width, height: at.height }, (x, y, n) => {
    ground[n] = opened[y * width + x]!;
    light[n] = data[y * width + x]!;
  });
  const shares = Float32Array.from(light, (value, n) => (value - ground[n]!) / Math.max(20, VEIL.white - ground[n]!));
  return { ground, light, shares };
}

function standingOf({ planes, at }: Look, reach: number): Uint8Array {
  const [luma, ...chroma] = planes;
  const stands = standing(luma, at, reach, LEAST.luma);
  const coloured = chroma.map((plane) => {
    const half = { x: at.x / 2, y: at.y / 2, width: at.width / 2, height: at.height / 2 };
    return standing(plane, half, Math.max(2, reach >> 1), LEAST.chroma);
  });
  return stands.map((value, n) => {
    const half = ((n / at.width) >> 1) * (at.width >> 1) + ((n % at.width) >> 1);
    return value || coloured.some((plane) => plane[half]) ? 1 : 0;
  });
}

/**
 * The pixels of the colours that are of the letters, in each look; none where no colours are so common. They stand out here
 * and are rarer above and below: a shirt with words on it stands out as much as those laid over it, but goes on beside them.
 */
function findBodies(looks: Look[], stands: Uint8Array): Uint8Array[] {
  const none = looks.map(({ at }) => new Uint8Array(at.width * at.height));
  const bins = new Map<number, Bin>();
  const area = looks.length * stands.length;
  let around = 0;
  for (const { planes, at } of looks) {
    const colourAt = coloursOf(planes);
    each(at, (x, y, n) => {
      const colour = colourAt(x, y);
      const bin = binOf(bins, colour);
      bin.inside += 1;
      if (!stands[n]) return;
      bin.count += 1;
      for (let c = 0; c < 3; c += 1) bin.sums[c]! += colour[c]!;
    });
    for (const ring of ringOf(at, planes[0])) {
      around += ring.width * ring.height;
      each(ring, (x, y) => {
        binOf(bins, colourAt(x, y)).outside += 1;
      });
    }
  }
  for (const bin of bins.values()) {
    const usual = around > 0 ? (bin.outside * area) / around : 0;
    bin.weight = bin.count * Math.max(0, 1 - usual / Math.max(1, bin.inside));
  }
  const centres = chooseColours(
    [...bins.values()].filter(({ weight }) => weight > 0),
    area,
  );
  if (centres.length === 0) return none;
  return looks.map(({ planes, at }, n) => {
    const colourAt = coloursOf(planes);
    const own = none[n]!;
    each(at, (x, y, to) => {
      if (stands[to] && centres.some((centre) => isNear(colourAt(x, y), centre))) own[to] = 1;
    });
    return own;
  });
}

type Bin = { count: number; inside: number; outside: number; weight: number; sums: [number, number, number] };

function binOf(bins: Map<number, Bin>, colour: readonly number[]): Bin {
  const key = colour.reduce((sum, value) => sum * 64 + Math.floor(value / BIN), 0);
  const known = bins.get(key) ?? { count: 0, inside: 0, outside: 0, weight: 0, sums: [0, 0, 0] };
  bins.set(key, known);
  return known;
}

function chooseColours(bins: Bin[], area: number): [number, number, number][] {
  const mean = ({ sums, count }: Bin) => sums.map((sum) => sum / count) as [number, number, number];
  const all = bins.reduce((sum, { weight }) => sum + weight, 0);
  const chosen: [number, number, number][] = [];
  let left = bins.toSorted((one, other) => other.weight - one.weight);
  let held = 0;
  while (chosen.length < COLOURS && left[0]) {
    const centre = mean(left[0]);
    const own = left.filter((bin) => isNear(mean(bin), centre));
    const weight = own.reduce((sum, bin) => sum + bin.weight, 0);
    if (weight < COLOUR_SHARE * all) break;
    left = left.filter((bin) => !own.includes(bin));
    chosen.push(centre);
    held += weight;
  }
  return held < COLOURS_SHARE * all || held < BODY_SHARE * area ? [] : chosen;
}

/** As much above and below as a line is high, as far as the picture goes. */
export function ringOf({ x, y, width, height }: Rect, plane: Plane): Rect[] {
  const top = Math.max(0, y - height);
  const bottom = Math.min(plane.height, y + 2 * height);
  return [
    { x, y: top, width, height: y - top },
    { x, y: y + height, width, height: Math.max(0, bottom - y - height) },
  ];
}

export function each({ x: left, y: top, width, height }: Rect, visit: (x: number, y: number, n: number) => void): void {
  for (let n = 0; n < width * height; n += 1) visit(left + (n % width), top + Math.floor(n / width), n);
}

export function coloursOf([luma, u, v]: Look['planes']): (x: number, y: number) => [number, number, number] {
  return (x, y) => {
    const half = (y >> 1) * u.width + (x >> 1);
    return [luma.data[y * luma.width + x]!, u.data[half]!, v.data[half]!];
  };
}

function isNear(colour: readonly number[], centre: readonly number[]): boolean {
  return colour.every((value, c) => Math.abs(value - centre[c]!) <= NEAR[c]!);
}

/** Which pixels of a part of a plane stand out from their surroundings, lighter or darker. */
function standing(plane: Plane, at: Rect, reach: number, least: number): Uint8Array {
  const part = grownCopy(plane, at, 2 * reach);
  const { width, height, data, left, top } = part;
  const opened = extreme(extreme(data, width, height, reach, 'least'), width, height, reach, 'greatest');
  const closed = extreme(extreme(data, width, height, reach, 'greatest'), width, height, reach, 'least');
  const heights = new Uint8Array(at.width * at.height);
  for (let y = 0; y < at.height; y += 1) {
    for (let x = 0; x < at.width; x += 1) {
      const from = (y + top) * width + x + left;
      heights[y * at.width + x] = Math.max(data[from]! - opened[from]!, closed[from]! - data[from]!);
    }
  }
  const threshold = Math.max(least, SHARE * percentile(heights, 0.97));
  return heights.map((value) => (value >= threshold ? 1 : 0));
}

export function percentile(values: Uint8Array, share: number): number {
  const levels = new Uint32Array(256);
  for (const value of values) levels[value]! += 1;
  let left = values.length * share;
  let level = 0;
  while (level < 255 && (left -= levels[level]!) > 0) level += 1;
  return level;
}

/** A part with what is around it, as far as the picture goes. */
export function grownCopy(plane: Plane, at: Rect, by: number) {
  const [x, y] = [Math.max(0, at.x - by), Math.max(0, at.y - by)];
  const width = Math.min(plane.width, at.x + at.width + by) - x;
  const height = Math.min(plane.height, at.y + at.height + by) - y;
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * plane.width + x;
    data.set(plane.data.subarray(from, from + width), row * width);
  }
  return { data, width, height, left: at.x - x, top: at.y - y };
}

/** The least or greatest value around each pixel, along rows and then along columns. */
export function extreme(data: Uint8Array, width: number, height: number, reach: number, which: Which): Uint8Array {
  const span = 2 * reach + 1;
  const nothing = which === 'least' ? 255 : 0;
  const wide = width + 2 * reach;
  const rows = new Uint8Array(wide * height).fill(nothing);
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * width, (y + 1) * width), y * wide + reach);
  slide(rows, span, 1, which);
  const both = new Uint8Array(width * (height + 2 * reach)).fill(nothing);
  for (let y = 0; y < height; y += 1) both.set(rows.subarray(y * wide, y * wide + width), (y + reach) * width);
  slide(both, span, width, which);
  return both.subarray(0, width * height);
}

export type Which = 'least' | 'greatest';

/** Each value becomes the extreme of so many from it on, `step` apart: of one, two, four …, and of two such that overlap. */
function slide(values: Uint8Array, span: number, step: number, which: Which): void {
  let length = 1;
  for (; 2 * length <= span; length *= 2) join(values, length * step, which);
  if (length < span) join(values, (span - length) * step, which);
}

function join(values: Uint8Array, away: number, which: Which): void {
  const end = values.length - away;
  if (which === 'least') {
    for (let n = 0; n < end; n += 1) values[n] = Math.min(values[n]!, values[n + away]!);
  } else {
    for (let n = 0; n < end; n += 1) values[n] = Math.max(values[n]!, values[n + away]!);
  }
}

/** A mask with so many pixels more on every side. */
export function widen(mask: Uint8Array, width: number, height: number, by: number): Uint8Array {
  return extreme(mask, width, height, by, 'greatest');
}
