import { lettersOf, MOST_LETTERS } from '#speech/kokoro.ts';
import type { DictionaryEntry } from '#text/normalise.ts';
import { toPhonemes, type PhonemeWord } from '#text/phonemes.ts';
import { splitSentences } from '#text/sentences.ts';

/** What is said in one go, and how long the silence behind it is. Positions of words count in the whole text. */
export type PlannedPiece = { words: PhonemeWord[]; pauseSeconds: number };

/** Very short texts sound clipped when said alone: 哇！ goes with what follows. */
const SHORTEST_LETTERS = 24;
const SENTENCE_PAUSE = 0.2;
const PARAGRAPH_PAUSE = 0.45;
/** Between two halves of a sentence that was too long for the model. */
const CUT_PAUSE = 0;

/** Cuts a text into pieces that the model can say, by sentence, so that the first is heard early. */
export function planPieces(text: string, dictionary: DictionaryEntry[]): PlannedPiece[] {
  const pieces: PlannedPiece[] = [];
  for (const sentence of splitSentences(text)) {
    const { words } = toPhonemes(sentence.text, { dictionary });
    const moved = words.map((word) => ({ ...word, from: word.from + sentence.from, to: word.to + sentence.from }));
    if (!moved.some(isSpoken)) continue;
    const isParagraph = /^[^\S\n]*\r?\n/.test(text.slice(sentence.to));
    const pauseSeconds = isParagraph ? PARAGRAPH_PAUSE : SENTENCE_PAUSE;
    const last = pieces.at(-1);
    const joined = last && [...closed(last.words), ...moved];
    if (joined && countLetters(last.words) < SHORTEST_LETTERS && countLetters(joined) <= MOST_LETTERS) {
      pieces[pieces.length - 1] = { words: joined, pauseSeconds };
    } else {
      const parts = cutLong(moved);
      parts.forEach((part, i) => {
        pieces.push({ words: part, pauseSeconds: i < parts.length - 1 ? CUT_PAUSE : pauseSeconds });
      });
    }
  }
  return pieces;
}

/** Whether a word is heard, not only a pause. */
export function isSpoken({ phonemes }: PhonemeWord): boolean {
  return /\p{L}/u.test(phonemes);
}

/** A line without an end mark that is joined to the next needs a pause between them. */
function closed(words: PhonemeWord[]): PhonemeWord[] {
  const last = words.at(-1);
  if (!last || !isSpoken(last)) return words;
  return [...words.slice(0, -1), { ...last, phonemes: `${last.phonemes}, ` }];
}

/** Parts within the model's limit, cut behind the last pause in the second half of each, else between words. */
function cutLong(words: PhonemeWord[]): PhonemeWord[][] {
  const parts: PhonemeWord[][] = [];
  let rest = words;
  while (countLetters(rest) > MOST_LETTERS) {
    let fitting = 0;
    for (let letters = 0; fitting < rest.length; fitting += 1) {
      letters += lettersOf(rest[fitting]!.phonemes).length;
      if (letters > MOST_LETTERS) break;
    }
    // A single word longer than the limit (a row of digits without end) loses its end rather than the whole text.
    if (fitting === 0) fitting = 1;
    const pause = rest.slice(0, fitting).findLastIndex((word) => !isSpoken(word)) + 1;
    const cut = pause > fitting / 2 ? pause : fitting;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest].filter((part) => part.some(isSpoken));
}

function countLetters(words: PhonemeWord[]): number {
  return words.reduce((sum, word) => sum + lettersOf(word.phonemes).length, 0);
}
