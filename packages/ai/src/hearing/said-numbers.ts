import { dictionaryPinyin } from '#text/mandarin.ts';
import { normaliseForSpeech } from '#text/normalise.ts';

/** A part of a text, by the places of its characters. */
type Part = { start: number; end: number };

/**
 * What was heard where a text has a number: `same`, another number (`other`), or nothing that is one (`unclear`).
 * `heard` is as it was written down.
 */
export type HeardNumber = { kind: 'same' | 'other' | 'unclear'; heard: string };

/** One syllable, or one letter, with the figure that it is and where it stands. */
type Sound = Part & { base: string; figure: string };

const FIGURES: Record<string, string> = Object.fromEntries(
  ['零〇', '一幺', '二两', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '万', '亿'].flatMap((signs) =>
    Array.from(signs, (sign) => [sign, signs[0]!]),
  ),
);

/**
 * Holds what a recogniser wrote of a spoken text against the text, number by number. Both are taken as they sound, one
 * syllable after another: recognisers hear syllables well and pick characters badly (减 is written 件, 十 is written 是), and
 * write numbers their own way. A number is the same when each of its figures is heard in its place, and none beside it.
 */
export function compareNumbers(text: string, numbers: readonly Part[], heard: string): HeardNumber[] {
  const said = soundsOf(text);
  const other = soundsOf(heard);
  const pairs = align(said, other);
  return numbers.map(({ start, end }) => {
    const isIn = ({ from, to }: { from: number; to: number }) => from < end && to > start;
    const first = said.findIndex((one) => isIn({ from: one.start, to: one.end }));
    const last = said.findLastIndex((one) => isIn({ from: one.start, to: one.end }));
    if (first < 0) return { kind: 'same', heard: '' };
    const own = pairs.slice(
      pairs.findIndex(([at]) => at === first),
      pairs.findIndex(([at]) => at === last) + 1,
    );
    const isSame = own.every(([at, there]) => {
      const one = at === null ? null : said[at]!;
      const match = there === null ? null : other[there]!;
      if (one && one.figure !== '') return match !== null && isAlike(one, match);
      return match === null || match.figure === '' || (one !== null && isAlike(one, match));
    });
    const places = [...own, ...besides(pairs, own, other)].flatMap(([, there]) =>
      there === null ? [] : other[there]!,
    );
    const written = places.length === 0 ? '' : heard.slice(lowest(places), highest(places));
    if (isSame && besides(pairs, own, other).length === 0) return { kind: 'same', heard: written };
    return { kind: places.some(({ figure }) => figure !== '') ? 'other' : 'unclear', heard: written };
  });
}

type Pair = [said: number | null, heard: number | null];

/** Figures that were heard right before or behind a number and that nobody said: 五十五 for 五十. */
function besides(pairs: readonly Pair[], own: readonly Pair[], heard: readonly Sound[]): Pair[] {
  const [first, last] = [pairs.indexOf(own[0]!), pairs.indexOf(own.at(-1)!)];
  const isStray = (pair: Pair | undefined) => pair?.[0] === null && pair[1] !== null && heard[pair[1]]!.figure !== '';
  return [pairs[first - 1], pairs[last + 1]].filter((pair) => isStray(pair)).map((pair) => pair!);
}

function lowest(places: readonly Part[]): number {
  return Math.min(...places.map(({ start }) => start));
}

function highest(places: readonly Part[]): number {
  return Math.max(...places.map(({ end }) => end));
}

/** The syllables and letters of a text as it is said, each with where it stands in what is written. */
function soundsOf(text: string): Sound[] {
  const signs = normaliseForSpeech(text).pieces.flatMap(({ text: said, from, to }) =>
    Array.from(said, (sign) => ({ sign, start: from, end: to })),
  );
  const sounds: Sound[] = [];
  for (let at = 0; at < signs.length;) {
    let end = at;
    while (end < signs.length && /\p{Script=Han}|〇/u.test(signs[end]!.sign)) end += 1;
    const run = signs.slice(at, end);
    const syllables = run.length > 0 ? dictionaryPinyin(run.map(({ sign }) => sign).join('')) : [];
    run.forEach(({ sign, ...place }, n) => {
      sounds.push({ ...place, base: syllables[n]?.base ?? sign, figure: FIGURES[sign] ?? '' });
    });
    const next = signs[end];
    if (next && /[\p{L}\p{N}]/u.test(next.sign)) {
      sounds.push({ start: next.start, end: next.end, base: next.sign.toLowerCase(), figure: '' });
    }
    at = end + 1;
  }
  return sounds;
}

/** Two figures are alike when they are the same one; what only sounds like one is that one, too. */
function isAlike(a: Sound, b: Sound): boolean {
  if (a.figure !== '' && b.figure !== '') return a.figure === b.figure;
  if (a.figure !== '' || b.figure !== '') return a.base === b.base;
  return foldedOf(a) === foldedOf(b);
}

/** Outside of numbers, what is easily taken for one another is the same. */
function foldedOf({ base }: Sound): string {
  return base.replace(/^([zcs])h/, '$1').replace(/(?<=[ie]n)g$/, '');
}

const GAP = 1;
/** A figure stands for a figure rather than for anything else. */
const OTHER = 1.2;
const UNLIKE = 1.6;

/** Which sound was heard for which, in order; null where one has none. */
function align(said: readonly Sound[], heard: readonly Sound[]): Pair[] {
  const width = heard.length + 1;
  const cost = new Float64Array((said.length + 1) * width);
  for (let i = 0; i <= said.length; i += 1) {
    for (let j = 0; j <= heard.length; j += 1) {
      if (i === 0 || j === 0) cost[i * width + j] = (i + j) * GAP;
      else {
        cost[i * width + j] = Math.min(
          cost[(i - 1) * width + j - 1]! + swap(said[i - 1]!, heard[j - 1]!),
          cost[(i - 1) * width + j]! + GAP,
          cost[i * width + j - 1]! + GAP,
        );
      }
    }
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [said.length, heard.length]; i > 0 || j > 0;) {
    const here = cost[i * width + j]!;
    const isPair = i > 0 && j > 0 && here === cost[(i - 1) * width + j - 1]! + swap(said[i - 1]!, heard[j - 1]!);
    const isDropped = !isPair && i > 0 && here === cost[(i - 1) * width + j]! + GAP;
    pairs.push([isPair || isDropped ? i - 1 : null, isPair || !isDropped ? j - 1 : null]);
    if (isPair || isDropped) i -= 1;
    if (isPair || !isDropped) j -= 1;
  }
  return pairs.toReversed();
}

function swap(a: Sound, b: Sound): number {
  if (isAlike(a, b)) return 0;
  return (a.figure === '') === (b.figure === '') ? OTHER : UNLIKE;
}
