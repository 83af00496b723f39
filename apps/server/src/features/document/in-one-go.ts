import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '#context.ts';
import { perApp, recent } from '#memory.ts';

/** Right behind the last one, others are waited for this long. Whoever writes alone sends less often than that. */
const REST_MS = 50;

type Batch = { items: unknown[]; done: Promise<PromiseSettledResult<unknown>[]> };

const batchesOf = perApp(() => new Map<string, Batch>());
const endedOf = recent<number>(200);

/**
 * What comes for a document while something else is being done to it, or right behind that, is done together: with ten
 * people at work a statement carries two or three of them, and everybody who listens hears them at once.
 */
export async function inOneGo<Item, Result>(
  app: App,
  document_id: string,
  item: Item,
  run: (items: Item[]) => Promise<PromiseSettledResult<Result>[]>,
): Promise<Result> {
  const batches = batchesOf(app);
  let batch = batches.get(document_id);
  if (batch) batch.items.push(item);
  else {
    const next: Batch = { items: [item], done: Promise.resolve([]) };
    batches.set(document_id, next);
    next.done = app.documents.inTurn(document_id, async () => {
      const rest_ms = (endedOf(app).get(document_id) ?? -Infinity) + REST_MS - performance.now();
      if (rest_ms > 0) await delay(rest_ms);
      batches.delete(document_id);
      try {
        return await run(next.items as Item[]);
      } finally {
        endedOf(app).set(document_id, performance.now());
      }
    });
    batch = next;
  }
  const place = batch.items.length - 1;
  const done = (await batch.done)[place] as PromiseSettledResult<Result>;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
