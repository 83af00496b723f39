import { STREAM_HEARTBEAT_TIMEOUT_MS, STREAM_RECONNECT_MAX_MS } from '@mixreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHub, type FromHub } from './event-hub.ts';

type Wish = { name: string; last_event_id: number | null };
type Connection = { at: number; asked: Wish[]; say(text: string): void; end(): void; isCut(): boolean };
type Init = { body: string; signal: AbortSignal };

let connections: Connection[] = [];
let isReachable = true;
let status = 200;

/** A server whose every connection the test holds in its hands. */
async function answer(_address: string, { body: sent, signal }: Init) {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sender = controller;
    },
  });
  signal.addEventListener('abort', () => sender?.error(signal.reason));
  const { streams } = JSON.parse(sent) as { streams: Wish[] };
  connections.push({
    at: Date.now(),
    asked: streams.map(({ name, last_event_id }) => ({ name, last_event_id })),
    say: (text) => sender?.enqueue(new TextEncoder().encode(text)),
    end: () => sender?.close(),
    isCut: () => signal.aborted,
  });
  if (!isReachable) throw new TypeError('Failed to fetch');
  return new Response(body, { status, headers: { 'content-type': 'text/event-stream' } });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  connections = [];
  isReachable = true;
  status = 200;
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openPage(hub = createHub()) {
  const heard: FromHub[] = [];
  const say = hub.join((told) => heard.push(told));
  say({ say: 'session', address: '/api/events', token: 't', headers: {} });
  return {
    heard,
    say,
    hub,
    follow: async (name: string) => {
      say({ say: 'follow', name, path: `/${name}`, input: {} });
      await vi.advanceTimersByTimeAsync(20);
    },
    leave: async (name: string) => {
      say({ say: 'leave', name });
      await vi.advanceTimersByTimeAsync(20);
    },
  };
}

function event(kind: string, name: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify({ name, data })}\n\n`;
}

const newest = () => connections.at(-1) as Connection;

test('however many streams and pages there are, one connection is open, and each stream goes on where it was', async () => {
  const page = openPage();
  await page.follow('tasks');
  newest().say(event('open', 'tasks', null, 5) + event('message', 'tasks', 'a', 7));
  await page.follow('mix');
  expect(connections.map(({ isCut }) => isCut())).toEqual([true, false]);
  expect(newest().asked).toEqual([
    { name: 'tasks', last_event_id: 7 },
    { name: 'mix', last_event_id: null },
  ]);
  newest().say(event('open', 'tasks', null, 7) + event('open', 'mix', null, 7) + event('message', 'tasks', 'b', 8));

  await vi.advanceTimersByTimeAsync(0);
  const other = openPage(page.hub);
  await other.follow('tasks');
  await page.leave('mix');
  expect(connections).toHaveLength(2);
  // Opened a second time without a gap it is not news; who comes later hears what was said last.
  expect(page.heard.map((told) => ('name' in told ? `${told.kind} ${told.name}` : told.kind))).toEqual([
    'open tasks',
    'message tasks',
    'open mix',
    'message tasks',
  ]);
  expect(other.heard).toEqual([
    { kind: 'open', name: 'tasks', data: null },
    { kind: 'message', name: 'tasks', data: 'b' },
  ]);

  await page.leave('tasks');
  expect(newest().isCut()).toBe(false);
  other.say({ say: 'bye' });
  await vi.advanceTimersByTimeAsync(20);
  expect(newest().isCut()).toBe(true);
  await vi.advanceTimersByTimeAsync(STREAM_RECONNECT_MAX_MS);
  expect(connections).toHaveLength(2);
});

test('a connection that says nothing for 45 s is cut and opened again where it stopped; a comment keeps it', async () => {
  const page = openPage();
  await page.follow('tasks');
  newest().say(event('open', 'tasks', null, 3) + event('message', 'tasks', 1, 7));
  await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_TIMEOUT_MS - 1);
  newest().say(': still here\n\n');
  await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_TIMEOUT_MS - 1);
  expect(newest().isCut()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(newest().isCut()).toBe(true);
  expect(page.heard.at(-1)).toEqual({ kind: 'broken', name: 'tasks', data: null });
  await vi.advanceTimersByTimeAsync(1000);
  expect(connections.map(({ asked }) => asked[0]?.last_event_id)).toEqual([null, 7]);
});

test('a server that does not even answer is given up after 45 s as well', async () => {
  vi.stubGlobal('fetch', (address: string, init: Init) => {
    void answer(address, init);
    return new Promise((_, reject) => {
      init.signal.addEventListener('abort', () => reject(init.signal.reason as Error));
    });
  });
  await openPage().follow('tasks');
  await vi.advanceTimersByTimeAsync(STREAM_HEARTBEAT_TIMEOUT_MS + 1000);
  expect(connections).toHaveLength(2);
});

test('pauses double from one second to five hours, end when the network is back, and begin anew afterwards', async () => {
  isReachable = false;
  const page = openPage();
  await page.follow('tasks');
  while (connections.length < 18) await vi.advanceTimersToNextTimerAsync();
  const pauses = connections.slice(1).map(({ at }, i) => at - (connections[i]?.at ?? 0));
  const doubling = Array.from({ length: 15 }, (_, i) => 1000 * 2 ** i);
  expect(pauses).toEqual([...doubling, STREAM_RECONNECT_MAX_MS, STREAM_RECONNECT_MAX_MS]);

  isReachable = true;
  page.say({ say: 'wake' });
  await vi.advanceTimersByTimeAsync(0);
  expect(connections).toHaveLength(19);
  newest().end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(connections).toHaveLength(20);
});

test('a stream that is refused leaves the others alone; a token that is no longer taken is asked for anew', async () => {
  const page = openPage();
  await page.follow('theirs');
  newest().say(event('refused', 'theirs', { code: 404, message: '没有' }));
  await page.follow('tasks');
  expect(newest().asked.map(({ name }) => name)).toEqual(['tasks']);
  expect(page.heard).toEqual([{ kind: 'refused', name: 'theirs', data: { code: 404, message: '没有' } }]);

  status = 401;
  newest().end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(page.heard.at(-1)).toEqual({ kind: 'stale', token: 't' });
  status = 200;
  page.say({ say: 'session', address: '/api/events', token: 'new', headers: {} });
  await vi.advanceTimersByTimeAsync(0);
  newest().say(event('open', 'tasks', null, 1));
  await vi.advanceTimersByTimeAsync(0);
  expect(page.heard.at(-1)).toEqual({ kind: 'open', name: 'tasks', data: null });
});

test('a page that was closed without a word is forgotten, and one that only slept is heard again', async () => {
  const page = openPage();
  await page.follow('tasks');
  await vi.advanceTimersByTimeAsync(10_000);
  page.hub.forgetSilent(5000);
  await vi.advanceTimersByTimeAsync(20);
  expect(newest().isCut()).toBe(true);
  page.say({ say: 'here' });
  expect(page.heard.at(-1)).toEqual({ kind: 'lost' });
});
