import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '#context.ts';
import { recent } from '#memory.ts';
import { packVector } from './index-shot.ts';

/** The first question after a pause waits for the model to be loaded, but not for ever: words are found without it. */
const WAIT_MS = 1500;
const meaningsOf = recent<Promise<Uint8Array | null>>(500);

/** The meaning of a sentence, or null where the model is missing, busy or slow. */
export async function readMeaning(app: Pick<App, 'ai' | 'memory'>, text: string): Promise<Uint8Array | null> {
  const known = meaningsOf(app);
  let meaning = known.get(text);
  if (!meaning) {
    meaning = app.ai.embed([text]).then(
      ([vector]) => (vector ? packVector(vector) : null),
      () => {
        known.delete(text);
        return null;
      },
    );
    known.set(text, meaning);
  }
  return Promise.race([meaning, delay(WAIT_MS, null, { ref: false })]);
}
