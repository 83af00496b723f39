import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '#runtime/onnx.ts';
import type { Task } from '#runtime/tasks.ts';
import { toTokens, type WordPieces } from '#search/word-pieces.ts';

type Embedder = { session: InferenceSession; pieces: WordPieces };

let loading: Promise<Embedder> | undefined;

/** Turns texts into vectors of length 1 whose products tell how much alike they are. */
export const runEmbed: Task<'embed'> = async (texts, { folders, threads }) => {
  loading ??= load(folders['bge-small-zh']!, threads);
  const { session, pieces } = await loading;
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const ids = toTokens(text, pieces);
    const output = await session.run(
      { input_ids: row(ids), attention_mask: row(ids.map(() => 1)), token_type_ids: row(ids.map(() => 0)) },
      ['last_hidden_state'],
    );
    const { data, dims } = output['last_hidden_state']!;
    // The first token stands for the whole text.
    vectors.push(normalise((data as Float32Array).slice(0, dims.at(-1))));
  }
  return vectors;
};

function row(values: number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
}

async function load(folder: string, threads: number): Promise<Embedder> {
  const tokenizer = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const session = await InferenceSession.create(join(folder, 'model.onnx'), sessionOptions(threads));
  return { session, pieces: new Map(Object.entries(tokenizer.model.vocab)) };
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
