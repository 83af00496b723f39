import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '#context.ts';
import { recent } from '#memory.ts';

const KEPT_MAX = 500;
/** The first question after a pause waits for the model to be loaded, but not for ever: words are found without it. */
const WAIT_MS = 1500;

/** What a model says of a text, kept for the next who asks; null where the model is missing, busy or slow. */
export function askedOnce<T>(ask: (ai: App['ai'], text: string) => Promise<T | null>) {
  const keptBy = recent<Promise<T | null>>(KEPT_MAX);
  return (app: Pick<App, 'ai' | 'memory'>, text: string): Promise<T | null> => {
    const kept = keptBy(app);
    let said = kept.get(text);
    if (!said) {
      said = ask(app.ai, text).catch(() => {
        kept.delete(text);
        return null;
      });
      kept.set(text, said);
    }
    return Promise.race([said, delay(WAIT_MS, null, { ref: false })]);
  };
}
