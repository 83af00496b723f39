import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rules about colours: all that another theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Axe finds nothing serious on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingSerious(page, new AxeBuilder({ page }).options({ resultTypes: ['violations'] }));
}

/** The same, and in the dark its colours can be read as well. The page is light before and after. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await chooseTheme(page, 'dark');
  await expectReadable(page);
  await chooseTheme(page, 'light');
}

/** The page as it is now can be read in its colours; whoever asks has looked at the rest in the other theme. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNothingSerious(page, new AxeBuilder({ page }).withRules(COLOUR_RULES));
}

/** As if it had been chosen in another tab: the page changes where it stands. */
async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((choice) => {
    localStorage.setItem('theme', choice);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: choice }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

async function expectNothingSerious(page: Page, axe: AxeBuilder): Promise<void> {
  await settle(page);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([]);
}

/** What is still fading in has not its own colours yet. Animations without an end (a spinner) are not waited for. */
async function settle(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isMoving)).toBe(false);
}

function isMoving(): boolean {
  return document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
}
