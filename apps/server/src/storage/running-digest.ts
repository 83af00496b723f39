import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Stored } from './storage.ts';

const READ_BYTES = 1024 ** 2;

declare const computed: unique symbol;

/** The hash of bytes that this process has seen itself. One that somebody told us is none: types keep them apart. */
export type OwnDigest = Stored & { readonly [computed]: true };

/** The SHA-256 of a file that grows, computed as its bytes pass by. */
export class RunningDigest {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  /** How much of the file is in it. */
  get bytes(): number {
    return this.#bytes;
  }

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  /** Reads what it has not seen, up to `bytes`: after a restart, or when another process wrote some of the file. */
  async catchUp(path: string, bytes: number, signal?: AbortSignal): Promise<void> {
    if (this.#bytes >= bytes) return;
    const file = await open(path, 'r');
    try {
      const range = { start: this.#bytes, end: bytes - 1, autoClose: false, highWaterMark: READ_BYTES };
      for await (const chunk of file.createReadStream(range)) {
        signal?.throwIfAborted();
        this.update(chunk as Buffer);
      }
    } finally {
      await file.close();
    }
    if (this.#bytes !== bytes) throw new Error(`${path} ends at ${this.#bytes} bytes instead of ${bytes}`);
  }

  /** Of everything so far; more may follow. */
  digest(): OwnDigest {
    return { sha256: this.#hash.copy().digest('hex'), bytes: this.#bytes } as OwnDigest;
  }
}
