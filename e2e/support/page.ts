import type { BrowserContext, Page } from '@playwright/test';

/** Whatever the browser complains about on any page of it. */
export function watch(context: BrowserContext, complaints: { push(complaint: string): void }): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.page()?.url()})`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
}

/** By the router, as links do: a whole load costs three times as much. */
export async function stepTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // With a name of its own, as every step of the router has: what waits to put the last address right sees that it is gone.
    const state = { key: crypto.randomUUID(), idx: Number(history.state?.idx ?? 0) + 1, usr: null };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

/** There by the router, unless the page is still empty. */
export async function open(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else await stepTo(page, path);
}
