import { readFile } from 'node:fs/promises';
import type { Session } from '@mixreel/contract';
import { chromium, type Page } from '@playwright/test';
import { locateChromium } from './chromium.ts';
import type { Product } from './product.ts';
import { signInAs } from './test.ts';

export type LonePage = {
  page: Page;
  /** What the page's process occupies, in bytes. */
  memory(): Promise<number>;
  close(): Promise<void>;
};

/** A signed-in page in a browser of its own, for measurements. */
export async function openLonePage(product: Pick<Product, 'url'>, session: Session): Promise<LonePage> {
  const { executablePath, env } = await locateChromium();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    // Pictures of measurements come from another port than the product's.
    bypassCSP: true,
  });
  await signInAs(context, product, session);
  const page = await context.newPage();
  const system = await browser.newBrowserCDPSession();
  return {
    page,
    async memory() {
      const { processInfo } = await system.send('SystemInfo.getProcessInfo');
      const sizes = await Promise.all(
        processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id)),
      );
      return Math.max(...sizes);
    },
    close: () => browser.close(),
  };
}

/** What Chromium's own task manager calls the footprint: pages of memory that are neither files nor shared. */
async function privateBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const lines = text.matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB$/gm);
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
