import { type Call, type Envelope, REQUEST_ID_HEADER } from '@mixreel/contract';
import { addressOf } from './app-config.ts';

/** The server could not be reached, or the answer was cut off. Only logged; lists say so in their place. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('网络连接不上，请检查网络后重试', { cause });
    this.name = 'NetworkError';
  }
}

/** What came back. `envelope` is null when the body was not one, from a proxy for example. */
export type Answer = { status: number; is_ok: boolean; envelope: Envelope | null };

type Sending = { token: string; request_id: string; signal?: AbortSignal | undefined };

/** One request over the wire, without any opinion on what its answer means. No timeout: long work is allowed to take long. */
export async function send(call: Call, input: object, { token, request_id, signal }: Sending): Promise<Answer> {
  const isGet = call.method === 'GET';
  try {
    const response = await fetch(isGet ? withQuery(call.path, input) : addressOf(call.path), {
      method: call.method,
      headers: { ...tokenHeaders(token, request_id), ...(!isGet && { 'content-type': 'application/json' }) },
      body: isGet ? null : JSON.stringify(input),
      signal: signal ?? null,
    });
    return { status: response.status, is_ok: response.ok, envelope: readEnvelope(await response.text()) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
}

/** The token goes in three headers: each of the product's services reads another one. */
export function tokenHeaders(token: string, request_id: string): Record<string, string> {
  return {
    [REQUEST_ID_HEADER]: request_id,
    ...(token && { authorization: `Bearer ${token}`, 'access-token': token, token }),
  };
}

/** Lists are repeated; what is undefined is left out. */
export function withQuery(path: string, input: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) {
      if (one === undefined || one === null) continue;
      query.append(name, typeof one === 'string' ? one : JSON.stringify(one));
    }
  }
  const text = query.toString();
  return text ? `${addressOf(path)}?${text}` : addressOf(path);
}

function readEnvelope(text: string): Envelope | null {
  try {
    const body = JSON.parse(text) as Partial<Envelope> | null;
    return typeof body?.code === 'number' ? { code: body.code, message: body.message ?? '', data: body.data } : null;
  } catch {
    return null;
  }
}
