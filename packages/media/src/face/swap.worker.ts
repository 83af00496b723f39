import { parentPort, workerData } from 'node:worker_threads';
import type { Skin, Square } from '#face/mask.ts';
import type { Rgb } from '#face/pixels.ts';
import { type Followed, type Likeness, type Stretched, type SwapStretch, swapStretch } from '#face/stretch.ts';

/** What the thread says, and what it is answered. */
export type Said =
  | { type: 'frame'; done: number }
  | { type: 'follow'; picture: Rgb; near: Square }
  | { type: 'skin'; picture: Rgb; square: Square }
  | { type: 'judge'; face: number; before: Rgb; after: Rgb; at: Square }
  | { type: 'end'; stretched: Stretched };
export type Answered = { answer: Followed | Skin | Likeness | null };

const port = parentPort!;
const ask = (said: Said) =>
  new Promise<Answered['answer']>((resolve) => {
    port.once('message', ({ answer }: Answered) => resolve(answer));
    port.postMessage(said, picturesIn(said));
  });

/** They were cut for this, and need not be copied. */
function picturesIn(said: Said): ArrayBuffer[] {
  if (said.type === 'follow' || said.type === 'skin') return [said.picture.data.buffer as ArrayBuffer];
  return said.type === 'judge' ? [said.before, said.after].map(({ data }) => data.buffer as ArrayBuffer) : [];
}

const stretched = await swapStretch(
  workerData as SwapStretch,
  {
    follow: async (asked) => (await ask({ type: 'follow', ...asked })) as Followed,
    skin: async (asked) => (await ask({ type: 'skin', ...asked })) as Skin,
    judge: async (face, before, after, at) =>
      (await ask({ type: 'judge', face, before, after, at })) as Likeness | null,
  },
  (done) => port.postMessage({ type: 'frame', done } satisfies Said),
);
port.postMessage({ type: 'end', stretched } satisfies Said);
