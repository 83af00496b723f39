import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What it says: whole words, so that any of them in a row are Chinese and none of them is a fact. */
const WORDS = [
  '今天上架',
  '点下方链接',
  '上手就知道',
  '真的方便',
  '带回家试试',
  '早上来点冰的',
  '朋友都在问',
  '随手就能用',
];
const MARKS = ['"', ',', ']', '}'];
const FIRST_BYTE = 3;
const WIDTH = 32;
const CONTEXT = 16_384;
/** What follows what: a row for each kind of token before, and how much is for each next one. */
const KINDS = { other: 0, word: 1, quote: 2, comma: 3, brace: 4 };

type Value =
  | { is: 'text'; value: string }
  | { is: 'whole'; value: number }
  | { is: 'real'; value: number }
  | { is: 'yes'; value: boolean }
  | { is: 'texts'; value: string[] }
  | { is: 'wholes' | 'reals'; value: number[] };

const TYPES = { whole: 4, real: 6, yes: 7, text: 8, list: 9, wholes: 5, reals: 6 };

/** `architecture` and `template` let it be a model that cannot be used; `talks` makes it never end a sentence. */
export type TinyChat = { architecture?: string; template?: string | null; talks?: boolean };

const TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

/**
 * A language model of 130 kB that llama.cpp loads and runs as any other: one layer that does nothing, and a table of what
 * follows what. It says a few words in any order, which under a grammar is a script.
 */
export async function writeTinyChat(folder: string, name = 'tiny.gguf', options: TinyChat = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, tinyChat(options));
  return path;
}

export function tinyChat({ architecture = 'llama', template = TEMPLATE, talks = false }: TinyChat = {}): Buffer {
  const tokens = ['<unk>', '<s>', '<|im_end|>', ...bytes(), '<|im_start|>', ...WORDS];
  const of = (name: string) => `${architecture}.${name}`;
  const about: Record<string, Value> = {
    'general.architecture': { is: 'text', value: architecture },
    'general.name': { is: 'text', value: '小试' },
    [of('context_length')]: { is: 'whole', value: CONTEXT },
    [of('embedding_length')]: { is: 'whole', value: WIDTH },
    [of('block_count')]: { is: 'whole', value: 1 },
    [of('feed_forward_length')]: { is: 'whole', value: WIDTH },
    [of('attention.head_count')]: { is: 'whole', value: 1 },
    [of('attention.layer_norm_rms_epsilon')]: { is: 'real', value: 1e-5 },
    'tokenizer.ggml.model': { is: 'text', value: 'llama' },
    'tokenizer.ggml.tokens': { is: 'texts', value: tokens },
    'tokenizer.ggml.scores': { is: 'reals', value: tokens.map(() => -1) },
    'tokenizer.ggml.token_type': { is: 'wholes', value: tokens.map(typeOf) },
    'tokenizer.ggml.bos_token_id': { is: 'whole', value: 1 },
    'tokenizer.ggml.eos_token_id': { is: 'whole', value: 2 },
    'tokenizer.ggml.add_bos_token': { is: 'yes', value: false },
    'tokenizer.ggml.add_space_prefix': { is: 'yes', value: false },
    ...(template !== null && { 'tokenizer.chat_template': { is: 'text', value: template } }),
  };
  return toGguf(about, weightsOf(tokens, talks));
}

function bytes(): string[] {
  return Array.from({ length: 256 }, (_, n) => `<0x${n.toString(16).toUpperCase().padStart(2, '0')}>`);
}

/** Unknown, control, byte or ordinary, as llama.cpp numbers them. */
function typeOf(token: string): number {
  if (token === '<unk>') return 2;
  if (token === '<s>' || token.startsWith('<|')) return 3;
  return token.startsWith('<0x') ? 6 : 1;
}

function byteOf(mark: string): number {
  return FIRST_BYTE + mark.charCodeAt(0);
}

