import type { Locator, Page } from '@playwright/test';

/** A message that goes away by itself, kept by the pointer of whoever reads it. */
export async function holdToast(page: Page, text: string | RegExp): Promise<Locator> {
  const toast = page.locator('[aria-live=polite] > [data-kind]').filter({ hasText: text });
  await toast.hover();
  return toast;
}

/** The way back that a message offers: it can be taken when what was done has been seen. */
export async function holdUndo(page: Page, text: string | RegExp): Promise<Locator> {
  return (await holdToast(page, text)).getByRole('button', { name: '撤销' });
}
