import { auth, CODE_OK, type Session } from '@mixreel/contract';
import { randomId } from './random.ts';
import { NetworkError, send } from './send.ts';
import { reloadSession, signIn, useSession } from './session.ts';
import { delay } from './timing.ts';

/** Refreshed this long before the end, so that no request sets out with a token that dies on the way. */
const EARLY_MS = 60_000;
const LOCK = 'session_refresh';
const LOCK_MS = 10_000;

let running: Promise<boolean> | null = null;

/** The token to send: renewed first when its end is near, empty when nobody is signed in. */
export async function currentToken(): Promise<string> {
  const { access_token, expires_at, is_logged_in } = useSession.getState();
  const isEnding = is_logged_in && Date.parse(expires_at) - Date.now() < EARLY_MS;
  if (isEnding) await refreshSession(access_token).catch(() => false);
  return useSession.getState().access_token;
}

/**
 * Exchanges the refresh token, once, however many requests and tabs find the same token stale: using an old refresh
 * token again, later than a tab may lag behind the storage, would end the whole session. False when it is over.
 */
export function refreshSession(stale: string): Promise<boolean> {
  running ??= alone(() => exchange(stale)).finally(() => {
    running = null;
  });
  return running;
}

async function exchange(stale: string): Promise<boolean> {
  const { access_token, refresh_token, is_logged_in } = reloadSession();
  if (!is_logged_in || !refresh_token) return false;
  if (access_token !== stale) return true;
  const { envelope, status } = await send(auth.refreshToken, { refresh_token }, { token: '', request_id: randomId() });
  if (envelope?.code === CODE_OK) {
    signIn(envelope.data as Session);
    return true;
  }
  // A server that is restarting has not said that the session is over.
  if (!envelope || status >= 500 || status === 429) throw new NetworkError(envelope?.message ?? status);
  return false;
}

/** Ends a session that this browser was given and does not keep. Left open it would end by itself, later. */
export async function endSession({ access_token, user_info: { user_uid } }: Session): Promise<void> {
  await send(auth.logout, { user_uid }, { token: access_token, request_id: randomId() }).catch(() => {});
}

/** One tab at a time. Web Locks are missing over plain HTTP on a local network; a dated note in local storage does there. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  // Typed as always there, but undefined outside secure contexts.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return locks.request(LOCK, work);

  const mine = randomId();
  for (;;) {
    const [owner, until] = (localStorage.getItem(LOCK) ?? '').split(' ');
    if (!owner || Number(until) < Date.now()) {
      localStorage.setItem(LOCK, `${mine} ${Date.now() + LOCK_MS}`);
      // Another tab may have written at the same moment; whoever wrote last has it.
      await delay(40);
      if (localStorage.getItem(LOCK)?.startsWith(mine)) break;
    }
    await delay(100);
  }
  try {
    return await work();
  } finally {
    localStorage.removeItem(LOCK);
  }
}
