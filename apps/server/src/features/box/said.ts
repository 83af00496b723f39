import { AppError, type SpokenWord } from '@mixreel/contract';
import { textOf } from '#features/analysis/listen.ts';
import type { Work } from './box-tool.ts';

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
