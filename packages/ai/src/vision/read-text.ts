import type { RawPicture, SeenText } from '#vision/sight.ts';
import { findText, readText, type Reading, type TextModel } from '#vision/text-model.ts';
import type { Point, Region } from '#vision/text-regions.ts';

/** Above this the quick reader is right nearly always; below, the careful one is asked as well. */
const SURE = 0.93;
/** By how many characters were read: patterns and folds of cloth pass for one or two, seldom for more. */
const LEAST_SCORES = [1, 0.93, 0.9, 0.8];
const LEAST_SCORE = 0.65;

/** Heights and gaps are compared in pixels: fractions of width and of height are not alike. */
type Line = { text: string; score: number; left: number; right: number; top: number; bottom: number; height: number };

/** Everything written in a picture, from top to bottom; pieces of one line are joined. */
export async function seeText(model: TextModel, picture: RawPicture): Promise<SeenText[]> {
  const regions = await findText(model, picture);
  if (regions.length === 0) return [];
  const readings = await readText(model.quick, picture, regions);
  const doubtful = readings.flatMap(({ score }, at) => (score < SURE ? [at] : []));
  if (doubtful.length > 0) {
    const again = await readText(
      model.careful,
      picture,
      doubtful.map((at) => regions[at]!),
    );
    for (const [i, at] of doubtful.entries()) readings[at] = better(readings[at]!, again[i]!);
  }
  const lines = regions.flatMap((region, at) => toLine(region, readings[at]!));
  return joinLines(lines).map(({ text, score, left, right, top, bottom }) => {
    const [x, y] = [clamp(left / picture.width), clamp(top / picture.height)];
    const [width, height] = [clamp(right / picture.width) - x, clamp(bottom / picture.height) - y];
    return { text, score, box: { x, y, width, height } };
  });
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}

function better(quick: Reading, careful: Reading): Reading {
  return careful.score > quick.score ? careful : quick;
}

function toLine({ corners }: Region, { text, score }: Reading): Line[] {
  const isNothing = score < (LEAST_SCORES[text.length] ?? LEAST_SCORE) || !/[\p{L}\p{N}]/u.test(text);
  if (isNothing) return [];
  const [topLeft, , , bottomLeft] = corners as [Point, Point, Point, Point];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const height = Math.hypot(topLeft[0] - bottomLeft[0], topLeft[1] - bottomLeft[1]);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [{ text, score, left, right, top, bottom, height }];
}

/** The detector parts a line where there is a gap of a character; a reader does not. */
function joinLines(lines: Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.left - b.left)) {
    const before = joined.find((other) => isContinued(other, line));
    if (!before) {
      joined.push({ ...line });
      continue;
    }
    const isDense = /[\p{Script=Han}\p{P}]$/u.test(before.text) && /^[\p{Script=Han}\p{P}]/u.test(line.text);
    const share = before.text.length / (before.text.length + line.text.length);
    before.score = before.score * share + line.score * (1 - share);
    before.text += (isDense ? '' : ' ') + line.text;
    before.right = Math.max(before.right, line.right);
    before.top = Math.min(before.top, line.top);
    before.bottom = Math.max(before.bottom, line.bottom);
  }
  return inReadingOrder(joined);
}

/** Row by row, each from the left; lines whose middles are level are one row. */
function inReadingOrder(lines: Line[]): Line[] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && line.top < (first.top + first.bottom) / 2) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.left - b.left));
}

/** On one level, of one size, and no further apart than most of a character. */
function isContinued(before: Line, next: Line): boolean {
  const [tall, small] = [Math.max(before.height, next.height), Math.min(before.height, next.height)];
  const overlap = Math.min(before.bottom, next.bottom) - Math.max(before.top, next.top);
  const isLevel = overlap > 0.7 * small && tall < 1.35 * small;
  const isFlat = [before, next].every((line) => line.bottom - line.top < 1.3 * line.height);
  const gap = next.left - before.right;
  return isLevel && isFlat && gap > -0.5 * small && gap < 0.8 * small;
}
