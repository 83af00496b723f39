import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { call } from '#lib/call.ts';
import { signIn } from '#lib/session.ts';

/** Browsers have passkeys for pages that came over https or from this machine itself. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window;
}

/** Whether the person closed the browser's own dialog; that is no failure. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

export async function signInByPasskey(): Promise<void> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('account.startPasskey', { origin: window.location.origin }, { is_quiet: true }),
  ]);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON });
  signIn(await call('account.loginByPasskey', { credential: { ...credential } }, { is_quiet: true }));
}
