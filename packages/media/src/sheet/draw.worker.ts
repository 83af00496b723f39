import { parentPort } from 'node:worker_threads';
import { drawOne, type SheetWork } from '#sheet/draw-one.ts';

// What goes wrong ends the thread, and whoever waits for it hears why.
parentPort?.on('message', (works: SheetWork[]) => void drawAll(works));

async function drawAll(works: SheetWork[]): Promise<void> {
  for (const work of works) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(await drawOne(work));
  }
}
