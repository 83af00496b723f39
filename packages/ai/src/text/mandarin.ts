import { lazily, requireNow } from '#text/lazy.ts';
import { findReading } from '#text/readings.ts';
import { readSyllable, soundOf, type Syllable } from '#text/syllable.ts';
import { applySandhi, type ToneSyllable } from '#text/tones.ts';
import { cutWords } from '#text/words.ts';

/** A word of a Chinese text and how it sounds. */
export type SoundedWord = { text: string; phonemes: string };

const readPinyin = lazily(() => (requireNow('pinyin-pro') as typeof import('pinyin-pro')).pinyin);

/** Words in which 子 is a thing of its own; everywhere else at the end of a word it is light. */
const FULL_ZI =
  /(?:[电原分男女王孔老孟庄瓜莲亲量因粒离质中父母弟才君游独精卵天太公赤学臣莘贵甲丙棋]|[0-9一二三四五六七八九十])子$/;

/** Reads a run of Chinese characters. `given` has the pinyin of stretches that somebody decided, by position. */
export function readMandarin(text: string, given: Map<number, string[]> = new Map()): SoundedWord[] {
  const words = cutWords(text);
  const syllables = readSyllables(text, words, given);
  let from = 0;
  const grouped = words.map((word) => {
    const group = syllables.slice(from, from + word.length).flat();
    from += word.length;
    return group;
  });
  return applySandhi(grouped).map((group, i) => ({ text: words[i]!, phonemes: group.map(soundOf).join('') }));
}

/** The pinyin of each character as written, with our own readings but without sandhi: tones as in a dictionary. */
export function dictionaryPinyin(text: string): Syllable[] {
  return readSyllables(text, [text], new Map()).map(([first]) => first ?? { base: '', tone: 5 });
}

/** For each character the syllables it begins: usually one, none for 儿 that only colours the one before. */
function readSyllables(text: string, words: string[], given: Map<number, string[]>): ToneSyllable[][] {
  const plain = readPinyin()(text, { toneType: 'num', type: 'array', v: true, toneSandhi: false });
  const result = plain.map((pinyin, i) => toSyllables([pinyin], text, i));
  lightenSuffixes(words, result);
  const ends = boundaries(words);
  for (let i = 0; i < text.length;) {
    const decided = given.get(i);
    const listed = decided ? undefined : findReading(text, i);
    const length = decided ? decided.length : listed && fits(ends, i, i + listed.word.length) ? listed.word.length : 0;
    if (length > 0) place(result, text, i, length, decided ?? listed!.pinyin);
    i += Math.max(1, length);
  }
  return result;
}

/** Puts the pinyin of a stretch on its characters; erhua has fewer syllables than characters. */
function place(result: ToneSyllable[][], text: string, from: number, length: number, pinyin: string[]): void {
  const chars = pinyin.length < length ? withoutEr(text, from, length) : undefined;
  for (let i = from; i < from + length; i += 1) result[i] = [];
  pinyin.forEach((syllable, i) => {
    const at = Math.min(chars?.[i] ?? from + i, from + length - 1);
    result[at] = [...(result[at] ?? []), ...toSyllables([syllable], text, at)];
  });
}

function withoutEr(text: string, from: number, length: number): number[] {
  return Array.from({ length }, (_, i) => from + i).filter((i) => text[i] !== '儿');
}

function toSyllables(pinyin: string[], text: string, at: number): ToneSyllable[] {
  return pinyin.flatMap((written) => {
    const syllable = readSyllable(written);
    return syllable ? [{ ...syllable, char: text[at]! }] : [];
  });
}

function lightenSuffixes(words: string[], result: ToneSyllable[][]): void {
  let end = 0;
  for (const word of words) {
    end += word.length;
    const last = result[end - 1]?.[0];
    if (last && word.length > 1 && word.endsWith('子') && !FULL_ZI.test(word)) last.tone = 5;
  }
}

function boundaries(words: string[]): Set<number> {
  const ends = new Set([0]);
  let end = 0;
  for (const word of words) ends.add((end += word.length));
  return ends;
}

/** A listed word counts unless it lies across others: 有空 is not in 有/空间. */
function fits(ends: Set<number>, from: number, to: number): boolean {
  if (ends.has(from) && ends.has(to)) return true;
  for (let i = from + 1; i < to; i += 1) if (ends.has(i)) return false;
  return true;
}
