import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toOnnx } from '#vision/onnx-graph.ts';

const DIMENSIONS = 16;
/** Words of the tiny model and what they mean: the place of their one. The first three are colours as pictures have them. */
const MEANINGS = { 红: 0, 绿: 1, 蓝: 2, 猫: 4, 海: 5 };
const MARKS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const OF_ALL = 3;

/** A CLIP of a few hundred numbers that knows three colours, in the files that a real one comes in. */
export async function writeTinyMatcher(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const words = [...MARKS, ...Object.keys(MEANINGS)];
  const table = new Float32Array(words.length * DIMENSIONS);
  for (const [n, word] of words.entries()) {
    const place = MEANINGS[word as keyof typeof MEANINGS];
    table[n * DIMENSIONS + (place ?? OF_ALL)] = place === undefined ? 0.1 : 1;
  }
  const text = toOnnx({
    nodes: [
      { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['found'], ints: { axis: 0 } },
      { op: 'ReduceMean', inputs: ['found'], outputs: ['text_embeds'], ints: { axes: [1], keepdims: 0 } },
    ],
    weights: [{ name: 'table', shape: [words.length, DIMENSIONS], data: table }],
    inputs: [{ name: 'input_ids', shape: ['batch', 'length'], isWhole: true }],
    outputs: ['text_embeds'],
  });
  const colours = new Float32Array(3 * DIMENSIONS);
  for (let n = 0; n < 3; n += 1) colours[n * DIMENSIONS + n] = 1;
  const vision = toOnnx({
    nodes: [
      { op: 'ReduceMean', inputs: ['pixel_values'], outputs: ['mean'], ints: { axes: [2, 3], keepdims: 0 } },
      { op: 'MatMul', inputs: ['mean', 'colours'], outputs: ['image_embeds'] },
    ],
    weights: [{ name: 'colours', shape: [3, DIMENSIONS], data: colours }],
    inputs: [{ name: 'pixel_values', shape: ['batch', 3, 32, 32] }],
    outputs: ['image_embeds'],
  });
  const files: Record<string, string | Uint8Array> = {
    'text_model.onnx': text,
    'vision_model.onnx': vision,
    'tokenizer.json': JSON.stringify(tokenizer(words)),
    'preprocessor_config.json': JSON.stringify({
      size: { height: 32, width: 32 },
      image_mean: [0.5, 0.5, 0.5],
      image_std: [0.5, 0.5, 0.5],
    }),
    'clip.json': JSON.stringify({ scale: 20 }),
  };
  for (const [name, contents] of Object.entries(files)) await writeFile(join(folder, name), contents);
}

/** As Hugging Face writes down that of a BERT. */
function tokenizer(words: string[]) {
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, n) => [word, n])),
    },
  };
}
