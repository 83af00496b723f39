import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/** The small one: what the library hands out as its source is twice as much to read for every page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours: all that another theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What they find is never serious, and finding it takes a third of the time. */
const MILD_RULES = ['region', 'heading-order', 'landmark-one-main', 'page-has-heading-one'];
const WITHOUT_MILD: RunOptions = {
  rules: Object.fromEntries(MILD_RULES.map((rule) => [rule, { enabled: false }])),
};

/** Axe finds nothing serious on the page as it is now; what was left in the dark below is light again. */
export async function expectAccessible(page: Page): Promise<void> {
  if ((await chosenTheme(page)) === 'dark') await chooseTheme(page, 'light');
  await expectNothingSerious(page, WITHOUT_MILD);
}

/**
 * The same, and in the other theme its colours can be read as well. The page stays in that one: going back would draw
 * everything anew, for nobody.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectNothingSerious(page, WITHOUT_MILD);
  await chooseTheme(page, (await chosenTheme(page)) === 'dark' ? 'light' : 'dark');
  await expectReadable(page);
}

/** The page as it is now can be read in its colours; whoever asks has looked at the rest in the other theme. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNothingSerious(page, { runOnly: COLOUR_RULES });
}

function chosenTheme(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('theme'));
}

/** As if it had been chosen in another tab: the page changes where it stands. */
async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((choice) => {
    localStorage.setItem('theme', choice);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: choice }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

async function expectNothingSerious(page: Page, options: RunOptions): Promise<void> {
  await settle(page);
  // More than half a megabyte that stays as long as the page does.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const serious = await page.evaluate(findSerious, options);
  expect(serious.map((found) => `${page.url()} ${found}`)).toEqual([]);
}

/** Runs in the page. Only what is wrong leaves it: everything that is right would be megabytes. */
async function findSerious(options: RunOptions): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe;
  // What lies under a dialog was looked at before it opened, and nobody can reach it now.
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].findLast((one) => one.checkVisibility());
  // Nor is what stands around every page looked at again, unless its colours are others.
  const { dataset } = document.documentElement;
  const seen = (dataset['axeSeen'] ?? '').split(' ');
  const theme = dataset['theme'] ?? '';
  const frame = seen.includes(theme)
    ? [...document.querySelectorAll('nav[aria-label="主导航"], header:has(~ #content)')]
    : [];
  if (!dialog) dataset['axeSeen'] = [...seen, theme].join(' ');
  const place = dialog ?? (frame.length > 0 ? { exclude: frame } : document);
  const { violations } = await run(place, { ...options, resultTypes: ['violations'], preload: false });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/**
 * What is still fading in has not its own colours yet. Animations without an end (a spinner) are not waited for. What is
 * about to come or go waits a moment without any animation, as its class alone tells; between the two nothing is fading
 * either, so it has to stand still for two frames. A list of choices that is closing is still there for a moment, without
 * the name of its field; beside a dialog it is not looked at.
 */
async function settle(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isMoving)).toBe(false);
}

async function isMoving(): Promise<boolean> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const steps = ['enter', 'appear', 'leave'].flatMap((way) =>
    ['prepare', 'start', 'active'].map((step) => `${way}-${step}`),
  );
  if (document.querySelector(steps.map((step) => `[class*='${step}']`).join())) return true;
  const hasDialog = [...document.querySelectorAll('[aria-modal=true]')].some((one) => one.checkVisibility());
  if (!hasDialog && document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')) return true;
  return document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
}
