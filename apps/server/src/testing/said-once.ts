import { createHash, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Ai, Speech, SpokenPiece } from '@mixreel/ai';

type Said = { speech: Speech; pieces: SpokenPiece[] };

/**
 * The real voice, which says the same sentence once for all tests of a run: a second of speech takes four of a
 * processor. Those that want to see it speak ask for the models themselves.
 */
export function saidOnce(models: Ai, place: string): Ai['speak'] {
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
