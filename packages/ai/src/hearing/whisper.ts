import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { KnownWords } from '#hearing/known-words.ts';
import { FRAMES, melOf, MELS } from '#hearing/mel.ts';
import { hasLoop, repeatedTokens } from '#hearing/repetition.ts';
import { MARKS, readVocabulary, type Vocabulary } from '#hearing/tokens.ts';
import { collectGarbage } from '#runtime/collect.ts';
import { withFloatSteps } from '#runtime/float-steps.ts';
import { sessionOptions } from '#runtime/onnx.ts';

/** Text tokens of one window with the attention that times them, and how sure the model is that there is speech. */
export type Decoded = { tokens: number[]; heads: Float32Array[][]; silence: number; confidence: number };

/** `prompt` is taken as said before; `seconds` is how much of the window is sound. */
type Decoding = { language: string; prompt?: number[]; seconds: number; known?: KnownWords };

/** The loaded model. */
export type Whisper = {
  vocabulary: Vocabulary;
  /** Listens to at most 30 s at 16 kHz. */
  encode(pcm: Float32Array): Promise<Tensor>;
  findLanguage(sound: Tensor): Promise<string>;
  decode(sound: Tensor, options: Decoding): Promise<Decoded>;
};

type Tensors = Record<string, Tensor>;
type Step = { logits: Float32Array; attentions: Tensors };

/** Nobody speaks faster; a row of tokens longer than this is a loop that the other guard has not seen yet. */
const TOKENS_PER_SECOND = 14;
const MOST_TOKENS = 440;
/** Less likely than the best by so many natural logarithms: all others together make less than a millionth. */
const NEGLIGIBLE = 25;
/** After a loop, the window is heard again with rows of so many tokens allowed only once. */
const NGRAM = 5;

/** Rounded at every step, it hears a fifth something else; the decoder writes the same either way, and is faster so. */
async function loadEncoder(folder: string, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  return InferenceSession.create(await withFloatSteps(join(folder, 'encoder.onnx'), ['last_hidden_state']), options);
}

