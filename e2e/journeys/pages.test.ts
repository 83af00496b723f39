import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes, expectReadable } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import { answerTasks, taskLike } from '../support/tasks.ts';
import { expect, startOf, stepTo, test, watch } from '../support/test.ts';

/** Every page behind the sign-in, with its tab title. */
const PAGES: [string, string][] = [
  ['/home/material', '素材库'],
  ['/home/task', '任务中心'],
  ['/audioStudio', '音频工坊'],
  ['/storyBoard', '故事板'],
  ['/materialPreview', '视频预览'],
  ['/searchVideoDialog', '搜索视频'],
  ['/studio/workspace', '混剪'],
  ['/studio/videoProduction', '混剪制作'],
  ['/studio/result', '混剪成片'],
  ['/aiCapabilities/faceSwap', 'AI 换脸'],
  ['/aiCapabilities/textMarkRefiner', '文字水印去除'],
  ['/aiCapabilities/aiBox', 'AI 工具箱'],
  ['/videoGenerate', '图生视频'],
  ['/videoGenerate/image', '文生图'],
  ['/videoGenerate/image/editor', '图片编辑'],
  ['/socialAgent', '社媒智能体'],
  ['/agentSelect', '广告智能体'],
  ['/agentConfig', '广告智能体'],
  ['/agentDetail', '广告智能体'],
  ['/nowhere', '页面不存在'],
];
const ADMIN_TABS = ['users', 'teams', 'invitations', 'feishu', 'banners', 'audit', 'ai', 'reports'];

const REDIRECTS: [string, string][] = [
  ['/?projectId=p', '/home/material?projectId=p'],
  ['/home?teamId=', '/home/material?teamId='],
  ['/studio', '/studio/workspace'],
  ['/aiCapabilities', '/aiCapabilities/faceSwap'],
  ['/agent', '/socialAgent'],
  ['/adAgent', '/agentSelect'],
];

test('every page opens with its title, without a complaint of the browser or of axe', async ({
  deskPage: page,
  product,
  admin,
}) => {
  await makeProject(product, admin, '防晒霜');
  await stepTo(page, '/home/material');
  await isInPlace(page);
  for (const [path, name] of PAGES) {
    await goTo(page, path);
    await expect(page).toHaveTitle(`混剪工场 - ${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

test('every part of the administration is accessible, in light and dark', async ({
  deskPage: page,
  product,
  admin,
}) => {
  await makeProject(product, admin, '管理员的项目');
  await stepTo(page, '/admin');
  await isInPlace(page);
  for (const tab of ADMIN_TABS) {
    await goTo(page, `/admin?tab=${tab}`);
    await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('id', new RegExp(`-${tab}$`));
    await expect(page.getByRole('status', { name: /正在/ })).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
  }
});

test('old and short addresses lead on', async ({ deskPage: page }) => {
  await stepTo(page, '/home/task');
  await isInPlace(page);
  for (const [from, to] of REDIRECTS) {
    await stepTo(page, from);
    await expect(page).toHaveURL(startOf(to));
  }
});

test('whoever signs in on a phone lands in a shell whose every control is within the window', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, '一个名字很长很长很长很长的项目');
  await page.setViewportSize({ width: 390, height: 844 });
  await stepTo(page, `/home/material?projectId=${project_id}`);
  await expect(page.getByRole('button', { name: /当前是个人空间/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /当前是一个名字/ })).toBeVisible();
  const file = { name: '说明.docx', mimeType: '', buffer: Buffer.from('不是素材') };
  await page.getByLabel('要上传的文件').first().setInputFiles(file);
  await expect(page.getByRole('button', { name: '上传：1 个没有成功' })).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
  const menu = await page.getByRole('button', { name: '管理员的菜单' }).boundingBox();
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
});

test('the login page works on a phone and in the dark', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const complaints: string[] = [];
  watch(context, complaints);
  const page = await context.newPage();
  const isGood = async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectReadable(page);
  };
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: '授权码' })).toBeVisible();
  await isGood();
  expect(await isTooWide(page)).toBe(false);
  await page.goto('/materialShare');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await isGood();
  expect(complaints).toEqual([]);
  await context.close();
});

test('what opens over a page is accessible too, in light and dark', async ({ deskPage: page, product, admin }) => {
  await makeProject(product, admin, `弹层 ${Date.now()}`);
  await answerTasks(page, [
    taskLike({ task_id: 't1', title: '导出', read: false }),
    taskLike({
      task_id: 't2',
      title: '分析',
      status: 'failed',
      error: { code: 1, message: '磁盘已满', can_retry: true, next: 'free_space' },
    }),
  ]);
  await stepTo(page, '/home/material');
  await expect(page.getByRole('heading', { name: '素材库' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('t');
  await expect(page.getByText('磁盘已满')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell')).toHaveCount(0);
  await page.getByRole('button', { name: /切换项目/ }).click();
  await page.getByRole('button', { name: '新建项目' }).click();
  await expect(page.getByLabel('项目名称')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** The page has written its space and project into the address, and will not write over the next one. */
async function isInPlace(page: Page): Promise<void> {
  await expect(page).toHaveURL(/teamId=.*projectId=/);
}

/** By the router, as links do: a whole load for each of twenty pages would take most of the time. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const next = new URL(to, location.href);
    // As every link does: without them the page would write them itself, perhaps over the address after this one.
    for (const [key, value] of new URLSearchParams(location.search)) {
      if (key === 'teamId' || key === 'projectId') next.searchParams.set(key, value);
    }
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).toHaveURL(startOf(path));
}

async function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}
