import { cutWords } from '@mixreel/ai';
import type { Cue } from '@mixreel/media';

const ENDS = /[，。！？；：、,.!?;:…]$/u;
/** What no part begins with. */
const NOT_FIRST = /^[\s，。！？；：、,.!?;:…”’）)]/u;
/** So far from where a text should be cut, in shares of a part, a mark of punctuation is worth going to. */
const WORTH = 0.5;

/** Captions with the same in another language below each: cut into as many parts, where they come to the same share. */
export function withSecond(cues: Cue[], second: string): Cue[] {
  const lengths = cues.map(({ text }) => text.trim().length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let read = 0;
  const shares = lengths.map((length) => (read += length) / Math.max(1, total));
  const parts = cutAt(second.trim(), shares);
  return cues.map((cue, n) => ({ ...cue, text: parts[n] ? `${cue.text.trim()}\n${parts[n]}` : cue.text }));
}

/** A text in parts that end at these shares of it, between words, at marks of punctuation where one is near. */
export function cutAt(text: string, shares: readonly number[]): string[] {
  let end = 0;
  const places = cutWords(text)
    .map((word) => ({ at: (end += word.length), isEnd: ENDS.test(word) }))
    .filter(({ at }) => !NOT_FIRST.test(text.slice(at)));
  const part = text.length / Math.max(1, shares.length);
  let from = 0;
  return shares.map((share, n) => {
    const isLast = n === shares.length - 1;
    const far = ({ at, isEnd }: (typeof places)[number]) =>
      Math.abs(at - share * text.length) - (isEnd ? WORTH * part : 0);
    const [best] = places.filter(({ at }) => at > from).toSorted((a, b) => far(a) - far(b));
    const to = isLast ? text.length : (best?.at ?? text.length);
    const cut = text.slice(from, to).trim();
    from = to;
    return cut;
  });
}
