import { call } from '#lib/call.ts';
import { go } from '#lib/go.ts';
import { signOutLocally, useSession } from '#lib/session.ts';

/** Ends the session on the server, then here. Signing out must work even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const { user_info } = useSession.getState();
  await call('auth.logout', user_info ? { user_uid: user_info.user_uid } : {}, { is_quiet: true }).catch(() => {});
  signOutLocally({ has_left: true });
  go('/login');
}
