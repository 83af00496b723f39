import { callOf, type Session } from '@mixreel/contract';
import { expectAccessible } from '../support/accessible.ts';
import { addFilms, analysed, cardNames, cardOf, readDetail } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, send, stepTo, test } from '../support/test.ts';
import { holdUndo } from '../support/toast.ts';
import { libraryPath } from '../support/upload.ts';

test.use({ hasModels: true });

const FILMS = ['倒牛奶.mp4', '涂防晒霜.mp4', '开箱.mp4'];

/** One project for the whole file: films are analysed once. Tests leave it as they found it. */
let prepared: Promise<string> | undefined;

function library(product: Product, admin: Session): Promise<string> {
  prepared ??= (async () => {
    const project_id = await makeProject(product, admin, '素材库之旅');
    await addFilms(product, admin, project_id, FILMS);
    await analysed(product, admin, project_id);
    return project_id;
  })();
  return prepared;
}

test('materials are filtered, ticked, tagged, deleted, brought back and moved, and the page is accessible', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await library(product, admin);
  await stepTo(page, libraryPath(project_id));
  await expect(page.getByRole('gridcell')).toHaveCount(3);
  expect(await cardNames(page)).toEqual(FILMS.toReversed());
  await expect(cardOf(page, '开箱.mp4').getByText('00:02')).toBeVisible();
  await expectAccessible(page);

  await cardOf(page, '开箱.mp4').click();
  await cardOf(page, '涂防晒霜.mp4').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: '对选中的素材' });
  await expect(bar.getByText('已选 2 个')).toBeVisible();
  await bar.getByRole('button', { name: '打标' }).click();
  const dialog = page.getByRole('dialog', { name: '给 2 个素材打标' });
  await dialog.getByRole('combobox', { name: '添加标签' }).fill('夏天');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已更新 2 个素材的标签')).toBeVisible();

  const summer = page.getByRole('checkbox', { name: '夏天' });
  await summer.click();
  await expect(summer).toBeChecked();
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await expect(page).toHaveURL(/tags=custom/);
  await page.goBack();
  await expect(page.getByRole('gridcell')).toHaveCount(3);

  await cardOf(page, '倒牛奶.mp4').click();
  await page.keyboard.press('Delete');
  const undo = await holdUndo(page, '放进回收站');
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await undo.click();
  await expect(page.getByRole('gridcell')).toHaveCount(3);

  await cardOf(page, '倒牛奶.mp4').click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await page.getByRole('button', { name: '回收站' }).click();
  await cardOf(page, '倒牛奶.mp4').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('回收站是空的')).toBeVisible();
  await stepTo(page, libraryPath(project_id));
  await expect(page.getByRole('gridcell')).toHaveCount(3);

  await cardOf(page, '倒牛奶.mp4').click();
  await bar.getByRole('button', { name: '移动' }).click();
  await page.getByRole('combobox', { name: '视频分类' }).click();
  await page.getByTitle('高光片头').click();
  await page.getByRole('button', { name: '移动', exact: true }).last().click();
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await page.getByRole('radio', { name: '高光片头' }).click();
  await expect(cardOf(page, '倒牛奶.mp4')).toBeVisible();
  const ids = [...(await analysed(product, admin, project_id)).values()].map(({ material_id }) => material_id);
  await send(
    product,
    callOf('material.move').path,
    { material_ids: ids, material_sub_type: 'shot_video' },
    admin.access_token,
  );
});

test('what a machine found is put right in the drawer, survives a reload, and is found by a sentence', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await library(product, admin);
  const film = (await analysed(product, admin, project_id)).get('倒牛奶.mp4');
  await stepTo(page, libraryPath(project_id));
  await cardOf(page, '倒牛奶.mp4').dblclick();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('第 1 个镜头，共 2 个')).toBeVisible();
  await expectAccessible(page);

  await drawer.getByRole('button', { name: '第 2 个镜头', exact: false }).first().click();
  await expect(drawer.getByText('第 2 个镜头，共 2 个')).toBeVisible();
  await drawer.getByRole('button', { name: '编辑画面描述' }).click();
  await drawer.getByRole('textbox', { name: '画面描述' }).fill('女生把牛奶倒进玻璃杯');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByText('手工修改')).toBeVisible();
  await drawer.getByRole('button', { name: '镜头标签：添加标签' }).click();
  await drawer.getByRole('combobox', { name: '新标签' }).fill('早餐');
  await page.keyboard.press('Enter');
  const tags = drawer.getByRole('list', { name: '镜头标签' });
  await expect(tags.getByRole('button', { name: '去掉标签早餐' })).toBeVisible();

  await drawer.getByRole('tab', { name: '授权' }).click();
  await drawer.getByLabel('可用地区').fill('中国大陆');
  await drawer.getByLabel('到期日').fill('2020-01-01');
  await drawer.getByRole('button', { name: '保存授权信息' }).click();
  await expect(drawer.getByText('授权已过期，混剪不会用到它。')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(drawer.getByText('第 1 个镜头，共 2 个')).toBeVisible();
  await drawer.getByRole('tab', { name: '授权' }).click();
  await expect(drawer.getByLabel('可用地区')).toHaveValue('中国大陆');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(cardOf(page, '倒牛奶.mp4').getByText('授权已过期')).toBeVisible();
  await cardOf(page, '倒牛奶.mp4').dblclick();
  await drawer.getByRole('tab', { name: '授权' }).click();
  await drawer.getByLabel('出镜人同意').click();
  await page.getByTitle('没有同意', { exact: true }).click();
  await drawer.getByRole('button', { name: '保存授权信息' }).click();
  await expect(drawer.getByText('里面的人还没有同意出镜')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cardOf(page, '倒牛奶.mp4').getByTitle('用到它的混剪不能导出')).toHaveText('没有出镜同意');
  await page.getByRole('button', { name: '授权', exact: true }).click();
  await page.getByRole('menuitem', { name: '没有出镜同意' }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(1);
  await page.getByRole('button', { name: '去掉授权条件' }).click();

  await page.keyboard.press('/');
  await page.keyboard.type('往杯子里倒牛奶');
  await page.keyboard.press('Enter');
  const found = cardOf(page, '倒牛奶.mp4 第 2 个镜头');
  await expect(found).toBeVisible();
  await expect(found.locator('mark').first()).toBeVisible();
  await expectAccessible(page);
  await found.dblclick();
  await expect(drawer.getByText('第 2 个镜头，共 2 个')).toBeVisible();
  await expect(drawer.getByText('女生把牛奶倒进玻璃杯')).toBeVisible();
  const { shots } = await readDetail(product, admin, film?.material_id ?? '');
  expect(shots.map(({ corrected }) => corrected.includes('caption'))).toEqual([false, true]);
});

