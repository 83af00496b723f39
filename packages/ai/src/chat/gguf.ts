import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { badChat } from '#chat/find-chat.ts';

/** What a GGUF file says about itself. */
export type Gguf = { architecture: string; kind: string; context: number | null; template: string | null };

const [MOST_ENTRIES, MOST_HEADER, MOST_TEXT] = [1_000_000, 512e6, 16e6];
const CHUNK = 2 ** 20;
const ALIGNMENT = 32;
/** Bytes of the simple types of values, by their number: u8 to i32, f32, a truth, then 64 bits. */
const VALUE_BYTES: Record<number, number> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const [TEXT, LIST] = [8, 9];
/** Numbers in a block and its bytes, of every way to keep weights that ggml has had for years. */
const BLOCKS: Record<number, [numbers: number, bytes: number]> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  29: [256, 56],
  30: [1, 2],
  39: [32, 17],
};

/** Reads the head of a file and holds it against the file's length; what is wrong is said in words. Weights are not read. */
export function readGguf(path: string): Gguf {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    return readHead(headReader(file, size), size);
  } finally {
    closeSync(file);
  }
}

type Reader = ReturnType<typeof headReader>;

function headReader(file: number, size: number) {
  let chunk = Buffer.alloc(0);
  let [start, at] = [0, 0];
  function take(count: number): Buffer {
    if (at + count > size) throw cutOff(size);
    if (at + count > MOST_HEADER) throw badChat('文件头太大，不是能用的 GGUF');
    if (at < start || at + count > start + chunk.length) {
      chunk = Buffer.alloc(Math.min(Math.max(CHUNK, count), size - at));
      start = at;
      const read = readSync(file, chunk, 0, chunk.length, start);
      if (read < count) throw cutOff(size);
    }
    const taken = chunk.subarray(at - start, at - start + count);
    at += count;
    return taken;
  }
  const u32 = () => take(4).readUInt32LE();
  /** Larger than any file is as good as broken. */
  const u64 = () => Number(take(8).readBigUInt64LE());
  const text = () => {
    const length = u64();
    if (length > MOST_TEXT) throw badChat('文件头里的文字太长，文件可能已损坏');
    return take(length).toString('utf8');
  };
  return { take, u32, u64, text, skip: (count: number) => void (at += count), place: () => at };
}

function cutOff(size: number) {
  return badChat(`文件不完整（只有 ${inWords(size)}，连文件头都没有写完），请重新下载或拷贝`);
}

function readHead(reader: Reader, size: number): Gguf {
  if (size < 24 || reader.take(4).toString('latin1') !== 'GGUF') throw badChat('不是 GGUF 文件');
  const version = reader.u32();
  if (version !== 2 && version !== 3) throw badChat(`GGUF 版本 ${version} 读不了，请用版本 3`);
  const [tensors, entries] = [reader.u64(), reader.u64()];
  if (tensors > MOST_ENTRIES || entries > MOST_ENTRIES) throw badChat('文件头已损坏，请重新下载或拷贝');
  const said = new Map<string, unknown>();
  for (let n = 0; n < entries; n += 1) {
    const key = reader.text();
    said.set(key, readValue(reader, reader.u32()));
  }
  const ends = Array.from({ length: tensors }, () => readTensor(reader));
  const alignment = Number(said.get('general.alignment') ?? ALIGNMENT) || ALIGNMENT;
  const needed = Math.ceil(reader.place() / alignment) * alignment + ends.reduce((most, end) => Math.max(most, end), 0);
  if (needed > size) {
    throw badChat(`文件不完整：应有 ${inWords(needed)}，还差 ${inWords(needed - size)}，请重新下载或拷贝`);
  }
  const architecture = wordOf(said.get('general.architecture')) ?? '';
  const context = said.get(`${architecture}.context_length`);
  const template = wordOf(said.get('tokenizer.chat_template'));
  return {
    architecture,
    kind: wordOf(said.get('general.type')) ?? 'model',
    context: typeof context === 'number' ? context : null,
    template: template?.trim() ? template : null,
  };
}

function wordOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Numbers and texts; of lists, which are words of the model by the hundred thousand, nothing is kept. */
function readValue(reader: Reader, type: number): unknown {
  if (type === TEXT) return reader.text();
  if (type === LIST) {
    const [of, count] = [reader.u32(), reader.u64()];
    const bytes = VALUE_BYTES[of];
    if (bytes !== undefined) reader.skip(bytes * count);
    else if (of === TEXT && count <= 10 * MOST_ENTRIES) for (let n = 0; n < count; n += 1) reader.skip(reader.u64());
    else throw badChat('文件头已损坏，请重新下载或拷贝');
    return undefined;
  }
  const bytes = VALUE_BYTES[type];
  if (bytes === undefined) throw badChat('文件头已损坏，请重新下载或拷贝');
  const taken = reader.take(bytes);
  if (type === 4) return taken.readUInt32LE();
  if (type === 5) return taken.readInt32LE();
  return type === 10 ? Number(taken.readBigUInt64LE()) : undefined;
}

/** Where its weights end, counted from the first; 0 for a way to keep them that is not known here. */
function readTensor(reader: Reader): number {
  reader.text();
  const count = reader.u32();
  if (count > 8) throw badChat('文件头已损坏，请重新下载或拷贝');
  let numbers = 1;
  for (let n = 0; n < count; n += 1) numbers *= reader.u64();
  const block = BLOCKS[reader.u32()];
  const offset = reader.u64();
  return block ? offset + Math.ceil(numbers / block[0]) * block[1] : 0;
}

export function inWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
