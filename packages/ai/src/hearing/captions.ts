import { breakIntoLines, type LineOptions, type TimedWord } from '#hearing/lines.ts';
import { cutWords } from '#text/words.ts';

/** A caption: one line of text, when it is shown, and when each of its words is heard. */
export type Caption = { start: number; end: number; text: string; words: TimedWord[] };

/** What captions are made of: a transcript, or speech whose segments are its sentences. */
export type Captionable = { segments: { start: number; end: number; text: string; words: TimedWord[] }[] };

/** `max_chars` as in `breakIntoLines`; a caption stays up to `hold_seconds` after its last word, if nothing follows. */
export type CaptionOptions = LineOptions & { hold_seconds?: number };

const HOLD_SECONDS = 0.4;
/** A word found further ahead than this is another occurrence. */
const MOST_SKIPPED = 16;

/** Turns speech into captions of one line each, broken between words, timed by the words. */
export function captionsFrom(
  { segments }: Captionable,
  { hold_seconds = HOLD_SECONDS, ...lines }: CaptionOptions = {},
): Caption[] {
  const captions = segments.flatMap((segment) =>
    breakIntoLines(timeWords(segment), lines).map((words): Caption => {
      const text = words
        .map((word) => word.text)
        .join('')
        .trim()
        .replace(/[，。、；：,;:]+$/, '');
      const shown = words.map((word) => ({ ...word, text: word.text.trim() }));
      return { start: words[0]!.start, end: words.at(-1)!.end, text, words: shown };
    }),
  );
  return captions.flatMap((caption, i) => {
    if (caption.text === '') return [];
    const next = captions[i + 1]?.start ?? Infinity;
    return [{ ...caption, end: Math.max(caption.end, Math.min(next, caption.end + hold_seconds)) }];
  });
}

/** The words of a segment's text, each with the time of the heard words or characters it consists of. */
function timeWords({ text, words, start, end }: Captionable['segments'][number]): TimedWord[] {
  const times = timeCharacters(text, words, start, end);
  let at = 0;
  const timed: TimedWord[] = [];
  for (const piece of cutWords(text)) {
    const [first, last] = [times[at]!, times[at + piece.length - 1]!];
    at += piece.length;
    const before = timed.at(-1);
    const joins = before && (/^[\s\p{P}\p{S}]+$/u.test(piece) || isJoined(before.text, piece));
    if (joins) Object.assign(before, { text: before.text + piece, end: Math.max(before.end, last.end) });
    else timed.push({ text: piece, start: first.start, end: last.end });
  }
  return timed.filter((word) => word.text.trim() !== '');
}

/** 99.9 comes as 99 . 9 and MagSafe as it likes: what has no space or Chinese character between it stays together. */
function isJoined(before: string, piece: string): boolean {
  return (/[\dA-Za-z.,:+¥￥$-]$/.test(before) && /^[\dA-Za-z.%+]/.test(piece)) || /[（(《【「“]$/.test(before);
}

/** For each character of the text when it is heard; what is not heard (punctuation) takes the time before it. */
function timeCharacters(
  text: string,
  words: TimedWord[],
  start: number,
  end: number,
): { start: number; end: number }[] {
  const times: { start: number; end: number }[] = [];
  const lower = text.toLowerCase();
  for (const word of words) {
    const wanted = word.text.trim().toLowerCase();
    const found = wanted === '' ? -1 : lower.indexOf(wanted, times.length);
    if (found < 0 || found - times.length > MOST_SKIPPED) continue;
    const before = times.at(-1)?.end ?? word.start;
    while (times.length < found) times.push({ start: before, end: before });
    const step = (word.end - word.start) / wanted.length;
    for (let i = 0; i < wanted.length; i += 1) {
      times.push({ start: word.start + i * step, end: word.start + (i + 1) * step });
    }
  }
  // Without any word to go by, the text is spread over its segment.
  const from = times.at(-1)?.end ?? start;
  const rest = text.length - times.length;
  const step = times.length === 0 ? (end - from) / Math.max(1, rest) : 0;
  for (let i = 0; i < rest; i += 1) times.push({ start: from + i * step, end: from + (i + 1) * step });
  return times;
}
