import { FORBIDDEN_WORDS, type ForbiddenWord } from './forbidden-words.ts';

/** Everyday words that hold a forbidden one and claim nothing. */
const HARMLESS = [
  '最近',
  '最后',
  '最初',
  '最终',
  '最多',
  '最少',
  '最起码',
  '最早',
  '最晚',
  '最想',
  '最怕',
  '第一次',
  '第一步',
  '第一个',
  '第一天',
  '第一时间',
  '第一眼',
  '第一口',
  '第一章',
  '第一句',
];

type Entry = { word: string; found: ForbiddenWord | null };

/** Longest first, so that `最低价` is not reported as `最`. */
const ENTRIES: Entry[] = [
  ...FORBIDDEN_WORDS.map((found) => ({ word: found.word.toLowerCase(), found })),
  ...HARMLESS.map((word) => ({ word, found: null })),
].toSorted((a, b) => b.word.length - a.word.length);

const BY_FIRST = Map.groupBy(ENTRIES, ({ word }) => word.slice(0, 1));

/** The forbidden words of a text, each once, in the order in which they stand there. */
export function findForbidden(text: string): ForbiddenWord[] {
  return [...new Set(partsOf(text).flatMap(({ found }) => found ?? []))];
}

/** The text with something else in place of a forbidden word; everyday words that hold it stay. */
export function replaceForbidden(text: string, word: string, to: string): string {
  return partsOf(text)
    .map((part) => (part.found?.word === word ? to : part.text))
    .join('');
}

function partsOf(text: string): { text: string; found: ForbiddenWord | null }[] {
  const lower = text.toLowerCase();
  const parts: { text: string; found: ForbiddenWord | null }[] = [];
  for (let at = 0; at < lower.length;) {
    const entry = BY_FIRST.get(lower.charAt(at))?.find(({ word }) => lower.startsWith(word, at));
    const end = at + (entry?.word.length ?? 1);
    parts.push({ text: text.slice(at, end), found: entry?.found ?? null });
    at = end;
  }
  return parts;
}
