import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { makePiece, SPEECH_MS, studioPath } from '../support/audio.ts';
import { makeProject } from '../support/people.ts';
import { expect, stepTo, test } from '../support/test.ts';

test.use({ hasModels: true });

test('the studio and what it opens are accessible, in light and dark, and fit 1280 pixels', async ({
  deskPage: page,
  product,
  admin,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const project_id = await makeProject(product, admin, `无障碍 ${Date.now()}`);
  const list = `/audioStudio?project_id=${project_id}`;
  await stepTo(page, list);
  await expect(page.getByText('这个项目还没有配音')).toBeVisible();
  await expectAccessible(page);
  const piece = await makePiece(product, admin, {
    project_id,
    lines: [{ text: '你好。', shot_ms: 300 }, { text: '😀' }, { text: '再见，下次一定来。', rate: 1.3, volume: 0.5 }],
  });
  await stepTo(page, studioPath(piece));
  await page.getByRole('button', { name: '播放第 1 行' }).click();
  await expect(page.getByText(/^偏长/)).toBeVisible({ timeout: SPEECH_MS });
  await expectAccessibleInBothThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);

  await page.getByRole('tab', { name: '整篇' }).click();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: '选音乐' }).click();
  const library = page.getByRole('dialog', { name: '音乐库' });
  await expect(library.getByRole('listitem').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await library.getByRole('tab', { name: '我的音乐' }).click();
  await library.getByRole('button', { name: '上传音乐' }).first().click();
  await expect(page.getByRole('dialog', { name: '上传音乐' })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await stepTo(page, list);
  await expect(page.getByRole('button', { name: /^口播/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await stepTo(page, studioPath(piece));
  await page.getByRole('button', { name: '第 1 行的音色：晓晓' }).click();
  await expect(page.getByRole('dialog', { name: '选音色' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '读音词典' }).click();
  await expect(page.getByText('还没有自定义读音')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: '第 1 行', exact: true }).press('?');
  await expect(page.getByRole('dialog', { name: '音频工坊的快捷键' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
