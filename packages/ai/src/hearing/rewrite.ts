import type { HeardWord } from '#hearing/transcript.ts';

/** A part of a text that is to be written in another way. */
export type Rewriting = { from: number; to: number; text: string };

/** The text of words, in which positions are counted. */
function textOfWords(words: HeardWord[]): string {
  return words.map((word) => word.text).join('');
}

/** Changes the text of all words together, character by character, so that each stays with its time. */
export function rewriteEach(words: HeardWord[], change: (text: string) => string): HeardWord[] {
  const text = change(textOfWords(words));
  let at = 0;
  return words.map((word) => {
    const from = at;
    at += word.text.length;
    return { ...word, text: text.slice(from, at) };
  });
}

/** Writes parts of the text in another way; words that share such a part become one, with the time of all of them. */
export function rewriteParts(words: HeardWord[], find: (text: string) => Rewriting[]): HeardWord[] {
  const rewritings = find(textOfWords(words));
  const written: HeardWord[] = [];
  let at = 0;
  let next = 0;
  for (const word of words) {
    const [from, to] = [at, at + word.text.length];
    at = to;
    let text = '';
    let kept = from;
    let joins = false;
    for (; next < rewritings.length && rewritings[next]!.from < to; next += 1) {
      const part = rewritings[next]!;
      if (part.from >= from) text += word.text.slice(Math.max(kept, from) - from, part.from - from) + part.text;
      else joins = true;
      kept = part.to;
      // The rest of it is in the words that follow.
      if (part.to > to) break;
    }
    text += word.text.slice(Math.min(Math.max(kept, from), to) - from);
    const last = written.at(-1);
    if (joins && last) Object.assign(last, { text: last.text + text, end: word.end });
    else written.push({ ...word, text });
  }
  return written;
}
