import { callOf, contract } from '@mixreel/contract';
import { invite, makeProject, makeTeam } from '../support/people.ts';
import { startProduct } from '../support/product.ts';
import { answerStreams } from '../support/streams.ts';
import { answerTasks, taskLike } from '../support/tasks.ts';
import { expect, firstSession, freshSession, send, signInAs, stepTo, test } from '../support/test.ts';

test('somebody makes a first project, changes spaces by the menu and by the history, and a team goes away behind them', async ({
  page,
  context,
  product,
  admin,
}) => {
  const team_id = await makeTeam(product, admin, '信息流一组');
  const member = await invite(product, admin, { name: '小周', team_id, team_role: 'editor' });
  await signInAs(context, product, member);
  await page.goto('/storyBoard');
  await page.getByRole('button', { name: '稍后' }).click();

  const back = page.waitForRequest(`**${callOf('team.switch').path}*`);
  // Whoever was invited to a team begins there.
  await page.getByRole('button', { name: /切换空间，当前是信息流一组/ }).click();
  await page.getByRole('menuitem', { name: /个人空间/ }).click();
  expect(new URL((await back).url()).search).toBe('?space_type=PRIVATE&team_id=');
  await expect(page).toHaveURL('/home/material?teamId=');
  await expect(page.getByRole('button', { name: /当前是个人空间/ })).toBeVisible();

  // Where there is no project one is made; a taken name gets a suggestion, and it can be renamed.
  await page.getByRole('button', { name: '新建项目' }).click();
  await page.getByRole('button', { name: '取消' }).click();
  // Said once: whoever thinks better of it is not asked again.
  await page.getByRole('button', { name: '建第一个项目' }).click();
  await page.getByLabel('项目名称').fill('无线耳机');
  await page.getByRole('button', { name: /^新\s?建$/ }).click();
  await expect(page.getByText('项目「无线耳机」已创建')).toBeVisible();
  await expect(page).toHaveURL(/projectId=/);

  await page.getByRole('button', { name: /切换项目，当前是无线耳机/ }).click();
  await page.getByRole('button', { name: '新建项目' }).click();
  await page.getByLabel('项目名称').fill('无线耳机');
  await page.getByRole('button', { name: /^新\s?建$/ }).click();
  const same = page.getByRole('dialog', { name: '已有同名项目' });
  await same.getByRole('button', { name: /^用「/ }).click();
  await expect(page.getByText(/项目「无线耳机.+」已创建/)).toBeVisible();

  await page.getByRole('button', { name: /切换项目/ }).click();
  await page.getByRole('button', { name: '「无线耳机」的更多操作' }).click();
  await page.getByRole('menuitem', { name: '重命名' }).click();
  await page.getByRole('dialog', { name: '重命名项目' }).getByLabel('项目名称').fill('  ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('输入的数据不合法')).toBeVisible();
  await page.getByRole('dialog', { name: '重命名项目' }).getByLabel('项目名称').fill('降噪耳机');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /切换项目/ }).click();
  await expect(page.getByRole('dialog', { name: '切换项目' }).getByText('降噪耳机', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  const asked = page.waitForRequest(`**${callOf('team.switch').path}*`);
  await page.getByRole('button', { name: /切换空间/ }).click();
  await page.getByRole('menuitem', { name: /信息流一组/ }).click();
  expect(new URL((await asked).url()).search).toBe(`?space_type=TEAM&team_id=${team_id}`);
  await expect(page).toHaveURL(`/home/material?teamId=${team_id}`);
  await expect(page.getByRole('button', { name: '切换项目，当前是还没有项目' })).toBeVisible();

  // Back and forward go through the spaces of the addresses.
  const returned = page.waitForRequest(`**${callOf('team.switch').path}*`);
  await page.goBack();
  expect(new URL((await returned).url()).search).toBe('?space_type=PRIVATE&team_id=');
  await expect(page.getByRole('button', { name: /切换空间，当前是个人空间/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /切换项目，当前是.*耳机/ })).toBeVisible();
  // The team goes while its address is still in the history.
  const { user_uid } = member.user_info;
  await send(product, callOf('admin.deleteMember').path, { team_id, user_uid }, admin.access_token);
  await page.goForward();
  await expect(page.getByText('团队不存在，或你已不在这个团队')).toBeVisible();
  await expect(page).toHaveURL(/\/home\/material\?teamId=&/);
  await expect(page.getByRole('button', { name: /切换空间，当前是个人空间/ })).toBeVisible();
});

test('two tabs work in two spaces: neither follows the other, not even when it is loaded again', async ({
  context,
  product,
  admin,
}) => {
  const team_id = await makeTeam(product, admin, '短剧二组');
  const member = await invite(product, admin, { name: '小吴', team_id, team_role: 'editor' });
  const own = await makeProject(product, member, '自己的项目', '');
  const shared = await makeProject(product, member, '团队的项目', team_id);
  await signInAs(context, product, member);
  const first = await context.newPage();
  await first.goto(`/home/material?teamId=${team_id}`);
  await expect(first).toHaveURL(`/home/material?teamId=${team_id}&projectId=${shared}`);

  const second = await context.newPage();
  // Names no space, so it begins in the one used last.
  await second.goto('/storyBoard');
  await expect(second).toHaveURL(`/storyBoard?teamId=${team_id}&projectId=${shared}`);
  await second.getByRole('button', { name: /切换空间/ }).click();
  await second.getByRole('menuitem', { name: /个人空间/ }).click();
  await expect(second).toHaveURL(`/home/material?teamId=&projectId=${own}`);

  // What the first tab asks for from now on is still its own, though the session was last switched elsewhere.
  const asked = first.waitForRequest(`**${callOf('task.list').path}`);
  await first.getByRole('link', { name: '混剪', exact: true }).click();
  await expect(first).toHaveURL(`/studio/workspace?teamId=${team_id}&projectId=${shared}`);
  await first.getByRole('button', { name: /^任务/ }).click();
  expect((await asked).postDataJSON()).toMatchObject({ team_id });
  await first.reload();
  await expect(first.getByRole('button', { name: /当前是短剧二组/ })).toBeVisible();
  await expect(first.getByRole('button', { name: '切换项目，当前是团队的项目' })).toBeVisible();
  await first.getByRole('button', { name: /切换项目/ }).click();
  await first.getByRole('button', { name: '新建项目' }).click();
  await first.getByLabel('项目名称').fill('团队的第二个');
  await first.getByRole('button', { name: /^新\s?建$/ }).click();
  await expect(first.getByRole('button', { name: '切换项目，当前是团队的第二个' })).toBeVisible();
  await expect(second.getByRole('button', { name: '切换项目，当前是自己的项目' })).toBeVisible();
  await second.reload();
  await expect(second.getByRole('button', { name: /当前是个人空间/ })).toBeVisible();
  // A link opened in a tab of its own leads into the space of the tab that it was in.
  await expect(first.getByRole('link', { name: '素材库', exact: true })).toHaveAttribute(
    'href',
    RegExp(`teamId=${team_id}`),
  );
});

test('the launcher opens a function by two letters; shortcuts are kept', async ({ deskPage: page, product, admin }) => {
  await makeProject(product, admin, `快捷 ${Date.now()}`);
  await stepTo(page, '/home/material');
  await expect(page.getByRole('heading', { name: '素材库' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索功能' }).fill('gs');
  await expect(page.getByRole('row', { selected: true })).toContainText('故事板');
  await page.getByRole('button', { name: '把故事板设为常用' }).click();
  await expect(page.getByRole('button', { name: '把故事板移出常用' })).toBeVisible();
  await page.getByRole('combobox', { name: '搜索功能' }).press('Enter');
  await expect(page).toHaveURL(/\/storyBoard/);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('rowgroup', { name: '常用' })).toContainText('故事板');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: '搜索功能' })).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('for those who have not asked for less movement', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the theme is chosen from the menu and stays', async ({ adminPage: page, product, admin }) => {
    await makeProject(product, admin, `主题 ${Date.now()}`);
    await page.goto('/home/material');
    await page.getByRole('button', { name: /^管理员\s?的菜单$/ }).click();
    await page.getByRole('menuitem', { name: '深色' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test('the task centre shows what the stream says, and counts unread ones', async ({
  page,
  context,
  product,
  admin,
}) => {
  await makeProject(product, admin, `任务 ${Date.now()}`);
  await signInAs(context, product, await freshSession(product, admin));
  const step = { key: 'render', label: '渲染', done: false, started_at: new Date().toISOString(), finished_at: null };
  const task = taskLike({ progress: 12, read: false, steps: [step] });
  await answerTasks(page, [task], 120);
  // What comes late, from before, must not turn the bar back.
  await answerStreams(page, (path) =>
    path === callOf('task.changes').path ? [40, 64, 50].map((progress) => ({ data: { ...task, progress } })) : [],
  );
  await page.goto('/home/material');
  await expect(page.getByRole('button', { name: '任务中心，120 条未读' })).toContainText('99+');
  await page.keyboard.press('t');
  const drawer = page.getByRole('dialog', { name: '任务中心' });
  await expect(drawer.getByText('导出 50 条')).toBeVisible();
  await expect(drawer.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '64');
  await expect(drawer.getByText('混剪导出 · 渲染 · 还要约 2 分钟')).toBeVisible();
});

test('a broken picture is asked for without a referrer, then through the server, then given up', async ({
  page,
  context,
  product,
  admin,
}) => {
  const session = await freshSession(product, admin);
  const avatar = 'https://pictures.invalid/face.png';
  await signInAs(context, product, { ...session, user_info: { ...session.user_info, avatar } });
  const asked: string[] = [];
  await page.route(avatar, (route) => {
    asked.push(route.request().headers()['referer'] ? 'with referrer' : 'without referrer');
    return route.abort();
  });
  await page.route(`**${contract.proxy.image.path}*`, (route) => {
    asked.push(`proxy ${new URL(route.request().url()).searchParams.get('url')}`);
    return route.abort();
  });
  await page.goto('/home/material');
  await expect(page.locator('header [data-stage="failed"]')).toHaveCount(1);
  expect(asked).toEqual(['with referrer', 'without referrer', `proxy ${avatar}`]);
});

test('a code for another browser is copied, with both messages', async ({ deskPage: page, product }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: /^管理员\s?的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '在别处登录' }).click();
  await page.getByRole('button', { name: '复制授权码' }).click();
  await expect(page.getByText('复制成功')).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await send(product, callOf('auth.login').path, { code });

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
  });
  await page.getByRole('button', { name: '复制授权码' }).click();
  await expect(page.getByText('浏览器不支持复制')).toBeVisible();
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    Reflect.deleteProperty(document, 'execCommand');
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('all tabs and all their streams share one connection, also after tabs were closed', async ({ context }) => {
  // The number is that of the whole product, which others leave streams behind in.
  const own = await startProduct();
  try {
    const first = await firstSession(own);
    const project_id = await makeProject(own, first, '标签页');
    await signInAs(context, own, await freshSession(own, first));
    const tabs = [await context.newPage(), await context.newPage(), await context.newPage()];
    for (const tab of tabs) {
      await tab.goto(`${own.url}/home/material?projectId=${project_id}`);
      await expect(tab.getByRole('button', { name: /当前是个人空间/ })).toBeVisible();
    }
    await expect.poll(() => openStreams(own)).toBe(1);
    await tabs[0]?.close();
    await tabs[1]?.goto(`${own.url}/home/material?projectId=${project_id}&tab=finished`);
    await expect(tabs[1]!.getByRole('heading', { name: '素材库' })).toBeVisible();
    await expect.poll(() => openStreams(own)).toBe(1);
    await tabs[1]?.close();
    await tabs[2]?.close();
    await expect.poll(() => openStreams(own)).toBe(0);
  } finally {
    await own.stop();
  }
});

/** As the operator sees it. */
async function openStreams({ url }: { url: string }): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  return Number(/^event_streams (\d+)$/m.exec(figures)?.[1]);
}
