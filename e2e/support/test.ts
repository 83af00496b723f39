import type { Session } from '@mixreel/contract';
import { test as base, expect, type Page } from '@playwright/test';
import { packsDir } from '../../packages/ai/src/packs/packs-dir.ts';
import { Desk } from './desk.ts';
import { watch } from './page.ts';
import { type Product, startProduct, VOICE_SERVER } from './product.ts';
import { firstSession, freshSession, signInAs } from './session.ts';

type WorkerFixtures = {
  /** Whether the product has the models that the machine has. A file that needs them says so by `test.use`. */
  hasModels: boolean;
  /** One running product per worker; its only user at first is the administrator. */
  product: Product;
  /** The administrator, signed in by the link that the product printed. */
  admin: Session;
  /** What `deskPage` hands on from one test to the next. */
  desk: Desk;
};

type Fixtures = {
  /** Whatever the browser complained about on any page of the test: errors, warnings of the content policy. */
  complaints: string[];
  /** A page where the administrator is signed in. */
  adminPage: Page;
  /** The page that the administrator leaves open all day: opened once, then walked about in by `stepTo`. */
  deskPage: Page;
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
  desk: [
    async ({ product, admin }, use) => {
      const desk = new Desk(product, admin);
      await use(desk);
      await desk.close();
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
  deskPage: async ({ browser, desk, complaints }, use) => {
    await use(await desk.sitDown(browser, complaints));
    expect(complaints).toEqual([]);
    await desk.tidy();
  },
});

export { stepTo, watch } from './page.ts';
export { firstSession, freshSession, send, signInAs } from './session.ts';
export { expect };

/** An address that begins so: the page adds the space and the project that it is in. */
export function startOf(address: string): RegExp {
  return new RegExp(`${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}([?&]|%26|$)`);
}
