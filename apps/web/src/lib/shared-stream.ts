import type { InputOf } from './call.ts';
import { openStream, type StreamHandlers, type StreamKey } from './stream.ts';

type Kind = 'onMessage' | 'onResult' | 'onStepOutput' | 'onError' | 'onOpen';
type Told = { kind: Kind; data: unknown } | { kind: 'joined' };

/**
 * One stream for all tabs: a browser opens only six connections to a server over HTTP/1.1, and a stream per tab would
 * leave none for the seventh. The tab that holds the lock opens it and tells the others; when it goes, the next one
 * takes over. `scope` names what the stream is about: whose it is and of which space. Who joins later hears the last
 * message again, so messages must bear being heard twice.
 */
export function openSharedStream<K extends StreamKey>(
  key: K,
  input: InputOf<K>,
  handlers: StreamHandlers<K>,
  scope: string,
): () => void {
  // Typed as always there, but undefined outside secure contexts.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return openStream(key, input, handlers);

  const name = `stream ${key} ${JSON.stringify(input)} ${scope}`;
  const channel = new BroadcastChannel(name);
  const stop = new AbortController();
  let last: Told | null = null;
  const deliver = (told: Told) => {
    if (told.kind !== 'joined') return handlers[told.kind]?.(told.data as never);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which has no other origins
    if (last) channel.postMessage(last);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => deliver(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which has no other origins
  channel.postMessage({ kind: 'joined' } satisfies Told);

  const lead = () =>
    new Promise<void>((done) => {
      const tell = (kind: Kind) => (data?: unknown) => {
        const told: Told = { kind, data };
        if (kind === 'onMessage') last = told;
        deliver(told);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which has no other origins
        if (!stop.signal.aborted) channel.postMessage(told);
      };
      const close = openStream(key, input, {
        onMessage: tell('onMessage'),
        onResult: tell('onResult'),
        onStepOutput: tell('onStepOutput'),
        onError: tell('onError'),
        onOpen: tell('onOpen'),
        onClose: () => {
          handlers.onClose?.();
          done();
        },
      });
      stop.signal.addEventListener('abort', close, { once: true });
    });
  // Rejected when this tab leaves before its turn.
  locks.request(name, { signal: stop.signal }, lead).catch(() => {});

  return () => {
    stop.abort();
    channel.close();
  };
}
