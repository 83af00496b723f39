import type { Session } from '@mixreel/contract';
import type { Browser, Page } from '@playwright/test';
import { stepTo, watch } from './page.ts';
import type { Product } from './product.ts';
import { freshSession, signInAs } from './session.ts';

/** No page of the product, in the person's own space. */
const AWAY = '/nowhere?teamId=';

/**
 * A page that outlives a test. Loading one costs more than most of what tests do on it, and people do not load it for
 * everything they do either. Whoever signs out, signs in as somebody else or adds scripts to a page takes another one.
 */
export class Desk {
  readonly #product: Product;
  readonly #person: Session;
  #page: Page | null = null;
  #complaints: string[] = [];

  constructor(product: Product, person: Session) {
    this.#product = product;
    this.#person = person;
  }

  /** What the browser complains about is told to the test that sits there. */
  async sitDown(browser: Browser, complaints: string[] = []): Promise<Page> {
    this.#complaints = complaints;
    if (this.#page) return this.#page;
    const context = await browser.newContext({ baseURL: this.#product.url });
    await signInAs(context, this.#product, await freshSession(this.#product, this.#person));
    watch(context, { push: (complaint) => this.#complaints.push(complaint) });
    const page = await context.newPage();
    await page.goto(AWAY);
    this.#page = page;
    return page;
  }

  /** Away from what the test looked at, and without what it put between the page and the server. */
  async tidy(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of ['request', 'response', 'dialog']) await page.removeAllListeners(event, { behavior: 'wait' });
    await context.clearPermissions();
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      localStorage.removeItem('theme');
      dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: null }));
    });
    await stepTo(page, AWAY);
    await page.getByRole('heading', { level: 1, name: '没有这个页面' }).waitFor();
    await page.getByRole('button', { name: '切换空间，当前是个人空间' }).waitFor();
    // What opens from the shell outlives a step, and so do its uploads.
    const left = page.getByRole('dialog').or(page.getByRole('button', { name: /^上传(：|记录)/ }));
    if (await left.first().isVisible()) await this.close();
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = null;
  }
}
