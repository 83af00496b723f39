import { packsDir } from '../../packages/ai/src/packs/packs-dir.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const MINUTE = 60_000;
const WANTED = 4;
/** Four clips and three wordings at five places, four voices, three pieces of music: everything has come. */
const ALL = /可组合\s*298\.6 万/;

let own: Product;
test.beforeAll(async () => {
  own = await startProduct({ DEMO_PROJECT: 'true', PACKS_DIR: packsDir(process.env), WORKER_CORES: '2' });
});
test.afterAll(() => own.stop());

test('a fresh example becomes videos that our own judge calls different', async ({ page }) => {
  test.setTimeout(60 * MINUTE);
  await page.goto(own.signInLink);
  await page.getByRole('link', { name: '混剪', exact: true }).click();
  await page
    .getByText('山丘冷萃 · 夏日上新')
    .first()
    .click({ timeout: 20 * MINUTE });
  await expect(page.getByRole('group', { name: '组合' })).toContainText(ALL, { timeout: 20 * MINUTE });
  await page.getByRole('button', { name: '去结果页' }).click();
  await page.getByRole('button', { name: '挑选', exact: true }).click();
  await expect(page.getByText('挑好了 12 条，4 种开头')).toBeVisible({ timeout: MINUTE });
  await expect(page.getByRole('gridcell')).toHaveCount(12);
  await expect(page.getByText(/ · L[345]$/)).toHaveCount(0);

  await page.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导出成片' });
  await dialog.getByText('最不像的').click();
  await dialog.getByRole('spinbutton').fill(String(WANTED));
  const start = dialog.getByRole('button', { name: `导出 ${WANTED} 条` });
  await expect(start).toBeEnabled({ timeout: 2 * MINUTE });
  await expect(dialog.getByText('建议看看')).toHaveCount(0);
  await start.click();
  const panel = page.getByRole('complementary', { name: '导出进度' });
  await expect(panel.getByRole('button', { name: /^播放山丘冷萃/ })).toHaveCount(WANTED, { timeout: 30 * MINUTE });

  await page.getByRole('link', { name: '素材库', exact: true }).click();
  await page
    .getByRole('tab', { name: '成片' })
    .or(page.getByRole('link', { name: '成片', exact: true }))
    .click();
  await expect(page.getByRole('gridcell')).toHaveCount(WANTED);
  await page
    .getByRole('gridcell')
    .first()
    .click({ modifiers: ['Control'] });
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: '查重', exact: true }).click();
  await expect(page.getByText('几乎都是新的')).toBeVisible({ timeout: 2 * MINUTE });
  await expect(page.getByText(/^L[12] · \d+%$/)).toHaveCount(WANTED);
});
