import type { Locator, Page } from '@playwright/test';

/** Whether this was ever on the page from now on, noted by the page itself: a test may come too late to see it. */
export async function noteSight(page: Page, selector: string, text = ''): Promise<() => Promise<boolean>> {
  const noted = await page.evaluateHandle(
    ([css, words]) => {
      const sight = { isSeen: false };
      const look = () => {
        sight.isSeen ||= [...document.querySelectorAll(css)].some(({ textContent }) => textContent.includes(words));
      };
      const changes = { subtree: true, childList: true, characterData: true, attributes: true };
      new MutationObserver(look).observe(document, changes);
      look();
      return sight;
    },
    [selector, text] as const,
  );
  return () => noted.evaluate(({ isSeen }) => isSeen);
}

/** Presses 暂停 when all films in it have played for so many seconds, before a short one has come to its end. */
export async function pauseAfter(within: Locator, films: string, seconds: number): Promise<void> {
  await within.evaluate(
    async (part, [css, least]) => {
      const isThere = () => {
        const videos = [...part.querySelectorAll<HTMLVideoElement>(css)];
        return videos.length > 0 && videos.every(({ currentTime }) => currentTime > least);
      };
      while (!isThere()) await new Promise((done) => requestAnimationFrame(done));
      document.querySelector<HTMLButtonElement>('button[aria-label="暂停"]')?.click();
    },
    [films, seconds] as const,
  );
}