function weightsOf(tokens: string[], talks: boolean): Tensor[] {
  const kindOf = (n: number) => {
    if (WORDS.includes(tokens[n] ?? '')) return KINDS.word;
    const place = MARKS.findIndex((mark) => byteOf(mark) === n);
    return [KINDS.quote, KINDS.comma, KINDS.other, KINDS.brace][place] ?? KINDS.other;
  };
  const seen = new Float32Array(tokens.length * WIDTH);
  const said = new Float32Array(tokens.length * WIDTH);
  const wish = (token: number, kind: number, much: number) => (said[token * WIDTH + kind] = much);
  for (const n of tokens.keys()) {
    seen[n * WIDTH + kindOf(n)] = 1;
    if (kindOf(n) === KINDS.word) for (const kind of Object.values(KINDS)) wish(n, kind, 2);
  }
  // A sentence is one to three words, a list some three things long.
  if (!talks) wish(byteOf('"'), KINDS.word, 2.3);
  wish(byteOf('"'), KINDS.comma, 2);
  wish(byteOf(','), KINDS.brace, 2.1);
  wish(byteOf(']'), KINDS.brace, 2);
  // Free of a grammar it ends after a few words.
  if (!talks) wish(2, KINDS.word, 2.6);
  const square = () => new Float32Array(WIDTH * WIDTH);
  const ones = () => new Float32Array(WIDTH).fill(1);
  return [
    { name: 'token_embd.weight', shape: [WIDTH, tokens.length], data: seen },
    { name: 'blk.0.attn_norm.weight', shape: [WIDTH], data: ones() },
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_gate', 'ffn_up', 'ffn_down'].map((part) => {
      return { name: `blk.0.${part}.weight`, shape: [WIDTH, WIDTH], data: square() };
    }),
    { name: 'blk.0.ffn_norm.weight', shape: [WIDTH], data: ones() },
    { name: 'output_norm.weight', shape: [WIDTH], data: ones() },
    { name: 'output.weight', shape: [WIDTH, tokens.length], data: said },
  ];
}

type Tensor = { name: string; shape: number[]; data: Float32Array };

const ALIGNMENT = 32;

function toGguf(about: Record<string, Value>, tensors: Tensor[]): Buffer {
  let offset = 0;
  const places = tensors.map(({ name, shape, data }) => {
    const place = Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)]);
    offset += aligned(data.byteLength);
    return place;
  });
  const entries = Object.entries(about);
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(entries.length),
    ...entries.map(([key, value]) => Buffer.concat([text(key), toBytes(value)])),
    ...places,
  ]);
  const data = tensors.map((tensor) => Buffer.from(tensor.data.buffer));
  return Buffer.concat([head, padded(head), ...data.flatMap((one) => [one, padded(one)])]);
}

function padded({ length }: Buffer): Buffer {
  return Buffer.alloc(aligned(length) - length);
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function toBytes({ is, value }: Value): Buffer {
  const list = (items: Buffer[], type: number) => [u32(TYPES.list), u32(type), u64(items.length), ...items];
  if (is === 'text') return Buffer.concat([u32(TYPES.text), text(value)]);
  if (is === 'whole') return Buffer.concat([u32(TYPES.whole), u32(value)]);
  if (is === 'real') return Buffer.concat([u32(TYPES.real), f32(value)]);
  if (is === 'yes') return Buffer.concat([u32(TYPES.yes), Buffer.from([Number(value)])]);
  if (is === 'texts') return Buffer.concat(list(value.map(text), TYPES.text));
  return Buffer.concat(list(value.map(is === 'reals' ? f32 : u32), TYPES[is]));
}

function u32(value: number): Buffer {
  const bytesOf = Buffer.alloc(4);
  bytesOf.writeUInt32LE(value);
  return bytesOf;
}

function u64(value: number): Buffer {
  const bytesOf = Buffer.alloc(8);
  bytesOf.writeBigUInt64LE(BigInt(value));
  return bytesOf;
}

function f32(value: number): Buffer {
  const bytesOf = Buffer.alloc(4);
  bytesOf.writeFloatLE(value);
  return bytesOf;
}

function text(value: string): Buffer {
  const letters = Buffer.from(value);
  return Buffer.concat([u64(letters.length), letters]);
}
