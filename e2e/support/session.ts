import { callOf, type Session } from '@mixreel/contract';
import type { BrowserContext } from '@playwright/test';
import type { Product } from './product.ts';

/** Whoever opens the link that the product printed. */
export function firstSession(product: Product): Promise<Session> {
  const code = new URL(product.signInLink).searchParams.get('code') ?? '';
  return send<Session>(product, callOf('auth.login').path, { code });
}

/** A session of its own for a test: what one test revokes must not sign out the next. */
export async function freshSession(product: Product, { access_token }: Session): Promise<Session> {
  const { code } = await send<{ code: string }>(product, callOf('auth.issueCode').path, {}, access_token);
  return send<Session>(product, callOf('auth.login').path, { code });
}

/** Puts a session where the page keeps it. */
export async function signInAs(
  context: BrowserContext,
  product: Pick<Product, 'url'>,
  session: Session,
): Promise<void> {
  const { access_token, refresh_token, expires_at, user_info } = session;
  const { user_privilege } = user_info;
  const state = { access_token, refresh_token, expires_at, user_info, user_privilege, is_logged_in: true };
  await context.addInitScript(
    ([origin, text]) => {
      if (location.origin !== origin || sessionStorage.getItem('signed_in_by_test')) return;
      sessionStorage.setItem('signed_in_by_test', 'true');
      localStorage.setItem('session', text);
    },
    [product.url, JSON.stringify(state)] as const,
  );
}

/** A call as the page makes it, without a page. */
export async function send<T>(product: Product, path: string, input: object, token = ''): Promise<T> {
  const response = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  });
  const envelope = (await response.json()) as { code: number; message: string; data: T };
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`);
  return envelope.data;
}
