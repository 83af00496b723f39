import { createHash, randomBytes } from 'node:crypto';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { Ai, Speech, SpokenPiece } from '@mixreel/ai';

type Said = { speech: Speech; pieces: SpokenPiece[] };

/**
 * The real voice, which says the same sentence once and is kept for the next run, as films are: a second of speech takes
 * four of a processor. Those that want to see it speak ask for the models themselves.
 */
export function saidOnce(models: Ai): Ai['speak'] {
  const place = speechPlace();
  return async (request, { onSentence, ...options } = {}) => {
    const path = join(place, createHash('sha256').update(JSON.stringify(request)).digest('hex'));
    const known = await readFile(path).catch(() => null);
    if (known) {
      const { speech, pieces } = deserialize(known) as Said;
      pieces.forEach((piece) => onSentence?.(piece));
      return speech;
    }
    const pieces: SpokenPiece[] = [];
    const speech = await models.speak(request, {
      ...options,
      onSentence(piece) {
        pieces.push(piece);
        onSentence?.(piece);
      },
    });
    // Renamed when whole: other workers of the run read it.
    const half = `${path}.${randomBytes(4).toString('hex')}`;
    await writeFile(half, serialize({ speech, pieces }));
    await rename(half, path);
    return speech;
  };
}

/** What decides how a sentence sounds: how it is read, the model and how that is run. */
const DECIDING = ['speech/*', 'text/*', 'runtime/onnx.ts'];

/** What another model said, or the same by other code, is nothing that was said. Services have no part in it. */
function speechPlace(): string {
  const sources = fileURLToPath(new URL('../../../../packages/ai/src', import.meta.url));
  const read = (name: string) => readFileSync(join(sources, name), 'utf8');
  const { kokoro } = JSON.parse(read('packs/pinned.json')) as { kokoro: object };
  const hash = createHash('sha256').update(JSON.stringify(kokoro));
  const files = globSync(DECIDING, { cwd: sources, exclude: ['**/*.test.ts'] }).toSorted();
  for (const name of files) hash.update(name).update(read(name));
  const place = join(tmpdir(), 'mixreel-speech', hash.digest('hex').slice(0, 20));
  mkdirSync(place, { recursive: true });
  return place;
}
