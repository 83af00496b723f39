import { parentPort, workerData } from 'node:worker_threads';
import { drawOne, type SheetWork } from '#sheet/draw-one.ts';

for (const work of workerData as SheetWork[]) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await drawOne(work));
}
