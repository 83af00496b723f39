import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whisper's marks that are no text. */
export const MARKS = {
  end: 50_257,
  start: 50_258,
  transcribe: 50_359,
  previous: 50_361,
  silence: 50_362,
  plain: 50_363,
};

/** What a model says about itself, as far as decoding needs it. */
export type Vocabulary = {
  /** Bytes of each text token, by number. */
  bytes: Uint8Array[];
  languages: Map<string, number>;
  suppressed: number[];
  suppressedAtStart: number[];
  /** Layer and head of the attention that follows the sound. */
  alignmentHeads: [layer: number, head: number][];
};

/** Reads the vocabulary of a pack folder. */
export async function readVocabulary(folder: string): Promise<Vocabulary> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown;
  const tokens = (await read('vocab.json')) as Record<string, number>;
  const config = (await read('generation_config.json')) as {
    lang_to_id: Record<string, number>;
    suppress_tokens: number[];
    begin_suppress_tokens: number[];
    alignment_heads: [number, number][];
  };
  const byteOf = byteAlphabet();
  const bytes: Uint8Array[] = [];
  for (const [token, id] of Object.entries(tokens)) {
    bytes[id] = Uint8Array.from(Array.from(token, (char) => byteOf.get(char) ?? 0));
  }
  return {
    bytes,
    languages: new Map(Object.entries(config.lang_to_id).map(([mark, id]) => [mark.slice(2, -2), id])),
    suppressed: config.suppress_tokens,
    suppressedAtStart: config.begin_suppress_tokens,
    alignmentHeads: config.alignment_heads,
  };
}

function isPrintable(byte: number): boolean {
  return (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
}

/** The letters that stand for bytes in the vocabulary: printable ones for themselves, the rest from U+0100 on. */
function byteAlphabet(): Map<string, number> {
  let next = 256;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [String.fromCodePoint(isPrintable(byte) ? byte : next++), byte]),
  );
}

/** The tokens of a text that the vocabulary spells, longest first; good enough for a prompt of our own. */
export function encodePrompt({ bytes }: Vocabulary, text: string): number[] {
  const ids = new Map(bytes.map((token, id) => [Buffer.from(token).toString('latin1'), id]));
  const raw = Buffer.from(text, 'utf8').toString('latin1');
  const tokens: number[] = [];
  for (let at = 0; at < raw.length;) {
    let length = Math.min(24, raw.length - at);
    while (length > 1 && !ids.has(raw.slice(at, at + length))) length -= 1;
    tokens.push(ids.get(raw.slice(at, at + length)) ?? 0);
    at += length;
  }
  return tokens;
}
