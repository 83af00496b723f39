import { Worker } from 'node:worker_threads';
import type { OwnDigest } from '#storage/running-digest.ts';
import type { Answer, Question } from './hash-thread.ts';

/** SHA-256 of files that grow, computed on another core while this one receives. */
export type Hashing = {
  /** Takes pieces over that stand at `at` in the file; their memory is gone afterwards. */
  update(path: string, at: number, pieces: Buffer[]): Promise<void>;
  /** The hash of so many bytes of the file: what did not pass by is read from it. */
  digest(path: string, bytes: number): Promise<OwnDigest>;
  forget(path: string): void;
};

type Waiting = { done(digest: OwnDigest | undefined): void; fail(error: Error): void };

/** The thread starts with the first question. One that dies takes its hashes along; the next one reads the files. */
export function createHashing(): Hashing {
  let thread: Worker | null = null;
  let number = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const started = new Worker(new URL('hash-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    });
    started.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.number);
      waiting.delete(answer.number);
      if (answer.failure === undefined) asked?.done(answer.digest);
      else asked?.fail(new Error(answer.failure));
    });
    started.on('error', () => end(started));
    started.on('exit', () => end(started));
    started.unref();
    return started;
  }

  function end(ended: Worker): void {
    if (thread !== ended) return;
    thread = null;
    const asked = [...waiting.values()];
    waiting.clear();
    for (const { fail } of asked) fail(new Error('The thread that hashes has ended'));
  }

  function ask(question: Question, transfer: ArrayBuffer[] = []): Promise<OwnDigest | undefined> {
    number += 1;
    const own = number;
    return new Promise((done, fail) => {
      thread ??= start();
      waiting.set(own, { done, fail });
      thread.postMessage({ ...question, number: own }, transfer);
    });
  }

  return {
    async update(path, at, pieces) {
      const buffers = pieces.map(ownBuffer);
      // What got lost is read from the file in the end.
      await ask({ ask: 'update', path, at, pieces: buffers }, buffers).catch(() => {});
    },
    async digest(path, bytes) {
      const digest = await ask({ ask: 'digest', path, bytes });
      if (!digest) throw new Error('The thread that hashes gave no digest');
      return digest;
    },
    forget(path) {
      if (thread) void ask({ ask: 'forget', path }).catch(() => {});
    },
  };
}

/** The memory of a piece: its own if it has one, for nothing else may be taken away with it. */
function ownBuffer({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn ? buffer : new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}
