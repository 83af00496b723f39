import { alignTokens } from '#hearing/align.ts';
import type { Vocabulary } from '#hearing/tokens.ts';
import type { HeardWord } from '#hearing/transcript.ts';
import type { Decoded } from '#hearing/write-down.ts';

const FRAME_SECONDS = 0.02;

/** Tokens as characters (Chinese, Japanese) or words (the rest), timed in seconds of the window. */
export function timeTokens({ tokens, heads }: Decoded, { bytes }: Vocabulary, seconds: number): HeardWord[] {
  const frames = Math.min(1500, Math.ceil(seconds / FRAME_SECONDS));
  const starts = alignTokens(heads, frames).map((frame) => Math.min(seconds, frame * FRAME_SECONDS));
  const words: HeardWord[] = [];
  let pending: number[] = [];
  let from = 0;
  tokens.forEach((token, i) => {
    if (pending.length === 0) from = starts[i] ?? 0;
    pending.push(...(bytes[token] ?? []));
    // A character of three bytes may be split over tokens.
    const text = Buffer.from(pending).toString('utf8');
    if (text.includes('\uFFFD') && pending.length < 8) return;
    pending = [];
    addText(words, text.replaceAll('\uFFFD', ''), from, starts[i + 1] ?? seconds);
  });
  return words;
}

/** Splits what a token holds into characters and words; punctuation joins the word before it. */
function addText(words: HeardWord[], text: string, start: number, end: number): void {
  const units =
    text.match(/\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}]|\s*[^\s\p{Script=Han}]+|\s+/gu) ?? [];
  units.forEach((unit, i) => {
    const [from, to] = [start + ((end - start) * i) / units.length, start + ((end - start) * (i + 1)) / units.length];
    const last = words.at(-1);
    const isPunctuation = /^[\s\p{P}\p{S}]+$/u.test(unit);
    const isContinued = last && continues(last.text, unit);
    if (last && isPunctuation) last.text += unit;
    else if (last && isContinued) Object.assign(last, { text: last.text + unit, end: to });
    else words.push({ text: unit, start: from, end: to });
  });
}

/** A word or a number goes on over tokens: Mag + Safe, 99. + 9, 20 + :00. */
function continues(before: string, unit: string): boolean {
  if (/\d[.,:]$/.test(before) && /^\d/.test(unit)) return true;
  return /^[^\s\p{Script=Han}]/u.test(unit) && /[^\s\p{P}\p{Script=Han}]$/u.test(before);
}
