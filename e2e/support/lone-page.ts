import { readFile } from 'node:fs/promises';
import type { Session } from '@mixreel/contract';
import { chromium, type Page } from '@playwright/test';
import { locateChromium } from './chromium.ts';
import { signInAs } from './test.ts';

export type LonePage = {
  page: Page;
  /** What the page alone occupies, in bytes: memory of its process that no other process shares. */
  memory(): Promise<number>;
  close(): Promise<void>;
};

/** A signed-in page in a browser of its own, for measurements. */
export async function openLonePage(url: string, session: Session): Promise<LonePage> {
  const { executablePath, env } = await locateChromium();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    // Pictures of measurements come from another port than the product's.
    bypassCSP: true,
  });
  await signInAs(context, { url, signInLink: '', tell: () => {}, stop: async () => {} }, session);
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

async function privateBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const lines = text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm);
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
