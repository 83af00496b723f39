import { makeProject } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('for those who asked for less movement, what opens is in its place from its first frame', async ({
  adminPage: page,
  product,
  admin,
}) => {
  await makeProject(product, admin, `安静 ${Date.now()}`);
  await page.goto('/home/material');
  await expect(page.getByRole('heading', { name: '素材库' })).toBeVisible();
  const places = await page.evaluateHandle(watchDialogs);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: '快捷键' }).getByRole('button', { name: '关闭' }).click();
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: '任务中心' }).getByRole('button', { name: '关闭' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await places.evaluate((seen) => [...seen].map(([name, there]) => [name, there.size]))).toEqual([
    ['快捷键', 1],
    ['任务中心', 1],
  ]);
});

/** Runs in the page: where each dialog was, in every frame in which there was one. */
function watchDialogs(): Map<string, Set<string>> {
  const seen = new Map<string, Set<string>>();
  const look = () => {
    for (const dialog of document.querySelectorAll('[role=dialog]')) {
      const { x, y, width, height } = dialog.getBoundingClientRect();
      if (width === 0) continue;
      const label = dialog.getAttribute('aria-labelledby');
      const name = dialog.getAttribute('aria-label') ?? (label && document.getElementById(label)?.textContent) ?? '';
      seen.set(name, (seen.get(name) ?? new Set()).add([x, y, width, height].join(' ')));
    }
    requestAnimationFrame(look);
  };
  look();
  return seen;
}
