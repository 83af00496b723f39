import type { Syllable } from '#text/syllable.ts';

/** One syllable of a sentence with the character it belongs to. */
export type ToneSyllable = Syllable & { char: string };

const DIGIT = /[零〇幺一二三四五六七八九]/;
/** 一 keeps its own tone where it numbers instead of counting. */
const BEFORE_ORDINAL = /[第初十点之]/;
const AFTER_ORDINAL = /[月号日楼级期等]/;

/** Changes tones as they change in speech: 一 and 不 by what follows, and the first of two third tones. */
export function applySandhi(words: ToneSyllable[][]): ToneSyllable[][] {
  const flat = words.flat();
  flat.forEach((syllable, i) => {
    if (syllable.char === '一' && syllable.tone === 1) syllable.tone = toneOfYi(flat, i);
    if (syllable.char === '不' && syllable.tone === 4) syllable.tone = toneOfBu(flat, i);
  });
  for (const word of words) changeThirdTones(word);
  words.forEach((word, i) => {
    const next = words[i + 1];
    const last = word.at(-1);
    // 我想, 很好, 给我: one syllable leans on the next word; longer words keep their melody.
    const isLeaning = word.length === 1 || next?.length === 1;
    if (last?.tone === 3 && next?.[0]?.tone === 3 && isLeaning) last.tone = 2;
  });
  return words;
}

function toneOfYi(flat: ToneSyllable[], i: number): number {
  const [before, after] = [flat[i - 1], flat[i + 1]];
  if (!after || DIGIT.test(after.char) || AFTER_ORDINAL.test(after.char)) return 1;
  if (before && (DIGIT.test(before.char) || BEFORE_ORDINAL.test(before.char))) return 1;
  if (before?.char === after.char) return 5;
  // 个 is neutral in speech but was a fourth tone, and 一 still follows that.
  return after.tone === 4 || after.char === '个' ? 2 : 4;
}

function toneOfBu(flat: ToneSyllable[], i: number): number {
  const [before, after] = [flat[i - 1], flat[i + 1]];
  if (before && before.char === after?.char) return 5;
  return after?.tone === 4 ? 2 : 4;
}

/** 展览馆 is 2-2-3, but 小老虎 3-2-3: what is added in front of a pair stands alone. */
function changeThirdTones(word: ToneSyllable[]): void {
  const isThird = word.map(({ tone }) => tone === 3);
  const standsAlone = word.length === 3 && /[小老好很总]/.test(word[0]!.char);
  word.forEach((syllable, i) => {
    if (isThird[i] && isThird[i + 1] && !(standsAlone && i === 0)) syllable.tone = 2;
  });
}
