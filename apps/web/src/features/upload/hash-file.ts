import type { HashAnswer } from './hash.worker.ts';

const idle: Worker[] = [];

type Given = { signal: AbortSignal; onProgress: (bytes: number) => void };

/** SHA-256 of a file, off the page's thread. Workers are kept for the next file. */
export function hashFile(file: Blob, { signal, onProgress }: Given): Promise<string> {
  const worker = idle.pop() ?? new Worker(new URL('hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise((done, fail) => {
    const rest = (end: () => void) => {
      worker.removeEventListener('message', hear);
      worker.removeEventListener('error', broken);
      signal.removeEventListener('abort', stop);
      end();
    };
    const hear = ({ data }: MessageEvent<HashAnswer>) => {
      if ('read_bytes' in data) return onProgress(data.read_bytes);
      rest(() => {
        idle.push(worker);
        if ('sha256' in data) done(data.sha256);
        else fail(new DOMException('', data.problem));
      });
    };
    const broken = () =>
      rest(() => {
        worker.terminate();
        fail(new Error('文件的校验值没有算出来，请重试'));
      });
    const stop = () =>
      rest(() => {
        worker.terminate();
        fail(new DOMException('', 'AbortError'));
      });
    worker.addEventListener('message', hear);
    worker.addEventListener('error', broken);
    signal.addEventListener('abort', stop);
    if (signal.aborted) return stop();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to our own worker
    worker.postMessage(file);
  });
}
