import type { Locator, Page } from '@playwright/test';

/** Drags as a hand does: a drag begins only after a few pixels, and a place is aimed at before it is dropped on. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag');
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 4, { steps: 4 });
  await page.mouse.move(end.x + end.width - 6, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}
