import { BoundedMap } from '@mixreel/media';
import type { App } from '#context.ts';

/** What an app remembers, by who wants to know. It goes with the app: two in one process share nothing. */
export type Memory = Map<object, unknown>;
type Remembering = Pick<App, 'memory'>;

/** Declares something that every app makes when it is first wanted, and keeps. */
export function perApp<T, A extends Remembering = Remembering>(make: (app: A) => T): (app: A) => T {
  const place = {};
  return (app) => {
    const { memory } = app;
    if (!memory.has(place)) memory.set(place, make(app));
    return memory.get(place) as T;
  };
}

/** The answer that is known by this name, or is asked for now. One that failed is forgotten: whoever comes next may have it. */
export function remembered<V>(known: Map<string, Promise<V>>, name: string, ask: () => Promise<V>): Promise<V> {
  const before = known.get(name);
  if (before) return before;
  const asked = ask();
  known.set(name, asked);
  asked.catch(() => known.delete(name));
  return asked;
}

/** Declares answers that are kept by a name, as many as were used last. */
export function recent<V>(most: number): (app: Remembering) => BoundedMap<string, V> {
  return perApp(() => new BoundedMap<string, V>(most));
}
