import type { FeishuSignIn } from '@mixreel/contract';

const KEY = 'feishu_states';

/** What the address says when Feishu sends the person back. */
export type Returned = { code: string; state: string } | { refusal: string };

/** Where Feishu sends people back to; it must be registered there exactly so. */
export function feishuRedirect(): string {
  return `${window.location.origin}/login`;
}

/** Remembers which sign-ins this tab asked for, and where the person was going. */
export function rememberStates({ state, qr }: FeishuSignIn, from: string | null): void {
  sessionStorage.setItem(KEY, JSON.stringify({ states: [state, qr.state], from }));
}

/** Where the person was going, if this tab asked for that state: a code that somebody else asked for signs nobody in. */
export function takeState(state: string): { from: string | null } | null {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { states: string[]; from: string | null } | null;
  if (!kept?.states.includes(state)) return null;
  sessionStorage.removeItem(KEY);
  return { from: kept.from };
}

export function feishuReturn(params: URLSearchParams): Returned | null {
  const [code, state, error] = [params.get('code'), params.get('state'), params.get('error')];
  if (error) return { refusal: error === 'access_denied' ? '你在飞书里取消了授权' : '飞书没有同意这次登录' };
  return code && state ? { code, state } : null;
}
