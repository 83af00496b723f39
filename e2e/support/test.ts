import { callOf, type Session } from '@mixreel/contract';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { packsDir } from '../../packages/ai/src/packs/packs-dir.ts';
import { type Product, startProduct, VOICE_SERVER } from './product.ts';

type WorkerFixtures = {
  /** Whether the product has the models that the machine has. A file that needs them says so by `test.use`. */
  hasModels: boolean;
  /** One running product per worker; its only user at first is the administrator. */
  product: Product;
  /** The administrator, signed in by the link that the product printed. */
  admin: Session;
};

type Fixtures = {
  /** Whatever the browser complained about on any page of the test: errors, warnings of the content policy. */
  complaints: string[];
  /** A page where the administrator is signed in. */
  adminPage: Page;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  hasModels: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ hasModels }, use) => {
      const env = { RATE_PER_MINUTE: '100000' };
      const product = hasModels
        ? await startProduct({ ...env, PACKS_DIR: packsDir(process.env) }, VOICE_SERVER)
        : await startProduct(env);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  admin: [
    async ({ product }, use) => {
      await use(await firstSession(product));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  complaints: async ({ context }, use) => {
    const complaints: string[] = [];
    watch(context, complaints);
    await use(complaints);
  },
  adminPage: async ({ context, product, admin, complaints }, use) => {
    await signInAs(context, product, await freshSession(product, admin));
    const page = await context.newPage();
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect };

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

export function watch(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.page()?.url()})`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
}

/** By the router, as links do: a whole load costs three times as much. */
export async function stepTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** An address that begins so: the page adds the space and the project that it is in. */
export function startOf(address: string): RegExp {
  return new RegExp(`${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([?&]|%26|$)`);
}
