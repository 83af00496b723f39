import { parentPort, workerData } from 'node:worker_threads';
import type { Square } from '#face/mask.ts';
import type { Rgb } from '#face/pixels.ts';
import { type Followed, type Swapped, type SwapStretch, swapStretch } from '#face/stretch.ts';

/** What the thread says, and what it is answered. */
export type Said =
  | { type: 'frame'; done: number }
  | { type: 'follow'; picture: Rgb; near: Square; isSkinWanted: boolean }
  | { type: 'judge'; face: number; before: Rgb; after: Rgb; at: Square }
  | { type: 'end'; swapped: Swapped[] };
export type Answered = { followed: Followed | null };

const port = parentPort!;
const ask = (said: Said) =>
  new Promise<Followed | null>((resolve) => {
    port.once('message', ({ followed }: Answered) => resolve(followed));
    port.postMessage(said);
  });

const swapped = await swapStretch(
  workerData as SwapStretch,
  {
    follow: async (asked) => (await ask({ type: 'follow', ...asked }))!,
    async judge(face, before, after, at) {
      await ask({ type: 'judge', face, before, after, at });
    },
  },
  (done) => port.postMessage({ type: 'frame', done } satisfies Said),
);
port.postMessage({ type: 'end', swapped } satisfies Said);
