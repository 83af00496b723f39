import { breakIntoLines, cutWords } from '@mixreel/ai';
import { AppError, type SpokenWord, type Subtitle } from '@mixreel/contract';
import { textOf } from '#features/analysis/listen.ts';
import type { Work } from './box-tool.ts';
import { fitSubtitles } from './fit-subtitles.ts';

/** Something that is said in one breath. */
export type Said = { start: number; end: number; text: string; words: SpokenWord[] };

/** Who pauses so long begins a new sentence. */
const PAUSE_SECONDS = 0.6;
const END = /[。！？!?；;]["”’）】》」』)]*$/u;
/** Somebody who never pauses is cut all the same. */
const LONGEST_SECONDS = 20;

/** Words in sentences: by the stops that were heard, by pauses, and where neither comes by length. */
export function sentencesOf(words: SpokenWord[]): Said[] {
  const all: SpokenWord[][] = [];
  for (const word of words) {
    const last = all.at(-1);
    const before = last?.at(-1);
    const goesOn =
      last !== undefined &&
      before !== undefined &&
      word.start - before.end < PAUSE_SECONDS &&
      !END.test(before.text) &&
      word.end - (last[0]?.start ?? 0) <= LONGEST_SECONDS;
    if (goesOn) last.push(word);
    else all.push([word]);
  }
  return all.map((some) => ({
    start: some[0]?.start ?? 0,
    end: some.at(-1)?.end ?? 0,
    text: textOf(some).trim(),
    words: some,
  }));
}

const WIDE: Record<string, string> = { ',': '，', '?': '？', '!': '！', ';': '；', ':': '：' };
const HAN = /\p{Script=Han}/u;

/** Stops as they are written in Chinese: a recogniser mixes both kinds. Those between figures and Latin words stay. */
function withChineseStops(words: SpokenWord[]): SpokenWord[] {
  return words.map((word, n) => {
    const next = words[n + 1]?.text ?? '';
    const isChinese = HAN.test(word.text) || HAN.test(next.slice(0, 1));
    return isChinese ? { ...word, text: word.text.replace(/[,?!;:]$/, (stop) => WIDE[stop] ?? stop) } : word;
  });
}

export async function requireSaid(work: Pick<Work, 'words' | 'facts'>): Promise<Said[]> {
  if (work.facts.audio.length === 0) throw new AppError('invalid', '这个素材没有声音，请换一个有人说话的素材');
  const said = sentencesOf(withChineseStops(await work.words()));
  if (said.length === 0) {
    throw new AppError('invalid', '没有听到人声；换一个素材，或等语音模型就绪后重新分析');
  }
  return said;
}

export type Timed = { start: number; end: number; text: string };

/** A sentence in lines of at most so many characters. */
export function linesOf({ words }: Said, max_chars: number): Timed[] {
  return breakIntoLines(words, { max_chars }).map((line) => ({
    start: line[0]?.start ?? 0,
    end: line.at(-1)?.end ?? 0,
    // A stop at the end of a line is not written in Chinese subtitles.
    text: line
      .map(({ text }) => text)
      .join('')
      .trim()
      .replace(/[，。、；：]+$/u, ''),
  }));
}

const LINE_CHARACTERS = 16;

/** What was heard as lines that a person corrects. */
export function heardSubtitles(words: SpokenWord[]): Subtitle[] {
  const lines = sentencesOf(withChineseStops(words)).flatMap((one) => linesOf(one, LINE_CHARACTERS));
  const cues = lines.map(({ start, end, text }) => {
    return { start_ms: Math.round(start * 1000), end_ms: Math.round(end * 1000), text };
  });
  const written = cues.filter(({ text }) => text !== '');
  return fitSubtitles(written, null).subtitles;
}

const bare = (text: string) => text.replaceAll(/[\p{P}\p{Z}\s]+/gu, '').toLowerCase();

/** Corrected lines as something that is said. The words of a line that was left as it was heard keep their times. */
export function saidOf(subtitles: Subtitle[], heard: SpokenWord[]): Said[] {
  // Both come in their order: of two hours each word is looked at once.
  let next = 0;
  return subtitles.map(({ start_ms, end_ms, text }) => {
    const [start, end] = [start_ms / 1000, end_ms / 1000];
    while (next < heard.length && heard[next]!.start < start - 0.001) next += 1;
    const first = next;
    while (next < heard.length && heard[next]!.end <= end + 0.001) next += 1;
    const inside = heard.slice(first, next);
    const isAsHeard = bare(inside.map((word) => word.text).join('')) === bare(text);
    return { start, end, text, words: isAsHeard ? inside : spread(text, start, end) };
  });
}

/** Words one behind another, each as long as it is written. */
function spread(text: string, start: number, end: number): SpokenWord[] {
  const pace = (end - start) / Math.max(1, text.length);
  let at = 0;
  return cutWords(text).map((word) => {
    const from = at;
    at += word.length;
    return { text: word, start: start + from * pace, end: start + at * pace, from, to: at };
  });
}
