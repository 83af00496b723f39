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
  /** The number of each text token, by its bytes as Latin letters. */
  ids: Map<string, number>;
  languages: Map<string, number>;
  suppressed: number[];
  suppressedAtStart: number[];
  /** Tokens that end with a figure, and signs which are suppressed elsewhere but belong behind one: 1/2, 20:00, 50+. */
  figures: Set<number>;
  figureSigns: Set<number>;
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
  const ids = new Map(bytes.map((token, id) => [Buffer.from(token).toString('latin1'), id]));
  return {
    bytes,
    ids,
    figures: new Set(Array.from(ids).flatMap(([token, id]) => (/\d$/.test(token) ? [id] : []))),
    figureSigns: new Set(['/', ':', '+'].map((sign) => ids.get(sign) ?? -1)),
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

/** How a text is cut before it becomes tokens: no token holds letters and figures, or a space behind a letter. */
const PIECE = / ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+/gu;

/**
 * The tokens that the model itself would write a text with: neighbours are joined, the earliest of the vocabulary
 * first, until nothing can be joined (byte pair encoding).
 */
export function encodeText({ ids }: Pick<Vocabulary, 'ids'>, text: string): number[] {
  return (text.match(PIECE) ?? []).flatMap((piece) => {
    const parts = Array.from(Buffer.from(piece, 'utf8').toString('latin1'));
    for (;;) {
      let best = Infinity;
      let at = -1;
      for (let i = 0; i + 1 < parts.length; i += 1) {
        const id = ids.get(parts[i]! + parts[i + 1]!) ?? Infinity;
        if (id < best) [best, at] = [id, i];
      }
      if (at < 0) return parts.map((part) => ids.get(part) ?? 0);
      parts.splice(at, 2, parts[at]! + parts[at + 1]!);
    }
  });
}
