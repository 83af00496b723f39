import { type CallKey, type CallOf, callOf, event, ERRORS } from '@mixreel/contract';
import { addressOf } from './app-config.ts';
import type { InputOf, OutputOf } from './call.ts';
import { createHub, type FromHub, type ToHub } from './event-hub.ts';
import { logProblem } from './log.ts';
import { randomId } from './random.ts';
import { useReach } from './reach.ts';
import { currentToken, refreshSession } from './refresh.ts';
import { tellRefusal } from './refusals.ts';
import { tokenHeaders } from './send.ts';
import { useSession } from './session.ts';

const HERE_MS = 60_000;

export type StreamKey = { [K in CallKey]: CallOf<K> extends { kind: 'stream' } ? K : never }[CallKey];

export type StreamHandlers<K extends StreamKey> = {
  onMessage?: (data: OutputOf<K>) => void;
  onResult?: (data: OutputOf<K>) => void;
  onStepOutput?: (data: OutputOf<K>) => void;
  /** What the server said is wrong; `null` when the connection broke. The stream goes on by itself. */
  onError?: (error: { code: number; message: string } | null) => void;
  onOpen?: () => void;
  /** The stream was refused and will not come. */
  onClose?: () => void;
};

type Handlers = StreamHandlers<never>;
type Followed = { path: string; input: object; handlers: Set<Handlers>; is_open: boolean; last: unknown };

const followed = new Map<string, Followed>();
let say: ((said: ToHub) => void) | null = null;

/**
 * Hears a stream of the contract until the function that it gives is called. However many there are, in however many
 * tabs, a browser has one connection for them (see `event-hub.ts`).
 */
export function follow<K extends StreamKey>(key: K, input: InputOf<K>, handlers: StreamHandlers<K>): () => void {
  const { path } = callOf(key);
  const { user_info } = useSession.getState();
  const name = `${path} ${JSON.stringify(input)} ${user_info?.user_uid ?? ''}`;
  const mine = handlers as Handlers;
  const known = followed.get(name);
  say ??= connectHub();
  if (known) {
    known.handlers.add(mine);
    if (known.is_open) handlers.onOpen?.();
    if (known.last !== undefined) handlers.onMessage?.(known.last as OutputOf<K>);
  } else {
    followed.set(name, { path, input, handlers: new Set([mine]), is_open: false, last: undefined });
    say({ say: 'follow', name, path, input });
  }
  return () => {
    const held = followed.get(name);
    held?.handlers.delete(mine);
    if (held?.handlers.size !== 0) return;
    followed.delete(name);
    say?.({ say: 'leave', name });
  };
}

function take(told: FromHub): void {
  if (told.kind === 'stale') return void renew(told.token);
  if (told.kind === 'lost') return joinAgain();
  const { kind, name, data } = told;
  const stream = followed.get(name);
  if (!stream) return;
  if (kind === 'open') stream.is_open = true;
  if (kind === 'broken' || kind === 'refused') stream.is_open = false;
  if (kind === 'message') stream.last = data;
  for (const handlers of stream.handlers) deliver(handlers, kind, data);
}

function deliver(handlers: Handlers, kind: Exclude<FromHub['kind'], 'stale' | 'lost'>, data: unknown): void {
  switch (kind) {
    case 'open':
      return handlers.onOpen?.();
    case 'message':
      return handlers.onMessage?.(data as never);
    case 'result':
      return handlers.onResult?.(data as never);
    case 'step_output':
      return handlers.onStepOutput?.(data as never);
    case 'broken':
      return handlers.onError?.(null);
    case 'error':
      return handlers.onError?.(data as { code: number; message: string });
    case 'refused':
      handlers.onError?.(data as { code: number; message: string });
      return handlers.onClose?.();
  }
}

/** The way to the hub: the worker that all tabs share, else one of this page alone. */
function connectHub(): (said: ToHub) => void {
  const speak = shareHub() ?? createHub().join(take);
  void tellSession();
  useSession.subscribe((now, before) => {
    if (now.access_token !== before.access_token) void tellSession();
  });
  setInterval(() => speak({ say: 'here' }), HERE_MS);
  window.addEventListener('online', () => speak({ say: 'wake' }));
  useReach.subscribe(({ is_away }, before) => {
    if (before.is_away && !is_away) speak({ say: 'wake' });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') speak({ say: 'wake' });
  });
  window.addEventListener('pagehide', () => speak({ say: 'bye' }));
  window.addEventListener('pageshow', ({ persisted }) => persisted && joinAgain());
  return speak;
}

function shareHub(): ((said: ToHub) => void) | null {
  if (!('SharedWorker' in window)) return null;
  try {
    const worker = new SharedWorker(new URL('event-hub.worker.ts', import.meta.url), { type: 'module' });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker, not a window
    let speak = (said: ToHub) => worker.port.postMessage(said);
    worker.port.addEventListener('message', ({ data }: MessageEvent<FromHub>) => take(data));
    worker.port.start();
    worker.addEventListener('error', () => {
      logProblem('events: no shared worker, this page listens by itself');
      speak = createHub().join(take);
      void tellSession();
      joinAgain();
    });
    return (said) => speak(said);
  } catch (error) {
    logProblem('events: no shared worker', error);
    return null;
  }
}

async function tellSession(): Promise<void> {
  const token = await currentToken();
  const address = new URL(addressOf(event.listen.path), window.location.href).href;
  say?.({ say: 'session', address, token, headers: tokenHeaders(token, randomId()) });
}

function joinAgain(): void {
  for (const [name, { path, input }] of followed) say?.({ say: 'follow', name, path, input });
}

async function renew(token: string): Promise<void> {
  if (token === '' || token !== useSession.getState().access_token) return tellSession();
  const isRenewed = await refreshSession(token).catch(() => true);
  if (isRenewed) return tellSession();
  await tellRefusal(ERRORS.unauthorized.code, ERRORS.unauthorized.message);
}
