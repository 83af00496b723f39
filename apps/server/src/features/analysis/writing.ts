import { editDistance, type SeenText, type Sight } from '@mixreel/ai';
import type { SeenWriting } from './analysis.tables.ts';

const SURE_OF_TEXT = 0.6;
/** One reading in so many letters may be wrong; in a shorter line, another letter is another word. */
const LETTERS_PER_SLIP = 4;
/** How much of two pieces of a moving line must be the same to be put together. */
const SHARED = { letters: 4, share: 0.6 };

type Line = { text: string; key: string; score: number; picture: number };

/**
 * The writing in the pictures of a shot, each line once, in the order of reading. The same line reads a little
 * differently in each picture, and one that comes in or moves by shows a part at a time.
 */
export function writingOf(sights: Pick<Sight, 'text'>[]): string {
  const lines: Line[] = [];
  sights.forEach(({ text }, picture) => {
    for (const { text: read, score } of text.filter((one) => one.score >= SURE_OF_TEXT).toSorted(byPlace)) {
      const line = { text: read.trim(), key: keyOf(read), score, picture };
      if (line.key === '') continue;
      const at = lines.findIndex((known) => merged(known, line) !== null);
      const known = lines[at];
      if (known) lines[at] = merged(known, line) ?? known;
      else lines.push(line);
    }
  });
  return lines.map(({ text }) => text).join('\n');
}

const LINES_KEPT = 12;

/** The lines of one picture with their places, the largest first. */
export function linesOf(sight: Pick<Sight, 'text' | 'width' | 'height'> | undefined): SeenWriting[] {
  if (!sight || sight.width === 0) return [];
  const shape = thousandths(sight.height / sight.width);
  return sight.text
    .filter(({ score, text }) => score >= SURE_OF_TEXT && keyOf(text) !== '')
    .toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
    .slice(0, LINES_KEPT)
    .map(({ text, box: { x, y, width, height } }) => {
      const box = { x: thousandths(x), y: thousandths(y), width: thousandths(width), height: thousandths(height) };
      return { text: text.trim().slice(0, 200), box, shape };
    });
}

/** Boxes are kept to a thousandth of the picture. */
function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The one line that both are readings of, or null. */
function merged(a: Line, b: Line): Line | null {
  if (a.key.includes(b.key)) return a.key === b.key && b.score > a.score ? b : a;
  if (b.key.includes(a.key)) return b;
  if (isSlip(a.key, b.key)) return b.score > a.score ? b : a;
  // Two lines of one picture that share words are two lines.
  return a.picture === b.picture ? null : (joined(a, b) ?? joined(b, a));
}

/** A number that differs is never a slip: 99 and 89 are two prices, 买一送一 and 买二送一 two offers. */
function isSlip(a: string, b: string): boolean {
  const slips = Math.floor(Math.min(a.length, b.length) / LETTERS_PER_SLIP);
  const isNear = Math.abs(a.length - b.length) <= slips && numbersOf(a) === numbersOf(b);
  return slips > 0 && isNear && editDistance(a, b) <= slips;
}

function joined(first: Line, second: Line): Line | null {
  const shorter = Math.min(first.key.length, second.key.length);
  const least = Math.max(SHARED.letters, Math.ceil(SHARED.share * shorter));
  for (let letters = shorter - 1; letters >= least; letters -= 1) {
    const shared = second.key.slice(0, letters);
    const rest = second.text.toLowerCase().indexOf(shared);
    // Only where the line is written as it is compared: punctuation in between cannot be cut.
    if (!first.key.endsWith(shared) || rest !== 0 || !first.text.toLowerCase().endsWith(shared)) continue;
    const text = first.text + second.text.slice(letters);
    return { text, key: keyOf(text), score: Math.min(first.score, second.score), picture: second.picture };
  }
  return null;
}

function byPlace(a: SeenText, b: SeenText): number {
  const isSameLine = Math.abs(a.box.y - b.box.y) < 0.5 * Math.min(a.box.height, b.box.height);
  return isSameLine ? a.box.x - b.box.x : a.box.y - b.box.y;
}

/** What two readings are compared by. A dash inside a line is often the number one, 一, and the other way round. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[-‐‑‒–—―−ー─]/g, '一')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** What the line counts with, in either script. */
function numbersOf(key: string): string {
  return key.replace(/[^\p{Nd}一二两三四五六七八九十百千万亿零半]/gu, '');
}
