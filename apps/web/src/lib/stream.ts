import {
  type CallKey,
  type CallOf,
  callOf,
  CODE_UNAUTHORIZED,
  ERRORS,
  STREAM_HEARTBEAT_TIMEOUT_MS,
  STREAM_RECONNECT_MAX_MS,
  STREAM_RECONNECT_MS,
} from '@mixreel/contract';
import type { InputOf, OutputOf } from './call.ts';
import { eventReader, type ServerEvent } from './event-reader.ts';
import { logProblem } from './log.ts';
import { randomId } from './random.ts';
import { currentToken, refreshSession } from './refresh.ts';
import { tellRefusal } from './refusals.ts';
import { tokenHeaders, withQuery } from './send.ts';

export type StreamKey = { [K in CallKey]: CallOf<K> extends { kind: 'stream' } ? K : never }[CallKey];

export type StreamHandlers<K extends StreamKey> = {
  onMessage?: (data: OutputOf<K>) => void;
  onResult?: (data: OutputOf<K>) => void;
  onStepOutput?: (data: OutputOf<K>) => void;
  /** What the server said is wrong; `null` when the connection broke. The stream goes on by itself. */
  onError?: (error: { code: number; message: string } | null) => void;
  onOpen?: () => void;
  /** The stream is over and will not come back. */
  onClose?: () => void;
};

/**
 * Opens an event stream and keeps it open: silent for too long or broken, it is opened again where it stopped, after a
 * pause that doubles. Done by fetch rather than EventSource, which can send no headers and shows no comments.
 */
export function openStream<K extends StreamKey>(key: K, input: InputOf<K>, handlers: StreamHandlers<K>): () => void {
  const entry = callOf(key);
  const stop = new AbortController();
  let lastEventId = '';
  let pause = STREAM_RECONNECT_MS;
  let wake = () => {};

  const handle = ({ event, data, id }: ServerEvent) => {
    if (id) lastEventId = id;
    const value = parse(data);
    if (event === 'message') handlers.onMessage?.(value as OutputOf<K>);
    if (event === 'result') handlers.onResult?.(value as OutputOf<K>);
    if (event === 'step_output') handlers.onStepOutput?.(value as OutputOf<K>);
    if (event === 'error') {
      // What was missed is gone; asking for it again would bring the same answer.
      lastEventId = '';
      handlers.onError?.(value as { code: number; message: string });
    }
  };

  const connect = async (): Promise<'again' | 'over'> => {
    const token = await currentToken();
    const connection = new AbortController();
    const cancel = () => connection.abort();
    stop.signal.addEventListener('abort', cancel, { once: true });
    let heartbeat = setTimeout(cancel, STREAM_HEARTBEAT_TIMEOUT_MS);
    try {
      const response = await fetch(withQuery(entry.path, input), {
        headers: {
          ...tokenHeaders(token, randomId()),
          accept: 'text/event-stream',
          ...(lastEventId && { 'last-event-id': lastEventId }),
        },
        signal: connection.signal,
        cache: 'no-store',
      });
      if (!response.ok || !response.body) return await judgeRefusal(response, token);

      pause = STREAM_RECONNECT_MS;
      handlers.onOpen?.();
      const read = eventReader(handle);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return 'again';
        clearTimeout(heartbeat);
        heartbeat = setTimeout(cancel, STREAM_HEARTBEAT_TIMEOUT_MS);
        read(value);
      }
    } finally {
      clearTimeout(heartbeat);
      stop.signal.removeEventListener('abort', cancel);
    }
  };

  const judgeRefusal = async (response: Response, token: string): Promise<'again' | 'over'> => {
    if (response.status >= 500 || response.status === 429) return 'again';
    if (response.status === CODE_UNAUTHORIZED) {
      if (await refreshSession(token)) return 'again';
      void tellRefusal(CODE_UNAUTHORIZED, ERRORS.unauthorized.message);
    }
    const body = parse(await response.text()) as { code: number; message: string } | null;
    handlers.onError?.(body);
    return 'over';
  };

  const run = async () => {
    while (!stop.signal.aborted) {
      const outcome = await connect().catch((error: unknown) => {
        if (!stop.signal.aborted) logProblem(`${key}: stream broken`, error);
        return 'again' as const;
      });
      if (stop.signal.aborted) break;
      if (outcome === 'over') break;
      handlers.onError?.(null);
      await new Promise<void>((done) => {
        wake = done;
        setTimeout(done, pause);
      });
      pause = Math.min(pause * 2, STREAM_RECONNECT_MAX_MS);
    }
    window.removeEventListener('online', wakeUp);
    handlers.onClose?.();
  };

  const wakeUp = () => {
    pause = STREAM_RECONNECT_MS;
    wake();
  };
  window.addEventListener('online', wakeUp);
  void run();

  return () => {
    stop.abort();
    wake();
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
