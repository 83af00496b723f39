import { expect, test } from 'vitest';
import { inThread } from './in-thread.ts';

const SCRIPT = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (work) => {
    if (work === 'break') throw new Error('broken');
    if (work !== 'wait') parentPort.postMessage(threadId);
  });`;
const script = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);

async function drawn(work: string, signal?: AbortSignal): Promise<number | undefined> {
  return (await inThread<number>(script, work, 1, signal && { signal }))[0];
}

test('a thread that is done draws the next picture; one that failed, was stopped or is busy does not', async () => {
  const first = await drawn('draw');
  expect(await drawn('draw')).toBe(first);
  const both = await Promise.all([drawn('draw'), drawn('draw')]);
  expect(both).toContain(first);
  expect(new Set(both).size).toBe(2);

  await expect(drawn('break')).rejects.toThrow('broken');
  const next = await drawn('draw');
  expect(both).not.toContain(next);
  const leaving = new AbortController();
  const waiting = drawn('wait', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(await drawn('draw')).not.toBe(next);
});