/** Loads the model of a pack folder. */
export async function loadWhisper(folder: string, threads: number): Promise<Whisper> {
  const options = sessionOptions(threads);
  const vocabulary = await readVocabulary(folder);
  const encoder = await loadEncoder(folder, options);
  collectGarbage();
  // Its table of words is kept in bytes, which the runtime would make floats of anew for every token: half of what hearing took.
  // Put into another order for faster products, its weights would be there twice, for a twentieth of its time.
  const decoder = await InferenceSession.create(
    join(folder, 'decoder.onnx'),
    sessionOptions(threads, { disable_quant_qdq: '1', disable_prepacking: '1' }),
  );
  const layers = [...new Set(vocabulary.alignmentHeads.map(([layer]) => `cross_attentions.${layer}`))];
  const caches = decoder.inputNames.filter((name) => name.startsWith('past_key_values'));
  const presents = decoder.outputNames.filter((name) => name.startsWith('present'));
  const outputs = ['logits', ...layers];

  /** A pass over tokens with what was kept of those before; the part about the sound is computed once. */
  function open(sound: Tensor) {
    let past: Tensors | undefined;
    const [, , size = 0] = sound.dims;
    const unheard = new Tensor('float32', new Float32Array(size), [1, 1, size]);
    return async (tokens: number[]): Promise<Step> => {
      const isFirst = past === undefined;
      const kept = past ?? emptyPast(decoder, caches);
      const wanted = isFirst ? presents : presents.filter((name) => name.includes('.decoder.'));
      const result = await decoder.run(
        {
          ...kept,
          input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
          // What it says of the sound is kept since the first pass; asked for all the same, it would be rounded for every token.
          encoder_hidden_states: isFirst ? sound : unheard,
          use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        },
        [...outputs, ...wanted],
      );
      const fresh = wanted.map((name) => [name.replace('present', 'past_key_values'), result[name]!]);
      past = { ...kept, ...(Object.fromEntries(fresh) as Tensors) };
      const logits = result['logits']!.data as Float32Array;
      return { logits: logits.slice(-(logits.length / tokens.length)), attentions: result };
    };
  }

  async function run(sound: Tensor, start: number[], { seconds, known }: Decoding, ngram: number): Promise<Decoded> {
    const step = open(sound);
    const heads: Float32Array[][] = vocabulary.alignmentHeads.map(() => []);
    const tokens: number[] = [];
    const limit = Math.min(MOST_TOKENS - start.length, Math.ceil(seconds * TOKENS_PER_SECOND) + 8);
    let silence = 0;
    let logSum = 0;
    let input = start;
    while (tokens.length < limit) {
      const { logits, attentions } = await step(input);
      if (tokens.length === 0) silence = probability(logits, MARKS.silence);
      for (const [id, gain] of known?.bonusAfter(tokens) ?? []) logits[id]! += gain;
      const token = choose(logits, vocabulary, tokens, ngram);
      vocabulary.alignmentHeads.forEach(([layer, head], i) => {
        heads[i]!.push(lastRow(attentions[`cross_attentions.${layer}`]!, head));
      });
      logSum += Math.log(Math.max(probability(logits, token), 1e-9));
      if (token === MARKS.end) break;
      tokens.push(token);
      input = [token];
      if (ngram === 0 && hasLoop(tokens)) break;
    }
    return { tokens, heads, silence, confidence: logSum / (tokens.length + 1) };
  }

  return {
    vocabulary,

    async encode(pcm) {
      const mel = new Tensor('float32', melOf(pcm), [1, MELS, FRAMES]);
      const { last_hidden_state } = await encoder.run({ input_features: mel }, ['last_hidden_state']);
      return last_hidden_state!;
    },

    async findLanguage(sound) {
      const { logits } = await open(sound)([MARKS.start]);
      let best = '';
      let most = -Infinity;
      for (const [language, id] of vocabulary.languages) {
        if (logits[id]! > most) [best, most] = [language, logits[id]!];
      }
      return best;
    },

    async decode(sound, decoding) {
      const { language, prompt = [] } = decoding;
      const context = prompt.length > 0 ? [MARKS.previous, ...prompt] : [];
      const id = vocabulary.languages.get(language) ?? vocabulary.languages.get('zh')!;
      const start = [...context, MARKS.start, id, MARKS.transcribe, MARKS.plain];
      const first = await run(sound, start, decoding, 0);
      return hasLoop(first.tokens) ? run(sound, start, decoding, NGRAM) : first;
    },
  };
}

function emptyPast(decoder: InferenceSession, names: string[]): Tensors {
  const shapes = new Map(decoder.inputMetadata.map((input) => [input.name, input.isTensor ? input.shape : []]));
  return Object.fromEntries(
    names.map((name) => {
      const [, heads, , size] = shapes.get(name) ?? [];
      return [name, new Tensor('float32', new Float32Array(0), [1, Number(heads), 0, Number(size)])];
    }),
  );
}

/** The best token that may come next. Time marks and other marks never may: we time by attention. */
function choose(logits: Float32Array, vocabulary: Vocabulary, before: number[], ngram: number): number {
  const isBehindFigure = vocabulary.figures.has(before.at(-1) ?? -1);
  for (const id of vocabulary.suppressed) {
    if (!(isBehindFigure && vocabulary.figureSigns.has(id))) logits[id] = -Infinity;
  }
  if (before.length === 0) for (const id of vocabulary.suppressedAtStart) logits[id] = -Infinity;
  if (ngram > 0) for (const id of repeatedTokens(before, ngram)) logits[id] = -Infinity;
  let best = 0;
  for (let id = 1; id <= MARKS.end; id += 1) if (logits[id]! > logits[best]!) best = id;
  return best;
}

function probability(logits: Float32Array, id: number): number {
  let most = -Infinity;
  for (const value of logits) if (value > most) most = value;
  let sum = 0;
  // Of fifty thousand tokens nearly all are so unlikely that they add nothing.
  for (const value of logits) if (value > most - NEGLIGIBLE) sum += Math.exp(value - most);
  return Math.exp(logits[id]! - most) / sum;
}

/** What one head looked at while the last token was chosen. */
function lastRow({ data, dims }: Tensor, head: number): Float32Array {
  const [, , rows = 1, frames = 0] = dims;
  const end = (head + 1) * rows * frames;
  return (data as Float32Array).slice(end - frames, end);
}
