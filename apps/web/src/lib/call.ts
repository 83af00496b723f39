import {
  type CallKey,
  type CallOf,
  callOf,
  CODE_NO_PRIVILEGE,
  CODE_OK,
  CODE_UNAUTHORIZED,
  ERRORS,
} from '@mixreel/contract';
import { whileLoading } from './loading.ts';
import { logProblem } from './log.ts';
import { askAgain, waitFor } from './patience.ts';
import { randomId } from './random.ts';
import { noteAway } from './reach.ts';
import { currentToken, refreshSession } from './refresh.ts';
import { tellRefusal } from './refusals.ts';
import { type Answer, NetworkError, send } from './send.ts';
import { setPrivilege, useSession } from './session.ts';
import { inTabSpace } from './tab-space.ts';
import { delay } from './timing.ts';
import { showToast } from './toast.ts';

/** A key of a call that answers once; streams are opened, not called. */
export type JsonKey = { [K in CallKey]: CallOf<K> extends { kind: 'json' } ? K : never }[CallKey];
export type InputOf<K extends CallKey> = CallOf<K>['input']['_zod']['input'];
export type OutputOf<K extends CallKey> = CallOf<K>['output']['_zod']['output'];

/** How long a person's own action waits for a server that says that it cannot now. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = { first: 500, longest: 4000 };

export type CallOptions = {
  /** Show no message: the page says it where the data would be. Sign-in and privilege are handled all the same. */
  is_quiet?: boolean;
  signal?: AbortSignal | undefined;
};

/** The server refused. `data` holds what it added: wrong fields, the newer document. */
export class CallError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.data = data;
  }

  /** Path of the field → what is wrong with it. */
  get fields(): Record<string, string> {
    const { fields } = (this.data ?? {}) as { fields?: Record<string, string> };
    return fields ?? {};
  }
}

/** The server could not be reached, by us or by the proxy before it. */
export function isAway(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof CallError && error.code > 501 && error.code < 505);
}

/** A refusal that says nothing about what was asked: the same again may go through. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof CallError)) return true;
  const { code } = error;
  return code === CODE_UNAUTHORIZED || code === ERRORS.too_many.code || (code >= 500 && code < 600);
}

/** Makes a call of the contract, by its key, and gives its data. Throws CallError or NetworkError. */
export async function call<K extends JsonKey>(
  key: K,
  input: InputOf<K>,
  options: CallOptions = {},
): Promise<OutputOf<K>> {
  const { loading } = callOf(key);
  const given = inTabSpace(key, input as object) as InputOf<K>;
  const work = () => perform(key, given, options);
  return loading ? whileLoading(work) : work();
}

/** What a person has asked for is waited for in their sight, and when it is lost they may send it again. */
async function perform<K extends JsonKey>(key: K, input: InputOf<K>, options: CallOptions): Promise<OutputOf<K>> {
  const { is_quiet = false, signal } = options;
  const { summary } = callOf(key);
  // The same for every try: the server carries it out once.
  const request_id = randomId();
  const sendOnce = (given: AbortSignal | undefined) => sendWithSession(key, input, request_id, given);
  const sendPatiently = (given: AbortSignal) => whileUnavailable(() => sendOnce(given), given, callOf(key).secret);
  for (;;) {
    try {
      const answer = await (is_quiet ? sendOnce(signal) : waitFor(summary, sendPatiently, signal));
      return judge(answer, options) as OutputOf<K>;
    } catch (error) {
      if (isAway(error)) noteAway();
      if (!(error instanceof NetworkError)) throw error;
      logProblem(`${key}: ${error.message}`, error.cause);
      if (is_quiet || !(await askAgain(summary))) throw error;
    }
  }
}

/**
 * What somebody has just done waits while the server cannot: the same request again, which is carried out once. Quiet
 * calls are tried again by whoever makes them.
 */
async function whileUnavailable(
  sendOnce: () => Promise<Answer>,
  signal: AbortSignal,
  isSecret: boolean,
): Promise<Answer> {
  const until = isSecret ? 0 : performance.now() + PATIENCE_MS;
  for (let n = 0; ; n += 1) {
    const answer = await sendOnce();
    if (answer.envelope?.code !== ERRORS.unavailable.code || performance.now() > until) return answer;
    noteAway();
    await delay(Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** n));
    signal.throwIfAborted();
  }
}

/** A refusal for an old token is answered with a new one and the same request, which the server carries out once. */
async function sendWithSession(
  key: JsonKey,
  input: object,
  request_id: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const entry = callOf(key);
  const token = entry.access === 'public' ? useSession.getState().access_token : await currentToken();
  const answer = await send(entry, input, { token, request_id, signal });
  const isStale = answer.envelope?.code === CODE_UNAUTHORIZED && token !== '' && entry.access !== 'public';
  if (!isStale || !(await refreshSession(token))) return answer;
  return send(entry, input, { token: useSession.getState().access_token, request_id, signal });
}

function judge({ status, is_ok, envelope }: Answer, { is_quiet = false }: CallOptions): unknown {
  if (is_ok && envelope?.code === CODE_OK) return envelope.data;

  const code = envelope?.code ?? status;
  const message = envelope?.message || ERRORS.internal.message;
  if (code === CODE_UNAUTHORIZED) void tellRefusal(code, message);
  else if (!is_ok && code === CODE_NO_PRIVILEGE) setPrivilege(false);
  else if (!is_quiet) void tellRefusal(code, message);
  throw new CallError(code, message, envelope?.data);
}

/** For whoever made a quiet call and finds that the message must be shown after all. What was lost is tried again. */
export function tellError(error: unknown, again?: () => void): void {
  if (error instanceof NetworkError) {
    showToast('error', error.message, again && { ms: 8000, action: { label: '重试', run: again } });
  }
  if (error instanceof CallError && error.code !== CODE_UNAUTHORIZED && error.code !== CODE_NO_PRIVILEGE) {
    void tellRefusal(error.code, error.message);
  }
}
