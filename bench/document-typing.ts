import { setTimeout as delay } from 'node:timers/promises';
import type { LonePage } from '../e2e/support/lone-page.ts';

/** Pages that have just been opened read and draw a lot that has nothing to do with keys. */
const SETTLE_MS = 4000;
/** Eight keys a second, as somebody types who knows how to. */
const BETWEEN_MS = 100;
/** Of a screen that shows sixty pictures a second. */
const FRAME_MS = 1000 / 60;

type Asked = { path: string; label: string; keys: number };

/** From the event of a key until its letter was painted, ms, and how much of that the page was ready and waited for the screen. */
export type Key = { painted: number; waited: number };

/** What of it the page is to blame for: a frame that comes late counts, the wait for the next one of the screen does not. */
export function ownMs({ painted, waited }: Key): number {
  return painted - Math.min(waited, FRAME_MS);
}

/** Types in a field of a page, then as much in the only field of an empty one in the same browser. */
export async function measureKeys({ page }: LonePage, { path, label, keys }: Asked): Promise<[Key[], Key[]]> {
  await page.goto(path);
  await page.getByLabel(label, { exact: true }).focus();
  const own = await type(page, keys);
  await page.setContent('<input autofocus>');
  await page.locator('input').focus();
  return [own, await type(page, keys)];
}

async function type(page: LonePage['page'], keys: number): Promise<Key[]> {
  await page.evaluate(() => {
    const times: Key[] = [];
    Object.assign(window, { keyTimes: times });
    let began = 0;
    const tasks: (() => void)[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => tasks.shift()?.());
    port1.start();
    addEventListener('keydown', ({ timeStamp }) => (began = timeStamp), { capture: true });
    addEventListener('input', () => {
      const at = began;
      // The page's own handlers have run; the frame begins with the next picture of the screen, and what delays it is ours.
      const ready = performance.now();
      requestAnimationFrame((frame_at) => {
        const waited = Math.max(0, frame_at - ready);
        // A task behind the frame: by then it was painted.
        tasks.push(() => times.push({ painted: performance.now() - at, waited }));
        port2.postMessage(null);
      });
    });
  });
  await delay(SETTLE_MS);
  // By the keyboard alone: looking for the field among all others each time would keep the page from drawing.
  for (let n = 0; n < keys; n += 1) {
    await page.keyboard.press('a', { delay: 20 });
    await delay(BETWEEN_MS);
  }
  return page.evaluate(() => (window as unknown as { keyTimes: Key[] }).keyTimes);
}
