import type { Draft } from '#plan/draft.ts';
import { isBlocked } from '#plan/draft.ts';
import { FIELD_SIZES, createField } from '#plan/field.ts';
import type { Field } from '#plan/field.ts';
import type { Random } from '#plan/random.ts';
import type { Space } from '#plan/space.ts';

/** A code is walked this many times as far as videos are wanted; its first words are the least alike. */
const SPARE_WORDS = 8;
const MOST_WORDS = 4096;

/** Words of more dimensions than others need agree in more axes than those do: that of few voices is no field for clips. */
const MORE_DIMENSIONS = 1;

/**
 * Sets of drafts that are unlike one another by construction, one set for each field size that suits the axes.
 *
 * Drafts are the words of a Reed–Solomon code: a polynomial of low degree evaluated once per axis. Two of them agree in
 * fewer of them than the code has dimensions, which a search that starts from chance hardly ever reaches: with 5 slots
 * of 4 clips, 64 videos share at most 40 %, where a greedy choice of 50 already shares 60 %.
 */
export function designedDrafts(space: Space, count: number, random: Random): Draft[][] {
  const sizes = space.axes.map(({ size }) => size).filter((size) => size > 1);
  if (sizes.length < 2) return [];
  const fields = fieldSizes(sizes).map((size) => ({ size, dimensions: dimensionsFor(size, count) }));
  const fewest = Math.min(...fields.map(({ dimensions }) => dimensions));
  return fields
    .filter(({ dimensions }) => dimensions <= fewest + MORE_DIMENSIONS)
    .map(({ size, dimensions }) => words(space, createField(size), dimensions, count, random));
}

/**
 * The same with fewer dimensions as well: fewer words that are less alike. Where not all that are wanted fit under a
 * limit, these are what fits.
 */
export function sparseDesigns(space: Space, count: number, random: Random): Draft[][] {
  const sizes = space.axes.map(({ size }) => size).filter((size) => size > 1);
  if (sizes.length < 2) return [];
  return fieldSizes(sizes).flatMap((size) => {
    const field = createField(size);
    const dimensions = Array.from({ length: dimensionsFor(size, count) }, (_, n) => n + 1);
    return dimensions.map((n) => words(space, field, n, Math.ceil(count / 3), random));
  });
}

function dimensionsFor(size: number, count: number): number {
  let dimensions = 1;
  while (size ** dimensions < count && size ** dimensions < MOST_WORDS) dimensions++;
  return dimensions;
}

/** The field sizes just below and above the smallest, the middle and the largest axis. */
function fieldSizes(sizes: number[]): number[] {
  const sorted = sizes.toSorted((a, b) => a - b);
  const wanted = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
  const near = wanted.flatMap((size) => [
    FIELD_SIZES.findLast((candidate) => candidate <= size),
    FIELD_SIZES.find((candidate) => candidate >= size),
  ]);
  return [...new Set(near.filter((size) => size !== undefined))];
}

function words(space: Space, field: Field, dimensions: number, count: number, random: Random): Draft[] {
  const { size } = field;
  const points = evaluationPoints(field, space.axes.length, dimensions, random);
  const offsets = points.map(() => random.below(size));

  const found: Draft[] = [];
  const total = Math.min(size ** dimensions, MOST_WORDS, Math.max(64, count * SPARE_WORDS));
  for (let word = 0; word < total; word++) {
    const coefficients = points[0]!.map((_, i) => Math.floor(word / size ** i) % size);
    const draft: Draft = new Int16Array(points.length);
    for (const [axis, point] of points.entries()) {
      const start = offsets[axis]!;
      const symbol = coefficients.reduce((sum, c, i) => field.add(sum, field.multiply(c, point[i]!)), start);
      draft[axis] = symbol % space.axes[axis]!.size;
    }
    if (draft.every((position, axis) => !isBlocked(space, draft, axis, position))) found.push(draft);
  }
  return found;
}

/** One vector of powers per axis. The first `size + 1` are in general position; further ones get random vectors. */
function evaluationPoints(field: Field, axes: number, dimensions: number, random: Random): number[][] {
  const powers = (x: number) => {
    const vector = [1];
    while (vector.length < dimensions) vector.push(field.multiply(vector.at(-1)!, x));
    return vector;
  };
  const atInfinity = Array.from({ length: dimensions }, (_, i) => (i === dimensions - 1 ? 1 : 0));
  // In a field of even size with three dimensions one more point fits: all tangents of the conic meet in it.
  const nucleus = dimensions === 3 && field.size % 2 === 0 ? [[0, 1, 0]] : [];
  const points = [...Array.from({ length: field.size }, (_, x) => powers(x)), atInfinity, ...nucleus];
  while (points.length < axes) {
    points.push(Array.from({ length: dimensions }, (_, i) => (i === 0 ? 1 : random.below(field.size))));
  }
  return points.slice(0, axes);
}
