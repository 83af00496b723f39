import { parentPort, workerData } from 'node:worker_threads';
import { mend, type Stretch } from '#clean/mend.ts';
import type { Rgb } from '#clean/pixels.ts';

/** What the thread says, and what it is answered. */
export type Said =
  | { type: 'frame'; done: number }
  | { type: 'fill'; picture: Rgb; hole: Uint8Array; frame: number }
  | { type: 'end'; mended: Awaited<ReturnType<typeof mend>> };
export type Answered = { filled: Rgb | null };

const FRAMES_BETWEEN = 5;
const port = parentPort!;

const mended = await mend(
  workerData as Stretch,
  (picture, hole, frame) =>
    new Promise((resolve) => {
      port.once('message', ({ filled }: Answered) => resolve(filled));
      port.postMessage({ type: 'fill', picture, hole, frame } satisfies Said);
    }),
  (done) => {
    if (done % FRAMES_BETWEEN === 0) port.postMessage({ type: 'frame', done } satisfies Said);
  },
);
port.postMessage({ type: 'end', mended } satisfies Said);
