import type { KnownWords } from '#hearing/known-words.ts';
import { hasLoop, repeatedTokens } from '#hearing/repetition.ts';
import { MARKS, type Vocabulary } from '#hearing/tokens.ts';
import { type Heard, type Pass, windowOf, type Writer, type Writing } from '#hearing/writer.ts';

/** Text tokens of one window with the attention that times them, and how sure the model is that there is speech. */
export type Decoded = { tokens: number[]; heads: Float32Array[][]; silence: number; confidence: number };

/** `start` is what stands before the text of every window. */
export type WriteOptions = { vocabulary: Vocabulary; start: number[]; known?: KnownWords | undefined };

/** A window's text as far as it is written. */
type Row = Omit<Decoded, 'confidence'> & { window: number; logs: number; limit: number; isEnded: boolean };

/** Nobody speaks faster; a row of tokens longer than this is a loop that the other guard has not seen yet. */
const TOKENS_PER_SECOND = 14;
const MOST_TOKENS = 440;
/** Less likely than the best by so many natural logarithms: all others together make less than a hundredth. */
const NEGLIGIBLE = 16;
/** After a loop, the window is written anew with rows of so many tokens allowed only once. */
const NGRAM = 5;

/** What is said in each window, of which so many seconds are sound. */
export async function writeDown(
  writer: Writer,
  heard: Heard,
  seconds: number[],
  options: WriteOptions,
): Promise<Decoded[]> {
  const written: Decoded[] = [];
  const rows = await write(writer.begin(heard), seconds, { ...options, ngram: 0 });
  for (const [place, row] of rows.entries()) {
    const isLost = hasLoop(row.tokens);
    const alone = isLost && writer.begin(windowOf(heard, place));
    const [again] = alone ? await write(alone, [seconds[row.window]!], { ...options, ngram: NGRAM }) : [];
    const { tokens, heads, silence, logs } = again ?? row;
    written[row.window] = { tokens, heads, silence, confidence: logs / (tokens.length + 1) };
  }
  return written;
}

/** Writes all windows at a time, each to its own end. The rows come in the order in which the windows lie then. */
async function write(writing: Writing, seconds: number[], options: WriteOptions & { ngram: number }): Promise<Row[]> {
  const { vocabulary, start } = options;
  const rows = seconds.map((length, window): Row => ({
    window,
    tokens: [],
    heads: vocabulary.alignmentHeads.map(() => []),
    silence: 0,
    logs: 0,
    limit: Math.min(MOST_TOKENS - start.length, Math.ceil(length * TOKENS_PER_SECOND) + 8),
    isEnded: false,
  }));
  let left = rows.length;
  let fresh = rows.map(() => start);
  while (left > 0) {
    const pass = await writing.pass(fresh);
    rows.slice(0, left).forEach((row, place) => takeToken(row, place, pass, options));
    // From behind: what takes the place of another was asked before.
    for (let place = left - 1; place >= 0; place -= 1) {
      if (!rows[place]!.isEnded) continue;
      left -= 1;
      writing.leave(place);
      [rows[place], rows[left]] = [rows[left]!, rows[place]!];
    }
    fresh = rows.slice(0, left).map(({ tokens }) => tokens.slice(-1));
  }
  return rows;
}

function takeToken(
  row: Row,
  place: number,
  { chances: all, look }: Pass,
  { vocabulary, known, ngram }: WriteOptions & { ngram: number },
): void {
  const { tokens } = row;
  const chances = all[place]!;
  if (tokens.length === 0) row.silence = probability(chances, MARKS.silence);
  for (const [id, gain] of known?.bonusAfter(tokens) ?? []) chances[id]! += gain;
  forbid(chances, vocabulary, tokens, ngram);
  // Time marks and other marks never come next: we time by attention.
  const token = likeliest(chances.subarray(0, MARKS.end + 1));
  // Copies: a part of what all heads looked at would keep the whole.
  vocabulary.alignmentHeads.forEach(([layer, head], i) => row.heads[i]!.push(look(place, layer, head).slice()));
  row.logs += Math.log(Math.max(probability(chances, token), 1e-9));
  if (token !== MARKS.end) tokens.push(token);
  const isLoop = ngram === 0 && hasLoop(tokens);
  row.isEnded = token === MARKS.end || isLoop || tokens.length >= row.limit;
}

function forbid(chances: Float32Array, vocabulary: Vocabulary, before: number[], ngram: number): void {
  const isBehindFigure = vocabulary.figures.has(before.at(-1) ?? -1);
  for (const id of vocabulary.suppressed) {
    if (!(isBehindFigure && vocabulary.figureSigns.has(id))) chances[id] = -Infinity;
  }
  if (before.length === 0) for (const id of vocabulary.suppressedAtStart) chances[id] = -Infinity;
  if (ngram > 0) for (const id of repeatedTokens(before, ngram)) chances[id] = -Infinity;
}

function likeliest(chances: Float32Array): number {
  let best = 0;
  for (let id = 1; id < chances.length; id += 1) if (chances[id]! > chances[best]!) best = id;
  return best;
}

function probability(chances: Float32Array, id: number): number {
  let most = -Infinity;
  for (const value of chances) if (value > most) most = value;
  let sum = 0;
  // Of fifty thousand tokens nearly all are so unlikely that they add nothing.
  const least = most - NEGLIGIBLE;
  for (const value of chances) if (value > least) sum += Math.exp(value - most);
  return Math.exp(chances[id]! - most) / sum;
}
