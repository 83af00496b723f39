import { STREAM_HEARTBEAT_TIMEOUT_MS, STREAM_RECONNECT_MAX_MS } from '@mixreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Connection = { at: number; lastEventId: string | null; say(text: string): void; end(): void; isCut(): boolean };

let connections: Connection[] = [];
let isReachable = true;
let page: EventTarget;

/** A server whose every connection the test holds in its hands. */
async function answer(_address: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sender = controller;
    },
  });
  signal.addEventListener('abort', () => sender?.error(signal.reason));
  connections.push({
    at: Date.now(),
    lastEventId: headers['last-event-id'] ?? null,
    say: (text) => sender?.enqueue(new TextEncoder().encode(text)),
    end: () => sender?.close(),
    isCut: () => signal.aborted,
  });
  if (!isReachable) throw new TypeError('Failed to fetch');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  connections = [];
  isReachable = true;
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', answer);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open() {
  const { openStream } = await import('./stream.ts');
  const heard: unknown[] = [];
  const close = openStream('task.changes', {}, { onMessage: (data) => heard.push(data) });
  await vi.advanceTimersByTimeAsync(0);
  return { heard, close };
}

test('a stream that says nothing for 45 s is cut and opened again where it stopped; a comment keeps it', async () => {
  const { heard, close } = await open();
  connections[0]?.say('id: 7\nevent: message\ndata: {"progress":40}\n\n');
  await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_TIMEOUT_MS - 1);
  connections[0]?.say(': still here\n\n');
  await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_TIMEOUT_MS - 1);
  expect(connections).toHaveLength(1);
  expect(connections[0]?.isCut()).toBe(false);

  await vi.advanceTimersByTimeAsync(1);
  expect(connections[0]?.isCut()).toBe(true);
  await vi.advanceTimersByTimeAsync(999);
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(connections.map(({ lastEventId }) => lastEventId)).toEqual([null, '7']);
  expect(heard).toEqual([{ progress: 40 }]);
  close();
});

test('a server that does not even answer is given up after 45 s as well', async () => {
  vi.stubGlobal('fetch', (address: string, init: Parameters<typeof answer>[1]) => {
    void answer(address, init);
    return new Promise((_, reject) => {
      init.signal.addEventListener('abort', () => reject(init.signal.reason as Error));
    });
  });
  const { close } = await open();
  await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_TIMEOUT_MS + 1000);
  expect(connections).toHaveLength(2);
  close();
});

test('pauses between tries double from one second to five hours, and begin anew once a stream was open', async () => {
  isReachable = false;
  const { close } = await open();
  while (connections.length < 18) await vi.advanceTimersToNextTimerAsync();
  const pauses = connections.slice(1).map(({ at }, i) => at - (connections[i]?.at ?? 0));
  const doubling = Array.from({ length: 15 }, (_, i) => 1000 * 2 ** i);
  expect(pauses).toEqual([...doubling, STREAM_RECONNECT_MAX_MS, STREAM_RECONNECT_MAX_MS]);

  isReachable = true;
  await vi.advanceTimersByTimeAsync(STREAM_RECONNECT_MAX_MS);
  expect(connections).toHaveLength(19);
  connections.at(-1)?.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(connections).toHaveLength(20);
  close();
});

test('a browser that is online again does not wait for the rest of a long pause', async () => {
  isReachable = false;
  const { close } = await open();
  while (connections.length < 12) await vi.advanceTimersToNextTimerAsync();
  isReachable = true;
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(connections).toHaveLength(13);
  close();
});

test('a closed stream stays closed', async () => {
  const { close } = await open();
  close();
  await vi.advanceTimersByTimeAsync(STREAM_RECONNECT_MAX_MS);
  expect(connections).toHaveLength(1);
  expect(connections[0]?.isCut()).toBe(true);
});
