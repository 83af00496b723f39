import { readingSpeed } from '#captions/check.ts';
import type { Measure } from '#captions/line-breaks.ts';
import { breakLines } from '#captions/line-breaks.ts';
import { alignWords } from '#captions/spoken.ts';
import type { SpokenWord } from '#captions/spoken.ts';
import { endsClause, splitWords } from '#captions/words.ts';
import type { Word } from '#captions/words.ts';

/** A part of a narration that is shown at once. */
export type Cue = { text: string; startSeconds: number; endSeconds: number; words: SpokenWord[] };

/** How a narration is cut: its length, when its words are spoken if known, and what fits on the screen at once. */
export type CueRequest = {
  text: string;
  seconds: number;
  words?: SpokenWord[];
  width: number;
  measure: Measure;
  maxLines: number;
};

/** A cue that is full to this share may end with a clause instead of waiting until nothing more fits. */
const FULL_ENOUGH = 0.45;

/** Cut a narration into captions that each fit the screen, ending with clauses where possible, timed by its words. */
export function splitCues({ text, seconds, words = [], width, measure, maxLines }: CueRequest): Cue[] {
  const room = width * maxLines;
  const fits = (part: Word[]) => {
    const { lines, fits: isInside } = breakLines(textOf(part), width, measure);
    return isInside && lines.length <= maxLines;
  };

  const cues: Word[][] = [];
  let current: Word[] = [];
  for (const word of text.split(/\r?\n/).flatMap(splitWords)) {
    if (current.length > 0 && !fits([...current, word])) {
      const [head, tail] = splitAtClause(current);
      cues.push(head);
      current = fits([...tail, word]) ? tail : (cues.push(tail), []);
    }
    current.push(word);
    const isFull = measure(textOf(current)) > room * FULL_ENOUGH;
    if (endsSentence(word) || (isFull && endsClause(word))) {
      cues.push(current);
      current = [];
    }
  }
  cues.push(current);
  return timeCues(cues.filter((part) => part.length > 0).map(textOf), seconds, words);
}

/** Cut behind the last clause that ends inside, so that a sentence is not torn apart one word after its comma. */
function splitAtClause(words: Word[]): [Word[], Word[]] {
  const end = words.slice(0, -1).findLastIndex(endsClause) + 1;
  return end > words.length / 3 ? [words.slice(0, end), words.slice(end)] : [words, []];
}

function timeCues(texts: string[], seconds: number, words: SpokenWord[]): Cue[] {
  const spans = alignWords(texts.join(''), words);
  const total = texts.reduce((sum, text) => sum + readingSpeed(text, 1), 0);
  let offset = 0;
  let read = 0;
  const cues = texts.map((text): Cue => {
    const [from, to] = [offset, offset + text.length];
    offset = to;
    const inside = spans.filter((span) => span.from >= from && span.from < to);
    const share = total === 0 ? 0 : read / total;
    read += readingSpeed(text, 1);
    const shareEnd = total === 0 ? 1 : read / total;
    return {
      text,
      startSeconds: inside[0]?.startSeconds ?? share * seconds,
      endSeconds: inside.at(-1)?.endSeconds ?? shareEnd * seconds,
      words: inside.map((span) => ({
        text: text.slice(Math.max(0, span.from - from), span.to - from),
        startSeconds: span.startSeconds,
        endSeconds: span.endSeconds,
      })),
    };
  });
  // A caption stays until the next one comes, so that nothing flickers in the pauses of the speaker.
  return cues.map((cue, i) => ({ ...cue, endSeconds: cues[i + 1]?.startSeconds ?? Math.max(cue.endSeconds, seconds) }));
}

function textOf(words: Word[]): string {
  return words
    .map(({ text, space }) => text + space)
    .join('')
    .trimEnd();
}

function endsSentence({ text }: Word): boolean {
  return /[。！？!?…]["”’）】》」』)]*$/.test(text);
}
