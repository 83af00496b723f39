import type { Locator, Page } from '@playwright/test';

/** Drags as a hand does. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await carry(page, from, to);
  await page.mouse.up();
}

/** Until it is let go: a drag begins only after a few pixels, and a place is aimed at before something is dropped on it. */
export async function carry(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag');
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 4, { steps: 4 });
  await page.mouse.move(end.x + end.width - 6, end.y + end.height / 2, { steps: 8 });
}
