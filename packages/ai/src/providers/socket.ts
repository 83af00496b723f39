import { ProviderError } from '#providers/provider.ts';

const TIMEOUT_MS = 120_000;
const BYTES_MAX = 100_000_000;

/** What a conversation over a websocket does: how it begins, and what each message leads to. */
export type Talk<T> = {
  headers: Record<string, string>;
  begin(send: (message: string | Uint8Array) => void): void;
  /** Undefined goes on; anything else is the answer. What it throws ends the conversation. */
  hear(message: string | Uint8Array, send: (message: string | Uint8Array) => void): T | undefined;
};

/** The standard has no way to set headers; Node's websocket takes them in place of the protocols. */
type WithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** Talks to a service until it has answered. */
export async function talk<T>(url: string, { headers, begin, hear }: Talk<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const socket = new (WebSocket as unknown as WithHeaders)(url, { headers });
  socket.binaryType = 'arraybuffer';
  const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let received = 0;
  try {
    return await new Promise<T>((resolve, reject) => {
      const send = (message: string | Uint8Array) =>
        socket.send(typeof message === 'string' ? message : Uint8Array.from(message));
      ends.addEventListener('abort', () => reject(new ProviderError('unreachable', 'no answer in time')), {
        once: true,
      });
      socket.addEventListener('error', () => reject(new ProviderError('unreachable', 'the connection failed')));
      socket.addEventListener('close', ({ code, reason }) => {
        reject(new ProviderError(code === 1008 ? 'refused-key' : 'bad-answer', `closed ${code} ${reason}`));
      });
      socket.addEventListener('open', () => begin(send));
      socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
        const message = typeof data === 'string' ? data : new Uint8Array(data);
        received += message.length;
        try {
          if (received > BYTES_MAX) throw new ProviderError('bad-answer', 'the answer is too large');
          const answer = hear(message, send);
          if (answer !== undefined) resolve(answer);
        } catch (error) {
          reject(error instanceof ProviderError ? error : new ProviderError('bad-answer', String(error)));
        }
      });
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    socket.close();
  }
}
