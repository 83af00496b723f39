import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '#context.ts';
import { packVector } from './index-shot.ts';

const KEPT_MAX = 500;
/** The first question after a pause waits for the model to be loaded, but not for ever: words are found without it. */
const WAIT_MS = 1500;
const kept = new WeakMap<App['ai'], Map<string, Promise<Uint8Array | null>>>();

/** The meaning of a sentence, or null where the model is missing, busy or slow. */
export async function readMeaning({ ai }: Pick<App, 'ai'>, text: string): Promise<Uint8Array | null> {
  const known = kept.get(ai) ?? new Map<string, Promise<Uint8Array | null>>();
  kept.set(ai, known);
  let meaning = known.get(text);
  if (!meaning) {
    meaning = ai.embed([text]).then(
      ([vector]) => (vector ? packVector(vector) : null),
      () => {
        known.delete(text);
        return null;
      },
    );
    known.set(text, meaning);
    const [oldest] = known.keys();
    if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest);
  }
  return Promise.race([meaning, delay(WAIT_MS, null, { ref: false })]);
}
