import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type EarWeights, readEarWeights } from '#hearing/ear-weights.ts';
import type { KnownWords } from '#hearing/known-words.ts';
import { listeningGraph } from '#hearing/listening-graph.ts';
import { FRAMES, melOf, MELS } from '#hearing/mel.ts';
import { MARKS, readVocabulary, type Vocabulary } from '#hearing/tokens.ts';
import { type Decoded, writeDown } from '#hearing/write-down.ts';
import { type Heard, hearEach, openWriter } from '#hearing/writer.ts';
import { writingGraph } from '#hearing/writing-graph.ts';
import { collectGarbage } from '#runtime/collect.ts';
import { sessionOptions } from '#runtime/onnx.ts';

/** `prompt` is taken as said before each window. */
type Dictation = { language: string; prompt?: number[]; known?: KnownWords };

/** The loaded model. */
export type Whisper = {
  vocabulary: Vocabulary;
  /** Listens to windows of at most 30 s at 16 kHz. */
  listen(windows: Float32Array[]): Promise<Heard>;
  findLanguage(heard: Heard): Promise<string>;
  /** What was heard can be written down once; `seconds` is how much of each window is sound. */
  write(heard: Heard, seconds: number[], dictation: Dictation): Promise<Decoded[]>;
};

/**
 * Loads the model of a pack folder: of its files the weights are taken, the steps are ours. Theirs round at every step what
 * flows through them, compute for all tokens what is asked of the last one, and take one window at a time.
 */
export async function loadWhisper(folder: string, threads: number): Promise<Whisper> {
  const vocabulary = await readVocabulary(folder);
  const watched = Array.from(new Set(vocabulary.alignmentHeads.map(([layer]) => layer)));
  const writing = await readEarWeights(join(folder, 'decoder.onnx'));
  // One after the other: what is needed to open a graph is twice its weights.
  const open = async (graph: Uint8Array) => {
    // Else pairs of quantising steps are kept together, and bytes are made floats of for every window.
    const session = await InferenceSession.create(graph, sessionOptions(threads, { disable_quant_qdq: '1' }));
    collectGarbage();
    return session;
  };
  const listener = await open(await listeningGraphOf(folder, writing));
  const writer = openWriter(await open(writingGraph(writing, watched)), writing.width);

  return {
    vocabulary,

    listen: (windows) =>
      hearEach(windows.length, (window) => {
        const sound = new Tensor('float32', melOf(windows[window]!), [1, MELS, FRAMES]);
        return listener.run({ sound });
      }),

    async findLanguage(heard) {
      const { chances } = await writer.begin(heard).pass(Array.from({ length: heard.windows }, () => [MARKS.start]));
      let best = '';
      let most = -Infinity;
      for (const [language, id] of vocabulary.languages) {
        const likely = chances.reduce((sum, window) => sum + window[id]!, 0);
        if (likely > most) [best, most] = [language, likely];
      }
      return best;
    },

    write(heard, seconds, { language, prompt = [], known }) {
      const context = prompt.length > 0 ? [MARKS.previous, ...prompt] : [];
      const id = vocabulary.languages.get(language) ?? vocabulary.languages.get('zh')!;
      const start = [...context, MARKS.start, id, MARKS.transcribe, MARKS.plain];
      return writeDown(writer, heard, seconds, { vocabulary, start, known });
    },
  };
}

async function listeningGraphOf(folder: string, writing: EarWeights): Promise<Uint8Array> {
  return listeningGraph(await readEarWeights(join(folder, 'encoder.onnx')), writing);
}
