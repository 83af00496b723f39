import { callOf, type MixProject } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { makeMix } from '../support/mix.ts';
import { pauseAfter } from '../support/passing.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, stepTo, test } from '../support/test.ts';
import { holdUndo } from '../support/toast.ts';

/** Real films are decoded and real videos made, on a machine that may have other work. */
const MAKING_MS = 240_000;

/** Where the video that is seen is, in seconds; nothing while none plays. */
function playing(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((video: HTMLVideoElement) => (video.paused && !video.ended ? 0 : video.currentTime));
}

test('candidates play under the pointer, are ticked and excluded, and become files in a directory', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const { mproject_id, shootings } = await makeMix(product, admin, '夏季上新');
  const [{ shooting_id, scripts }] = shootings as [MixProject['shootings'][number]];
  const claim = { shooting_id, revision: 1, scripts: scripts.map((one) => ({ ...one, text: '最好的包装' })) };
  await send(product, callOf('shooting.update').path, claim, admin.access_token);
  await makeProject(product, admin, '更新的项目');
  // The address does not say which project: it is that of the mix, not the newest.
  await stepTo(page, `/studio/result?mproject_id=${mproject_id}`);
  await expect(page.getByText('还没有挑选')).toBeVisible();
  const current = page.getByRole('button', { name: '切换项目，当前是夏季上新的项目' });
  await expect(current).toBeVisible();
  // And there one stays, whatever area is gone to next.
  await page.getByRole('link', { name: '素材库', exact: true }).click();
  await expect(page.getByRole('radio', { name: '实拍' })).toBeVisible();
  await expect(current).toBeVisible();
  await page.goBack();
  await expect(page.getByText('还没有挑选')).toBeVisible();
  await page.getByRole('button', { name: '挑选', exact: true }).click();
  await expect(page.getByText('挑好了 4 条，2 种开头')).toBeVisible();
  const cards = page.getByRole('gridcell');
  await expect(cards).toHaveCount(4);
  await expectAccessibleInBothThemes(page);

  await cards.nth(1).hover();
  await expect.poll(() => playing(page, 'video[data-shown=true]'), { timeout: MAKING_MS }).toBeGreaterThan(0.1);

  // Its cover is chosen before there is a file: another moment, with words in a style of captions.
  await cards.nth(0).click();
  const look = page.getByRole('dialog', { name: '第 1 条' });
  await look.getByRole('button', { name: '封面' }).click();
  const cover = page.getByRole('dialog', { name: '封面 · 第 1 条' });
  const picture = cover.getByRole('img', { name: '封面', exact: true });
  const drawn = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth && image.src);
  await expect.poll(drawn, { timeout: MAKING_MS }).toBeTruthy();
  const automatic = await drawn();
  await cover.getByText('选一个画面').click();
  await cover
    .getByRole('button', { name: /秒的画面$/ })
    .last()
    .click();
  await cover.getByRole('textbox', { name: '标题' }).fill('夏天来了');
  await expect.poll(drawn, { timeout: MAKING_MS }).not.toBe(automatic);
  await expectAccessible(page);
  await cover.getByRole('button', { name: '用这个封面' }).click();
  await expect(cover).toBeHidden();
  // Not by Escape: the dialog that is just gone may still take the first one.
  await look.getByRole('button', { name: '关闭' }).click();
  await expect(look).toBeHidden();

  // By the keyboard: the second one is not wanted for export, the third one not at all.
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('x');
  await expect(cards.nth(1)).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByText('已选 3 条')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(3);
  await page.getByText('已排除', { exact: true }).click();
  await expect(cards).toHaveCount(1);
  await page.getByText('全部', { exact: true }).click();
  await expect(cards).toHaveCount(3);

  await page.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导出成片' });
  await expect(dialog.getByText('选中的 2 条')).toBeVisible();
  // The dialog stands in the middle and moves as long as it grows.
  const fix = dialog.getByRole('button', { name: '改成「很好的」' });
  await expect(fix).toBeVisible();
  await dialog.getByRole('button', { name: '去掉日期' }).click();
  await dialog.getByRole('textbox', { name: '文件名，「混剪名称」后面的文字' }).fill('-');
  await expect(dialog.getByText('例如：夏季上新-01.mp4')).toBeVisible();
  await expectAccessible(page);
  // What the law forbids is put right by one click, which can be taken back.
  await fix.click();
  const undo = await holdUndo(page, '改好了');
  await expect(fix).toBeHidden();
  await undo.click();
  await fix.click();
  await expect(fix).toBeHidden();
  await dialog.getByRole('button', { name: '导出 2 条' }).click();

  const panel = page.getByRole('complementary', { name: '导出进度' });
  await expect(panel.getByRole('button', { name: /^播放夏季上新-/ })).toHaveCount(2, { timeout: MAKING_MS });
  await panel.getByRole('button', { name: '播放夏季上新-01' }).click();
  const finished = page.getByRole('dialog', { name: '夏季上新-01' });
  await expect.poll(() => playing(page, '[role=dialog] video')).toBeGreaterThan(0.1);
  await expect(finished.getByText('1080×1920')).toBeVisible();
  await finished.getByRole('button', { name: '目录「夏季上新」' }).click();
  await expect(page).toHaveURL(/tab=finished/);
  const made = page.getByRole('gridcell').filter({ hasText: '夏季上新-' });
  await expect(made).toHaveCount(2);
  await expectAccessible(page);
});

test('another combination plays at once, and its finished pictures take over where the draft is', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const { mproject_id } = await makeMix(product, admin, '秋季上新');
  await stepTo(page, `/studio/videoProduction?mproject_id=${mproject_id}`);
  const stage = page.getByRole('region', { name: '画面', exact: true });
  await expect(stage.locator('video[data-on=true]')).toHaveCount(1, { timeout: MAKING_MS });
  const sourceOf = () => stage.locator('video[data-on=true]').getAttribute('src');
  const first = await sourceOf();

  await page.keyboard.press('n');
  await expect.poll(sourceOf, { timeout: MAKING_MS }).not.toBe(first);
  await pauseAfter(stage.first(), 'video[data-on=true]', 0.1);
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  const slider = page.getByRole('slider', { name: '播放位置' });
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:01\.0/);
  await expect(page.getByRole('button', { name: /^镜头 2 1\.0s/ })).toHaveAttribute('aria-current', 'true');

  await expect(stage.getByText('成片画质', { exact: true })).toBeVisible({ timeout: MAKING_MS });
  await expect
    .poll(() => stage.locator('video[data-on=true]').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBe(1080);
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:01\.0/);
});
