import type { SpokenWord } from '@mixreel/contract';
import { Needless, type RunTool } from './box-tool.ts';
import { cutStretches, type Span } from './film-tools.ts';
import { requireSaid } from './said.ts';

/** Sounds that mean nothing wherever they stand by themselves. */
const SOUNDS = /^(?:嗯+|呃+|额+|唔+|哦+|噢+|啊+|诶+|欸+|呣+|uh+|um+|hmm+|er+)$/iu;
/** Words that mean something, except between two pauses. */
const STOPGAPS = new Set(['那个', '这个', '就是', '就是说', '然后', '然后呢', '对吧', '怎么说呢']);
const MARKS = /[，。！？、；：,.!?;:…\s]/gu;
/** So long a silence beside a word sets it apart. */
const APART_SECONDS = 0.18;
/** What is left between cuts on either side, so that neighbours keep their beginnings and ends. */
const MARGIN_SECONDS = 0.03;

/** Where words are heard that say nothing; the silence around each goes along up to its neighbours. */
export function fillerSpans(words: SpokenWord[], isMore: boolean): Span[] {
  const spans: Span[] = [];
  for (const [n, word] of words.entries()) {
    const text = word.text.replaceAll(MARKS, '');
    const before = words[n - 1]?.end ?? -Infinity;
    const after = words[n + 1]?.start ?? Infinity;
    const isApart = word.start - before >= APART_SECONDS && after - word.end >= APART_SECONDS;
    // A particle that leans on the word before it belongs to that: 好啊, 对啊.
    const isLoose =
      word.start - before >= APART_SECONDS || /[，。！？、；：,.!?;:…]\s*$/u.test(words[n - 1]?.text ?? '，');
    const isFiller = SOUNDS.test(text) ? isLoose : isMore && STOPGAPS.has(text) && isApart;
    if (!isFiller) continue;
    const start = Math.max(before + MARGIN_SECONDS, word.start - MARGIN_SECONDS);
    const end = Math.min(after - MARGIN_SECONDS, word.end + MARGIN_SECONDS);
    const last = spans.at(-1);
    if (last && start - last.end < 2 * MARGIN_SECONDS) last.end = end;
    else if (end - start > 0.05) spans.push({ start, end });
  }
  return spans;
}

/** What is left without them. */
export function without(spans: Span[], seconds: number): Span[] {
  const kept: Span[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start - at > 0.05) kept.push({ start: at, end: start });
    at = end;
  }
  if (seconds - at > 0.05) kept.push({ start: at, end: seconds });
  return kept;
}

export const fillerCut: RunTool<{ words: string }> = {
  async run(work) {
    const { facts, options } = work;
    const words = (await requireSaid(work)).flatMap((one) => one.words);
    const spans = fillerSpans(words, options.words === 'more');
    if (spans.length === 0) throw new Needless('没有听到口头禅，不用剪');
    return cutStretches(work, without(spans, facts.seconds), '去口头禅');
  },
};
