import type { Size } from '#clean/mark.ts';
import { blurred } from '#face/mask.ts';

/** A face in few cells: light and what is missing at the edge change slowly. */
const CELLS = 72;
/** In cells: shadows of a nose are smaller than light from a side. */
const LIGHT_REACH = 25;
const ROUNDS = 24;
const HASTE = 1.75;
/** In cells: so far inside what differs at the edge is half forgotten; the colours of the middle are right by then. */
const DEPTH = 4;
const GAIN = { least: 0.35, most: 2.6 };
/** Of 255: below this a ratio is noise. */
const DARK = 6;

type Sheet = {
  size: Size;
  /** Of the face in pixels. */
  face: number;
  old: Float32Array;
  fresh: Float32Array;
  isDrawn: Uint8Array;
  /** How much of the new face is shown, but for what lies before it. */
  shown: Float32Array;
  /** How much of each pixel is skin in both. */
  skin: Float32Array;
  /** Where brows, eyes and lips are: 1. */
  features: Float32Array;
  /** How far colour and light of the old face are taken over, 0 to 1. */
  fit: number;
};

/** Values that change slowly, one for each square of so many pixels. */
export type Slow = { planes: Float32Array[]; grid: Size; cell: number };

/**
 * Makes a face stand in the light of the place it is put to: the large shades of the old face are laid on it, and what
 * then still differs along its edge is spread over its inside without a step (the membrane of gradient-domain blending).
 * Returned is what each of three colours is multiplied with, and what is then added to each.
 */
export function fitLight(sheet: Sheet): Slow {
  const { size, face, fit } = sheet;
  const cell = Math.max(1, Math.round(face / CELLS));
  const grid = { width: Math.ceil(size.width / cell) + 1, height: Math.ceil(size.height / cell) + 1 };
  const { inside, counted, weight, was, is, lit } = gather(sheet, cell, grid);
  const gains = gainsOf({ was: lit.was, is: lit.is, weight: lit.weight, grid, fit });
  const isOpen = weight.map((value, n) => (value > 0.35 * Math.max(1, counted[n]!) ? 1 : 0));
  const spread = spreadOver(inside, counted, isOpen, grid);
  const added = gains.map((gain, colour) => {
    const edge = gain.map((by, n) => {
      return isOpen[n] ? (was[colour]![n]! - is[colour]![n]! * by) / weight[n]! : 0;
    });
    return membrane(edge, spread);
  });
  return { planes: [...gains, ...added], grid, cell };
}

/** Sums by cell: how much is shown, of how many pixels, of how much skin, and its colours before and after; `lit` of bare skin. */
function gather({ size, old, fresh, isDrawn, shown, skin, features }: Sheet, cell: number, grid: Size) {
  const cells = grid.width * grid.height;
  const [inside, counted, weight] = planes(cells) as [Float32Array, Float32Array, Float32Array];
  const bare = new Float32Array(cells);
  for (let y = 0, n = 0; y < size.height; y += 1) {
    const line = Math.trunc(y / cell) * grid.width;
    for (let x = 0; x < size.width; x += 1, n += 1) {
      const at = line + Math.trunc(x / cell);
      counted[at] = counted[at]! + 1;
      inside[at] = inside[at]! + shown[n]!;
      if (isDrawn[n] === 0) continue;
      const part = skin[n]! * skin[n]! * skin[n]!;
      weight[at] = weight[at]! + part;
      bare[at] = bare[at]! + part * (1 - features[n]!);
    }
  }
  const sums = (colours: Float32Array, isBare: boolean) =>
    [0, 1, 2].map((colour) => {
      const made = new Float32Array(cells);
      for (let y = 0, n = 0; y < size.height; y += 1) {
        const line = Math.trunc(y / cell) * grid.width;
        for (let x = 0; x < size.width; x += 1, n += 1) {
          if (isDrawn[n] === 0) continue;
          const part = skin[n]! * skin[n]! * skin[n]! * (isBare ? 1 - features[n]! : 1);
          const at = line + Math.trunc(x / cell);
          made[at] = made[at]! + part * colours[n * 3 + colour]!;
        }
      }
      return made;
    });
  const lit = { was: sums(old, true), is: sums(fresh, true), weight: bare };
  return { inside, counted, weight, was: sums(old, false), is: sums(fresh, false), lit };
}

