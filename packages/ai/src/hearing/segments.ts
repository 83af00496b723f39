import type { HeardSegment, HeardWord } from '#hearing/transcript.ts';
import type { Span } from '#hearing/voice-activity.ts';

const SENTENCE_END = /[。！？!?；;…]["”’）】》」』)]*\s*$/;
/** Where speech begins within this of a word's own time, the word begins there: attention is blurred, silence is not. */
const SNAP_SECONDS = 0.35;

/** Words as segments, cut at end marks and at pauses, with their edges where speech was found to begin and end. */
export function toSegments(words: HeardWord[], speech: Span[], language: string): HeardSegment[] {
  const groups: HeardWord[][] = [];
  for (const word of snapToSpeech(words, speech)) {
    const last = groups.at(-1)?.at(-1);
    const isNew = !last || SENTENCE_END.test(last.text) || hasPause(last, word, speech);
    if (isNew) groups.push([word]);
    else groups.at(-1)!.push(word);
  }
  const told = language === 'zh' ? groups.map(withClauses) : groups;
  return told.map((group) => ({
    start: group[0]!.start,
    end: group.at(-1)!.end,
    text: textOf(group, language),
    words: group.map((word) => ({ ...word, text: word.text.trim() })),
  }));
}

/** Where the model leaves a space between two characters, it has heard the end of a clause. */
function withClauses(words: HeardWord[]): HeardWord[] {
  return words.map((word, i) => {
    if (!/^\p{Script=Han}/u.test(words[i + 1]?.text ?? '')) return word;
    return {
      ...word,
      text: word.text.replace(/(?<=\p{Script=Han})\s+$/u, '，').replace(/(?<=[，。、？！；：,?])\s+$/, ''),
    };
  });
}

function hasPause(before: HeardWord, after: HeardWord, speech: Span[]): boolean {
  const middle = (before.start + after.end) / 2;
  return speech.some(({ start }) => start > before.start && start <= after.start + 0.05 && start <= middle + 0.5);
}

/** The first word of each stretch of speech begins with it, the last ends with it, and none lies in the silence. */
function snapToSpeech(words: HeardWord[], speech: Span[]): HeardWord[] {
  const moved = words.map((word) => ({ ...word }));
  for (const [i, { start, end }] of speech.entries()) {
    const nearest = (time: (word: HeardWord) => number, edge: number) =>
      moved.reduce<HeardWord | undefined>((best, word) => {
        const distance = Math.abs(time(word) - edge);
        return distance < (best ? Math.abs(time(best) - edge) : SNAP_SECONDS) ? word : best;
      }, undefined);
    // What seems to begin in the silence before is the first word, though another may be nearer, and though what was said
    // before may be nearer to it where that has ended.
    const before = speech[i - 1]?.end ?? -Infinity;
    const early = moved.find((word, n) => {
      const late = start - word.start;
      if (late <= 0 || late >= SNAP_SECONDS || word.start < before - SNAP_SECONDS) return false;
      return late < word.start - before || SENTENCE_END.test(moved[n - 1]?.text ?? '');
    });
    const first = early ?? nearest((word) => word.start, start);
    if (first) first.start = start;
    const last = nearest((word) => word.end, end);
    if (last && last.start < end) last.end = end;
  }
  moved.forEach((word, i) => {
    const next = moved[i + 1];
    if (next && next.start < word.start) next.start = word.start;
    if (next && word.end > next.start) word.end = next.start;
    if (word.end < word.start) word.end = word.start;
  });
  return moved;
}

function textOf(words: HeardWord[], language: string): string {
  const text = words
    .map((word) => word.text)
    .join('')
    .trim();
  return language === 'zh'
    ? text.replaceAll(/(?<=\p{Script=Han}),/gu, '，').replaceAll(/(?<=\p{Script=Han})\?/gu, '？')
    : text;
}
