import type { MessagePort } from 'node:worker_threads';
import type { Fill } from '#clean/mend.ts';
import type { Rgb } from '#clean/pixels.ts';

/** What a thread says that takes marks away, and what it is answered. */
export type Said<T> =
  | { type: 'frame'; done: number }
  | { type: 'fill'; picture: Rgb; hole: Uint8Array; frame: number }
  | { type: 'end'; made: T };
export type Answered = { filled: Rgb | null };

/** In a thread: holes that only a model can fill are asked for where the thread was started. */
export function askFill(port: MessagePort): Fill {
  return (picture, hole, frame) =>
    new Promise((resolve) => {
      port.once('message', ({ filled }: Answered) => resolve(filled));
      port.postMessage({ type: 'fill', picture, hole, frame } satisfies Said<never>);
    });
}
