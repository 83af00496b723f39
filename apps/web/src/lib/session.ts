import type { Session, UserInfo } from '@mixreel/contract';
import { create } from 'zustand';

/** What the browser knows of who is signed in. Kept in local storage and shared by all tabs. */
export type SessionState = {
  access_token: string;
  refresh_token: string;
  expires_at: string;
  user_info: UserInfo | null;
  user_privilege: boolean;
  is_logged_in: boolean;
  /** The person signed out here on purpose: the login page then leads home, not back to where they were. */
  has_left: boolean;
};

const KEY = 'session';

const SIGNED_OUT: SessionState = {
  access_token: '',
  refresh_token: '',
  expires_at: '',
  user_info: null,
  user_privilege: true,
  is_logged_in: false,
  has_left: false,
};

export const useSession = create<SessionState>(() => readStored());

export function signIn({ access_token, refresh_token, expires_at, user_info }: Session): void {
  const { user_privilege } = user_info;
  store({ access_token, refresh_token, expires_at, user_info, user_privilege, is_logged_in: true, has_left: false });
}

/** Forgets the session here and in the other tabs; the server is not asked. */
export function signOutLocally({ has_left = false }: { has_left?: boolean } = {}): void {
  store({ ...SIGNED_OUT, has_left });
}

export function setPrivilege(user_privilege: boolean): void {
  const state = useSession.getState();
  if (state.is_logged_in && state.user_privilege !== user_privilege) store({ ...state, user_privilege });
}

/** What has changed about the person since the sign-in. */
export function updateUser(changed: Partial<UserInfo>): void {
  const state = useSession.getState();
  if (!state.user_info) return;
  const user_info = { ...state.user_info, ...changed };
  const isSame = JSON.stringify(user_info) === JSON.stringify(state.user_info);
  if (isSame && state.user_privilege === user_info.user_privilege) return;
  store({ ...state, user_info, user_privilege: user_info.user_privilege });
}

/** Reads what another tab may have written since. */
export function reloadSession(): SessionState {
  const stored = readStored();
  useSession.setState(stored, true);
  return stored;
}

/** Follows sign-in, sign-out and new tokens of the other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) reloadSession();
  });
}

function store(state: SessionState): void {
  if (state.is_logged_in) localStorage.setItem(KEY, JSON.stringify(state));
  else localStorage.removeItem(KEY);
  useSession.setState(state, true);
}

function readStored(): SessionState {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as SessionState | null;
    return stored?.is_logged_in && stored.access_token ? { ...SIGNED_OUT, ...stored } : SIGNED_OUT;
  } catch {
    return SIGNED_OUT;
  }
}
