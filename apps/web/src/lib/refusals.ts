import { CODE_UNAUTHORIZED, ERROR_TOAST_DEBOUNCE_MS, SAME_CODE_POLL_MS } from '@mixreel/contract';
import { go, loginPath } from './go.ts';
import { signOutLocally, useSession } from './session.ts';
import { delay } from './timing.ts';
import { showToast } from './toast.ts';

/** Codes whose message a person is reading now. */
const open = new Set<number>();
/** What waits behind them: the same sentence is not said a third time. */
const waiting = new Set<string>();

/** Tells a person why something was refused: one message per code at a time, the next one when the first is gone. */
export async function tellRefusal(code: number, message: string): Promise<void> {
  const { access_token, is_logged_in } = useSession.getState();
  // What was on its way when the session ended; the person is at the login page already.
  if (code === CODE_UNAUTHORIZED && !is_logged_in) return;
  if (open.has(code)) {
    const sentence = `${code} ${message}`;
    if (waiting.has(sentence)) return;
    waiting.add(sentence);
    while (open.has(code)) await delay(SAME_CODE_POLL_MS);
    waiting.delete(sentence);
  }
  open.add(code);
  await delay(ERROR_TOAST_DEBOUNCE_MS);
  // Signed out or in again meanwhile: there is nothing more to say about that session.
  if (code === CODE_UNAUTHORIZED && useSession.getState().access_token !== access_token) {
    open.delete(code);
    return;
  }
  const onClose = () => {
    open.delete(code);
    if (code === CODE_UNAUTHORIZED) leaveForLogin();
  };
  showToast(code === CODE_UNAUTHORIZED ? 'warning' : 'error', message, { onClose });
}

function leaveForLogin(): void {
  const to = loginPath();
  signOutLocally();
  go(to);
}
