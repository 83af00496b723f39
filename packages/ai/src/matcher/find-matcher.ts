import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names as exports of such models have them. */
export const MATCHER_FILES = {
  text: 'text_model.onnx',
  vision: 'vision_model.onnx',
  tokenizer: 'tokenizer.json',
  tokenizerSettings: 'tokenizer_config.json',
  picture: 'preprocessor_config.json',
  settings: 'clip.json',
} as const;

const SAMPLE = 2 ** 20;

/**
 * What the model in a folder is called, made of its files, so that vectors of one are never compared with those of another,
 * and two machines with the same files agree. Null where no model was put.
 */
export function findMatcher(folder: string): string | null {
  const needed = [MATCHER_FILES.text, MATCHER_FILES.vision];
  if (!needed.some((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())) return null;
  const hash = createHash('sha256');
  for (const name of Object.values(MATCHER_FILES)) addFile(hash, join(folder, name));
  return hash.digest('hex').slice(0, 16);
}

/** Size, beginning and end: reading gigabytes at every start would tell no more of files that nobody forges. */
function addFile(hash: ReturnType<typeof createHash>, path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    hash.update('none;');
    return;
  }
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    hash.update(`${size};`);
    for (const at of [0, Math.max(0, size - SAMPLE)]) {
      const bytes = Buffer.alloc(Math.min(SAMPLE, size));
      readSync(file, bytes, 0, bytes.length, at);
      hash.update(bytes);
    }
  } finally {
    closeSync(file);
  }
}
