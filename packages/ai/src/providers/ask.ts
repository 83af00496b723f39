import { setTimeout as sleep } from 'node:timers/promises';
import { answerFailure, requestFailure } from '#providers/failures.ts';
import { ProviderError } from '#providers/provider.ts';

const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 100_000_000;
const RETRIES = 2;
const RETRY_MS = 800;
/** Whoever asks does not wait longer for a busy service: another engine may do it. */
const WAIT_MAX_S = 20;

export type Asked = {
  headers: Record<string, string>;
  /** Null: nothing is sent, it is a question (GET). */
  body: string | FormData | null;
  /** Where it is neither. */
  method?: 'DELETE';
  signal: AbortSignal;
  timeout_ms?: number;
  /** Doing it twice would be paid twice: only what surely did nothing is tried again. */
  is_once?: boolean;
};

/** Asks a service and answers its bytes; a busy one is asked again, twice, later each time. */
export async function ask(url: string, asked: Asked): Promise<{ bytes: Uint8Array; type: string }> {
  return askAgain(asked, () =>
    askOnce(url, asked, async (response) => ({ bytes: await readAll(response), type: typeOf(response) })),
  );
}

/**
 * Asks a service that answers line by line, and hands on each as it comes. One that answers all at once after all gives its
 * bytes as they are.
 */
export async function askLines(
  url: string,
  asked: Asked,
  onLine: (line: string) => void,
): Promise<{ bytes: Uint8Array | null }> {
  return askAgain(asked, () =>
    askOnce(url, asked, async (response) => {
      if (typeOf(response).startsWith('application/json')) return { bytes: await readAll(response) };
      const decoder = new TextDecoder();
      let rest = '';
      for await (const chunk of chunksOf(response)) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
        rest = lines.pop() ?? '';
        lines.forEach(onLine);
      }
      if (rest) onLine(rest);
      return { bytes: null };
    }),
  );
}

async function askAgain<T>({ signal }: Asked, run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      const isBusy = error instanceof ProviderError && error.kind === 'busy';
      const after_s = isBusy ? (error.retry_after_s ?? 0) : 0;
      if (!isBusy || attempt === RETRIES || after_s > WAIT_MAX_S) throw error;
      // Not all at the same moment: those that were refused together would be refused together again.
      const wait = Math.max(after_s * 1000, RETRY_MS * 2 ** attempt) + Math.random() * 200;
      await sleep(wait, undefined, { signal });
    }
  }
}

async function askOnce<T>(url: string, asked: Asked, read: (response: Response) => Promise<T>): Promise<T> {
  const { headers, body, signal, timeout_ms = TIMEOUT_MS, is_once = false } = asked;
  const late = AbortSignal.timeout(timeout_ms);
  const method = asked.method ?? (body === null ? 'GET' : 'POST');
  let response: Response | null = null;
  try {
    // A service that sends us elsewhere would be sent our key there.
    response = await fetch(url, { method, headers, body, signal: AbortSignal.any([signal, late]), redirect: 'error' });
    if (response.ok) return await read(response);
    const said = new TextDecoder().decode((await readAll(response)).slice(0, 2000));
    throw answerFailure(response, withoutKeys(said, headers), is_once);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) throw error;
    throw requestFailure(error, { isLate: late.aborted, hasBegun: response !== null, is_once });
  }
}

/** Some services say in their refusals which key they refuse. */
function withoutKeys(text: string, headers: Record<string, string>): string {
  const keys = Object.values(headers).map((value) => value.split(' ').at(-1) ?? '');
  return keys.filter((key) => key.length >= 8).reduce((clean, key) => clean.replaceAll(key, '***'), text);
}

function typeOf(response: Response): string {
  return response.headers.get('content-type') ?? '';
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new ProviderError('bad-answer', 'the answer is too large');
    yield chunk;
  }
}

async function readAll(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(response)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function readJson(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw new ProviderError('bad-answer', new TextDecoder().decode(bytes.slice(0, 200)));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A field inside records, or undefined where one of them is missing. */
export function dig(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

/** Text of a field; what is no text is none. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
