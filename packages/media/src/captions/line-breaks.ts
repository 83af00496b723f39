import { endsClause, isCounting, isLeaning, splitWords } from '#captions/words.ts';
import type { Word } from '#captions/words.ts';

/** Width of a piece of text, in the unit of the limit. Widths add up: that of two pieces is the sum of both. */
export type Measure = (text: string) => number;

/** The lines of a text, and whether all of them fit. */
export type Broken = { lines: string[]; fits: boolean };

/**
 * Cost of a line that begins with a particle or ends with a counting word, and gain of one that ends a clause, in
 * squares of the line width.
 */
const LEANING_COST = 0.15;
const CLAUSE_GAIN = 0.12;

/**
 * Break a text into as few lines as fit the width, all about equally long.
 *
 * Lines break between words only: not inside a Chinese or Latin word, not between a number and its unit, not before
 * closing punctuation. A word that is wider than the line stays whole and is reported instead. Line feeds are kept.
 */
export function breakLines(text: string, width: number, measure: Measure): Broken {
  const paragraphs = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const lines = paragraphs.flatMap((paragraph) => breakParagraph(splitWords(paragraph), width, measure));
  return { lines, fits: lines.every((line) => measure(line) <= width) };
}

function breakParagraph(words: Word[], width: number, measure: Measure): string[] {
  const lineText = (from: number, to: number) =>
    words
      .slice(from, to)
      .map(({ text, space }, i) => (from + i === to - 1 ? text : text + space))
      .join('');
  const widths = words.map(({ text }) => measure(text));
  const ends = words.reduce<number[]>((all, { space }, i) => [...all, all[i]! + widths[i]! + measure(space)], [0]);
  const lineWidth = (from: number, to: number) => ends[to - 1]! + widths[to - 1]! - ends[from]!;
  if (words.length === 0) return [];
  const count = fewestLines(words.length, (from, to) => lineWidth(from, to) <= width);
  const ideal = lineWidth(0, words.length) / count;

  const cost = (from: number, to: number) => {
    const length = lineWidth(from, to);
    const isAlone = to === from + 1;
    if (length > width && !isAlone) return Infinity;
    const raggedness = ((length - ideal) / width) ** 2;
    const isLast = to === words.length;
    return (
      raggedness +
      (from > 0 && isLeaning(words[from]!) ? LEANING_COST : 0) +
      (!isLast && isCounting(words[to - 1]!) ? LEANING_COST : 0) -
      (!isLast && endsClause(words[to - 1]!) ? CLAUSE_GAIN : 0)
    );
  };
  return cheapestBreaks(words.length, count, cost).map(([from, to]) => lineText(from, to));
}

function fewestLines(words: number, fits: (from: number, to: number) => boolean): number {
  let lines = 0;
  for (let from = 0; from < words; lines++) {
    let to = from + 1;
    while (to < words && fits(from, to + 1)) to++;
    from = to;
  }
  return Math.max(1, lines);
}

/** The cheapest way to cut the words into exactly `count` lines. */
function cheapestBreaks(words: number, count: number, cost: (from: number, to: number) => number): [number, number][] {
  const best = Array.from({ length: count + 1 }, () => new Float64Array(words + 1).fill(Infinity));
  const start = Array.from({ length: count + 1 }, () => new Int32Array(words + 1));
  best[0]![0] = 0;
  for (let line = 1; line <= count; line++) {
    for (let to = line; to <= words; to++) {
      for (let from = to - 1; from >= line - 1; from--) {
        const total = best[line - 1]![from]! + cost(from, to);
        if (total < best[line]![to]!) {
          best[line]![to] = total;
          start[line]![to] = from;
        }
      }
    }
  }
  const lines: [number, number][] = [];
  for (let line = count, to = words; line > 0; line--) {
    const from = start[line]![to]!;
    lines.unshift([from, to]);
    to = from;
  }
  return lines;
}