type Lit = { was: Float32Array[]; is: Float32Array[]; weight: Float32Array; grid: Size; fit: number };

/** Light changes from place to place, the colour of a skin does not: by place it is told by lightness alone. */
function gainsOf({ was, is, weight, grid, fit }: Lit): Float32Array[] {
  const all = total(weight);
  if (all < 1) return planes(weight.length).map((plane) => plane.fill(1));
  const tint = was.map((plane, colour) => bound((total(plane) / all + DARK) / (total(is[colour]!) / all + DARK)));
  const light = (of: Float32Array[], by: number[]) => {
    const sum = of[0]!.map(
      (_, n) => 0.3 * of[0]![n]! * by[0]! + 0.59 * of[1]![n]! * by[1]! + 0.11 * of[2]![n]! * by[2]!,
    );
    return blurred(sum, grid, LIGHT_REACH);
  };
  const [before, after, wide] = [light(was, [1, 1, 1]), light(is, tint), blurred(weight, grid, LIGHT_REACH)];
  const shade = before.map((value, n) => {
    return wide[n]! < 0.02 ? 1 : (value / wide[n]! + DARK) / (after[n]! / wide[n]! + DARK);
  });
  return tint.map((by) => shade.map((ratio) => 1 + fit * (bound(by * ratio) - 1)));
}

function total(plane: Float32Array): number {
  return plane.reduce((sum, value) => sum + value, 0);
}

function bound(ratio: number): number {
  return Math.min(GAIN.most, Math.max(GAIN.least, ratio));
}

function planes(cells: number): Float32Array[] {
  return [new Float32Array(cells), new Float32Array(cells), new Float32Array(cells)];
}

/** What is given where nothing is shown, spread smoothly over where something is, and fading inwards. */
function membrane(edge: Float32Array, { free, near, counts }: Spread): Float32Array {
  // One more at the end: what is beyond the sheet, or says nothing, is 0 and not counted.
  const made = new Float32Array(edge.length + 1);
  made.set(edge);
  for (const n of free) made[n] = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let k = 0; k < free.length; k += 1) {
      const n = free[k]!;
      const sum = made[near[k * 4]!]! + made[near[k * 4 + 1]!]! + made[near[k * 4 + 2]!]! + made[near[k * 4 + 3]!]!;
      made[n] = made[n]! + HASTE * (sum * counts[k]! - made[n]!);
    }
  }
  return made.subarray(0, edge.length);
}

/** The cells that are filled, the four beside each, and by what the sum of those is to be divided. */
type Spread = { free: Int32Array; near: Int32Array; counts: Float32Array };

function spreadOver(inside: Float32Array, counted: Float32Array, isOpen: Float32Array, grid: Size): Spread {
  const { width, height } = grid;
  const isFree = inside.map((value, n) => (value > 0.02 * Math.max(1, counted[n]!) ? 1 : 0));
  const free = Int32Array.from(isFree.keys().filter((n) => isFree[n] === 1));
  const near = new Int32Array(free.length * 4).fill(inside.length);
  const counts = new Float32Array(free.length);
  for (const [k, n] of free.entries()) {
    const [x, y] = [n % width, Math.floor(n / width)];
    const beside = [
      x > 0 ? n - 1 : -1,
      x + 1 < width ? n + 1 : -1,
      y > 0 ? n - width : -1,
      y + 1 < height ? n + width : -1,
    ];
    // What is neither shown nor skin says nothing of the edge.
    const told = beside.filter((other) => other >= 0 && (isFree[other]! > 0 || isOpen[other]! > 0));
    near.set(told, k * 4);
    counts[k] = told.length > 0 ? 1 / (told.length + 1 / DEPTH ** 2) : 0;
  }
  return { free, near, counts };
}

/** A line of slow values at a height in pixels, for `across`. */
export function along({ planes, grid: { width, height }, cell }: Slow, y: number, into: Float32Array): void {
  const v = Math.min(height - 1.001, Math.max(0, (y + 0.5) / cell - 0.5));
  const row = Math.trunc(v);
  const share = v - row;
  for (const [k, plane] of planes.entries()) {
    for (let n = 0; n < width; n += 1) {
      const at = row * width + n;
      into[k * width + n] = plane[at]! + share * (plane[at + width]! - plane[at]!);
    }
  }
}
