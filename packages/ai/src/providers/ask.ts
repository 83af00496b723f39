import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError, type ProviderFailure } from '#providers/provider.ts';

const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 100_000_000;
const RETRIES = 2;
const RETRY_MS = 800;

type Asked = { headers: Record<string, string>; body: string | FormData; signal: AbortSignal };

/** POSTs to a service and answers its bytes; a busy one is asked again, twice, later each time. */
export async function ask(url: string, { headers, body, signal }: Asked): Promise<{ bytes: Uint8Array; type: string }> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await askOnce(url, headers, body, signal);
    } catch (error) {
      signal.throwIfAborted();
      const isBusy = error instanceof ProviderError && error.kind === 'busy';
      if (!isBusy || attempt === RETRIES) throw error;
      await sleep(RETRY_MS * 2 ** attempt, undefined, { signal });
    }
  }
}

async function askOnce(url: string, headers: Record<string, string>, body: string | FormData, signal: AbortSignal) {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let response: Response;
  try {
    // A service that sends us elsewhere would be sent our key there.
    response = await fetch(url, { method: 'POST', headers, body, signal: ends, redirect: 'error' });
  } catch (error) {
    signal.throwIfAborted();
    throw new ProviderError('unreachable', String((error as Error).cause ?? error));
  }
  const bytes = await readAll(response, signal);
  if (!response.ok) throw new ProviderError(failureOf(response.status), new TextDecoder().decode(bytes.slice(0, 500)));
  return { bytes, type: response.headers.get('content-type') ?? '' };
}

async function readAll(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > ANSWER_BYTES_MAX) throw new ProviderError('bad-answer', 'the answer is too large');
      chunks.push(chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProviderError ? error : new ProviderError('unreachable', String(error));
  }
  return Buffer.concat(chunks);
}

function failureOf(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'refused-key';
  if (status === 402) return 'no-credit';
  if (status === 429 || status >= 500) return 'busy';
  return 'bad-request';
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
