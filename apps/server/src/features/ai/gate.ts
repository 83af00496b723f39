import type { AiError, AiFailure } from '@mixreel/ai';
import { ProviderError, type ProviderFailure } from '@mixreel/ai/providers';
import type { App } from '#context.ts';
import { perApp } from '#memory.ts';

/** What this process knows of an account at a service. */
type Account = {
  running: number;
  waiting: (() => void)[];
  /** Failures in a row. */
  failures: number;
  rests_until: number;
  /** Until when the service itself wants to be left alone. */
  closed_until: number;
  trouble: { at: Date; message: string } | null;
};
type Remembering = Pick<App, 'memory'>;

const accountsIn = perApp(() => new Map<string, Account>());

const REST_S: Partial<Record<ProviderFailure | AiFailure, number>> = {
  busy: 5,
  unreachable: 10,
  late: 10,
  'refused-key': 60,
  'no-credit': 60,
  'no-model': 60,
  crashed: 10,
  memory: 60,
};
const REST_MAX_S = 300;

function accountOf(app: Remembering, account: string): Account {
  const accounts = accountsIn(app);
  const known = accounts.get(account);
  if (known) return known;
  const fresh: Account = { running: 0, waiting: [], failures: 0, rests_until: 0, closed_until: 0, trouble: null };
  accounts.set(account, fresh);
  return fresh;
}

type Place = { account: string; at_once: number };

/** Runs something when the account has room for it; those that wait come in order. */
export async function throughGate<T>(
  app: Remembering,
  { account: name, at_once }: Place,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  // Who has gone already would be told of it never.
  signal.throwIfAborted();
  const account = accountOf(app, name);
  if (account.running >= at_once) await turnOf(account, signal);
  else account.running += 1;
  try {
    signal.throwIfAborted();
    return await run();
  } finally {
    // The place goes from one to the next: given back first, somebody who comes just now would take it as well.
    const enter = account.waiting.shift();
    if (enter) enter();
    else account.running -= 1;
  }
}

function turnOf(account: Account, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const leave = () => {
      account.waiting = account.waiting.filter((one) => one !== enter);
      fail(signal.reason as Error);
    };
    const enter = () => {
      signal.removeEventListener('abort', leave);
      done();
    };
    signal.addEventListener('abort', leave, { once: true });
    account.waiting.push(enter);
  });
}

export function tellWell(app: Remembering, { account }: Place): void {
  Object.assign(accountOf(app, account), { failures: 0, rests_until: 0, closed_until: 0, trouble: null });
}

/** An account that is in trouble rests: for as long as it asks for, else longer with every failure. */
export function tellTrouble(app: Remembering, { account: name }: Place, error: ProviderError | AiError): void {
  const account = accountOf(app, name);
  account.trouble = { at: new Date(), message: error.message };
  const rest = REST_S[error.kind];
  if (rest === undefined) return;
  const retry_after_s = error instanceof ProviderError ? error.retry_after_s : null;
  const rest_s = retry_after_s ?? Math.min(REST_MAX_S, rest * 2 ** account.failures);
  account.failures += 1;
  account.rests_until = Date.now() + rest_s * 1000;
  if (retry_after_s !== null) account.closed_until = account.rests_until;
}

/** Seconds for which others are asked first; 0: it is well. */
export function restOf(app: Remembering, { account }: Place): number {
  return Math.max(0, (accountOf(app, account).rests_until - Date.now()) / 1000);
}

/** Seconds for which the service wants to be left alone by everybody. */
export function closedFor(app: Remembering, { account }: Place): number {
  return Math.max(0, (accountOf(app, account).closed_until - Date.now()) / 1000);
}

/** What went wrong last, if nothing went well since. */
export function troubleOf(app: Remembering, { account }: Place): Account['trouble'] {
  return accountOf(app, account).trouble;
}