test('everything can be reached with the keyboard alone', async ({ deskPage: page, product, admin }) => {
  const project_id = await library(product, admin);
  await stepTo(page, libraryPath(project_id));
  await expect(page.getByRole('gridcell')).toHaveCount(3);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('gridcell', { selected: true })).toContainText('开箱.mp4');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('gridcell', { selected: true })).toContainText('涂防晒霜.mp4');
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog', { name: '涂防晒霜.mp4' });
  await expect(look.locator('video')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '倒牛奶.mp4' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('l');
  await expect(cardOf(page, '倒牛奶.mp4').getByRole('button', { name: '收藏倒牛奶.mp4', pressed: true })).toBeVisible();
  await page.keyboard.press('l');
  await page.keyboard.press('Control+a');
  await expect(page.getByText('已选 3 个')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '快捷键' }).getByText('全选或全不选')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('第 1 个镜头，共 2 个')).toBeVisible();
  await page.keyboard.press('.');
  await expect(page.getByRole('dialog').getByText('第 2 个镜头，共 2 个')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a film is watched on a phone by its link, and a shot is handed to the window that asked for it', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await library(product, admin);
  const film = (await analysed(product, admin, project_id)).get('开箱.mp4');
  await stepTo(page, libraryPath(project_id, { tab: 'finished' }));
  await expect(page.getByText('还没有成片')).toBeVisible();
  const [picker] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((id) => {
      window.addEventListener('message', ({ data }) => Object.assign(window, { picked: data }));
      window.open(`/searchVideoDialog?projectId=${id}`);
    }, project_id),
  ]);
  await cardOf(picker, '开箱.mp4 第 1 个镜头').click();
  await expectAccessible(picker);
  // The window closes itself in this click: Chromium may be gone before Playwright hears that the click was done.
  await Promise.all([
    picker.waitForEvent('close'),
    picker
      .getByRole('button', { name: '用这些镜头' })
      .dispatchEvent('click')
      .catch(() => undefined),
  ]);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { picked?: object }).picked))
    .toMatchObject({ type: 'mixreel:clips', clips: [{ material_id: film?.material_id, index: 0 }] });

  await page.setViewportSize({ width: 390, height: 844 });
  await stepTo(page, `/materialPreview?material_id=${film?.material_id}&t=1.5`);
  await expect(page.getByRole('heading', { name: '开箱.mp4' })).toBeVisible();
  await expect(page.getByRole('button', { name: /第 2 个镜头/ })).toHaveAttribute('aria-current', 'true');
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => Math.round(video.currentTime * 10)))
    .toBe(15);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
});

test('a film goes from the library into a new mix, says where it is used, and is not deleted without a question', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await library(product, admin);
  await stepTo(page, libraryPath(project_id));
  await cardOf(page, '开箱.mp4').click();
  await page.getByRole('toolbar', { name: '对选中的素材' }).getByRole('button', { name: '加入混剪' }).click();
  const dialog = page.getByRole('dialog', { name: '把 1 个片段加入混剪' });
  await dialog.getByLabel('名称').fill('从素材库开始');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '加入', exact: true }).click();
  await expect(page.getByText('已加入 1 个片段')).toBeVisible();
  await expect(cardOf(page, '开箱.mp4').getByText('用过 1 次')).toBeVisible();

  await cardOf(page, '开箱.mp4').click();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: '有混剪正在用' });
  await expect(question.getByText('「从素材库开始」')).toBeVisible();
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toBeHidden();
  await cardOf(page, '开箱.mp4').dblclick();
  await page.getByRole('tab', { name: '文件' }).click();
  await page.getByRole('link', { name: '从素材库开始' }).click();
  await expect(page).toHaveURL(/videoProduction\?mproject_id=/);
  // It is a step of whoever did it, like any other.
  await page.getByRole('button', { name: '历史版本' }).click();
  const step = page.getByRole('region', { name: '历史版本' }).getByRole('button', { name: /^添加/ });
  await expect(step).toContainText(admin.user_info.name);
  await expect(step).not.toContainText('通过接口');
});
