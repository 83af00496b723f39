import { Worker } from 'node:worker_threads';
import type { PaperWork } from './paper.worker.ts';

/** Writes a file in a thread of its own: a long board takes part of a second, and the server goes on meanwhile. */
export async function writePaper(work: PaperWork, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./paper.worker.ts', import.meta.url), { workerData: work });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const bytes = await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject((signal?.reason as Error | undefined) ?? new Error('The file was not written')));
    });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
