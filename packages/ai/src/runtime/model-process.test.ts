import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { AiError } from '#errors.ts';
import { openModelProcess, type ModelProcess, type ProcessOptions } from '#runtime/model-process.ts';

const LIMITS: ProcessOptions = { threads: 1, idleMs: 60_000, memoryMb: 4000 };
/** Finding beats needs no weights, and takes long enough for long music to be interrupted. */
const SHORT = new Float32Array(44_100);
const LONG = Float32Array.from({ length: 44_100 * 240 }, (_, i) => Math.sin(i / 7) * ((i % 20_000) / 20_000));

let opened: ModelProcess | undefined;
afterEach(() => opened?.close());

function open(limits: Partial<ProcessOptions> = {}): ModelProcess {
  opened = openModelProcess({ ...LIMITS, ...limits });
  return opened;
}

/** One whose process is there: what it is given next, it does at once. */
async function openRunning() {
  const model = open();
  await model.run('findBeats', SHORT);
  return { model, pid: model.pid()! };
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as AiError,
  );

async function waitFor(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 12_000 && !isTrue(); i += 1) await sleep(20);
  expect(isTrue()).toBe(true);
}

test('nothing runs before the first order; orders are done in turn by one process', async () => {
  const model = open();
  expect(model.pid()).toBeUndefined();
  const done: number[] = [];
  const orders = [1, 2, 3].map((n) => model.run('findBeats', SHORT).then(() => done.push(n)));
  const pid = model.pid();
  await Promise.all(orders);
  expect(done).toEqual([1, 2, 3]);
  expect(model.pid()).toBe(pid);
});

test('an idle process ends, and the next order starts another', async () => {
  const model = open({ idleMs: 150 });
  await model.run('findBeats', SHORT);
  const pid = model.pid();
  await waitFor(() => model.pid() === undefined);
  await model.run('findBeats', SHORT);
  expect(model.pid()).not.toBe(pid);
});

test('cancelling ends the work at once and leaves the next order alone', async () => {
  const { model, pid } = await openRunning();
  const stop = new AbortController();
  const work = failure(model.run('findBeats', LONG, { signal: stop.signal }));
  const next = model.run('findBeats', SHORT);
  const queued = new AbortController();
  const dropped = failure(model.run('findBeats', SHORT, { signal: queued.signal }));
  queued.abort(new Error('not wanted'));
  stop.abort(new Error('enough'));
  expect(await work).toHaveProperty('message', 'enough');
  expect(await dropped).toHaveProperty('message', 'not wanted');
  expect((await next).tempo).toBe(0);
  // Another process did the next: nobody waited for the end of the long one.
  expect(model.pid()).not.toBe(pid);
});

test('a process that dies fails the order at hand only', async () => {
  const { model, pid } = await openRunning();
  const work = failure(model.run('findBeats', LONG));
  const next = model.run('findBeats', SHORT);
  process.kill(pid, 'SIGSEGV');
  expect(await work).toMatchObject({
    name: 'AiError',
    kind: 'crashed',
    message: expect.stringContaining('请重试') as string,
  });
  expect((await next).tempo).toBe(0);
});

test('an order that throws fails alone and the process stays', async () => {
  const { model, pid } = await openRunning();
  const error = await failure(model.run('embed', ['x'], { folders: { 'bge-small-zh': '/nowhere' } }));
  expect(error).toMatchObject({ kind: 'crashed', details: expect.stringContaining('ENOENT') as string });
  expect(model.pid()).toBe(pid);
});

test('a process that takes more memory than it may is ended with a sentence about memory', async () => {
  const model = open({ memoryMb: 90 });
  expect(await failure(model.run('findBeats', LONG))).toMatchObject({ kind: 'memory' });
});

test('closing fails what is under way and what comes after', async () => {
  const { model } = await openRunning();
  const work = failure(model.run('findBeats', LONG));
  const queued = failure(model.run('findBeats', SHORT));
  await model.close();
  expect(await work).toMatchObject({ kind: 'closed' });
  expect(await queued).toMatchObject({ kind: 'closed' });
  expect(await failure(model.run('findBeats', SHORT))).toMatchObject({ kind: 'closed' });
});
