import {
  CODE_UNAUTHORIZED,
  STREAM_HEARTBEAT_TIMEOUT_MS,
  STREAM_RECONNECT_MAX_MS,
  STREAM_RECONNECT_MS,
} from '@mixreel/contract/constants';
import { eventReader, type ServerEvent } from './event-reader.ts';
import { createFollowing, type Followed } from './following.ts';

/** How long changes are gathered: a page that is left and one that comes are one change. */
const GATHER_MS = 20;

/** What a page says to the hub. */
export type ToHub =
  | { say: 'session'; address: string; headers: Record<string, string>; token: string }
  | { say: 'follow'; name: string; path: string; input: object }
  | { say: 'leave'; name: string }
  /** The network is back, or somebody looks: no long pause now. */
  | { say: 'wake' }
  | { say: 'here' }
  | { say: 'bye' };

export type Kind = 'open' | 'message' | 'result' | 'step_output' | 'error' | 'broken' | 'refused';

/** What the hub says to a page. `stale`: the token is no longer taken; `lost`: it took the page for gone. */
export type FromHub = { kind: Kind; name: string; data: unknown } | { kind: 'stale'; token: string } | { kind: 'lost' };

type Outcome = 'again' | 'changed' | 'stale';

export type Hub = ReturnType<typeof createHub>;

/**
 * Hears all streams of all pages by one connection. Silent for too long or broken, it is opened again and every stream
 * goes on where it stopped, after a pause that doubles. A stream more is another connection in place of the first; one
 * less waits for the next such occasion. Lives in a shared worker, or in the page where there are none.
 */
export function createHub() {
  const following = createFollowing();
  let session: { address: string; headers: Record<string, string>; token: string } | null = null;
  let connection: { abort: () => void; names: Set<string> } | null = null;
  let pause = STREAM_RECONNECT_MS;
  let wake = () => {};
  let isRunning = false;
  let gathering: ReturnType<typeof setTimeout> | null = null;

  const gather = () => {
    gathering ??= setTimeout(() => {
      gathering = null;
      settle();
    }, GATHER_MS);
  };

  const settle = () => {
    const wanted = following.wanted();
    const isCovered = connection && wanted.every(({ name }) => connection?.names.has(name));
    if (wanted.length === 0 || !isCovered) connection?.abort();
    if (wanted.length === 0) return;
    if (!connection) wakeUp();
    if (!isRunning) void run();
  };

  const wakeUp = () => {
    pause = STREAM_RECONNECT_MS;
    wake();
  };

  const run = async () => {
    isRunning = true;
    while (following.wanted().length > 0) {
      const outcome = session ? await connect(session).catch((): Outcome => 'again') : 'stale';
      if (outcome === 'changed') continue;
      if (outcome === 'stale') following.tellAll({ kind: 'stale', token: session?.token ?? '' });
      else following.breakAll();
      await new Promise<void>((done) => {
        wake = done;
        setTimeout(done, pause);
      });
      pause = Math.min(pause * 2, STREAM_RECONNECT_MAX_MS);
    }
    isRunning = false;
  };

  const connect = async ({ address, headers }: NonNullable<typeof session>): Promise<Outcome> => {
    const wanted = following.wanted();
    const cut = new AbortController();
    let outcome: Outcome = 'again';
    const mine = {
      names: new Set(wanted.map(({ name }) => name)),
      abort: () => {
        outcome = 'changed';
        cut.abort();
      },
    };
    connection = mine;
    let heartbeat = setTimeout(() => cut.abort(), STREAM_HEARTBEAT_TIMEOUT_MS);
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ streams: wanted.map(wish) }),
        signal: cut.signal,
        cache: 'no-store',
      });
      if (response.status === CODE_UNAUTHORIZED) return 'stale';
      if (!response.ok || !response.body) return 'again';

      pause = STREAM_RECONNECT_MS;
      const read = eventReader((event) => {
        // Passing trouble of the server: tried again like a broken line.
        if (take(event) === 'failed') cut.abort();
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return outcome;
        clearTimeout(heartbeat);
        heartbeat = setTimeout(() => cut.abort(), STREAM_HEARTBEAT_TIMEOUT_MS);
        read(value);
      }
    } catch {
      return outcome;
    } finally {
      clearTimeout(heartbeat);
      if (connection === mine) connection = null;
    }
  };

  const take = ({ event, data, id }: ServerEvent): 'failed' | null => {
    const { name, data: said } = JSON.parse(data) as { name: string; data: unknown };
    if (event === 'refused' && (said as { code: number }).code >= 500) return 'failed';
    following.take(name, event as Kind, said, id ? Number(id) : null);
    return null;
  };

  /** A page joins; what it says goes to the function that it gets. */
  const join = (tell: (told: FromHub) => void): ((said: ToHub) => void) => {
    const page = following.join(tell);
    return (said) => {
      page.isHere();
      switch (said.say) {
        case 'session': {
          const isNew = session?.token !== said.token;
          session = said;
          if (isNew && !connection) wakeUp();
          return;
        }
        case 'follow':
          page.follow(said);
          return gather();
        case 'leave':
          page.leave(said.name);
          return gather();
        case 'wake':
          return wakeUp();
        case 'bye':
          page.leaveAll();
          return gather();
        case 'here':
          return;
      }
    };
  };

  /** Pages that said nothing for so long were closed without a word. */
  const forgetSilent = (ms: number) => {
    following.forgetSilent(ms);
    gather();
  };
  return { join, forgetSilent };
}

function wish({ name, path, input, last_event_id }: Followed) {
  return { name, path, input, last_event_id };
}
