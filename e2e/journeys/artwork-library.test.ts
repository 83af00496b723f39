import { callOf, type Dir } from '@mixreel/contract';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { addArtworks, artworkPage } from '../support/artwork.ts';
import { drag } from '../support/drag.ts';
import { enterTeam, invite, makeProject, makeTeam } from '../support/people.ts';
import { expect, freshSession, send, signInAs, test } from '../support/test.ts';
import { holdUndo } from '../support/toast.ts';

const COMMAND = process.platform === 'darwin' ? 'Meta' : 'Control';

test('videos and directories are dragged into directories, by keys too, and every move can be taken back', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, '成片目录');
  const library = artworkPage(page);
  await library.open(project_id);
  await expect(page.getByText('还没有成片')).toBeVisible();
  await addArtworks(product, admin, project_id, ['开箱', '试用', '特写']);
  await page.reload();
  await expect(library.cards).toHaveCount(3);

  await page.getByRole('button', { name: '新建目录', exact: true }).click();
  await page.keyboard.type('夏季上新');
  await page.keyboard.press('Enter');
  await expect(library.dir('夏季上新')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('这个目录还没有成片')).toBeVisible();
  // Who opens another directory before the new one is ready stays there.
  const late = Promise.withResolvers<void>();
  await page.route(`**${callOf('artwork.list').path}`, async (route) => (await late.promise, route.continue()), {
    times: 1,
  });
  await library.dir('夏季上新').press('n');
  await page.keyboard.type('投放');
  await page.keyboard.press('Enter');
  await expect(library.dir('投放')).toHaveAttribute('aria-level', '2');
  await library.dir('全部成片').click();
  late.resolve();
  await expect(library.cards).toHaveCount(3);
  await drag(page, library.card('开箱'), library.dir('投放'));
  await expect(library.dir('投放')).toHaveAccessibleName('投放 1 条成片');
  await library.card('试用').click();
  await library.card('特写').click({ modifiers: ['Shift'] });
  await expect(library.bar).toContainText('已选 2 条');
  await drag(page, library.card('试用'), library.dir('夏季上新'));
  const moved = await holdUndo(page, '2 条成片已移到「夏季上新」');
  await expect(library.dir('夏季上新')).toHaveAccessibleName('夏季上新 3 条成片');
  await moved.click();
  await expect(library.dir('夏季上新')).toHaveAccessibleName('夏季上新 1 条成片');

  // By the keyboard: a video through the dialog, a directory to the top and back.
  await library.card('特写').click();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: '移动「特写」' });
  await dialog.getByRole('combobox').fill('投放');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '移动' }).click();
  await expect(library.dir('投放')).toHaveAccessibleName('投放 2 条成片');
  await drag(page, library.dir('投放'), library.dir('全部成片'));
  await expect(library.dir('投放')).toHaveAttribute('aria-level', '1');
  await library.dir('投放').press(`${COMMAND}+z`);
  await expect(library.dir('投放')).toHaveAttribute('aria-level', '2');
  await library.dir('投放').press('F2');
  await page.keyboard.type('抖音投放');
  await page.keyboard.press('Enter');
  await expect.poll(library.dirNames).toContain('2 抖音投放 2 条成片');

  await library.dir('夏季上新').click();
  await expect(page).toHaveURL(/dir=/);
  await expect(library.cards).toHaveCount(2);
  await library.dir('夏季上新').press('Delete');
  const deleted = await holdUndo(page, '目录「夏季上新」已删除');
  await expect(library.cards).toHaveCount(1);
  await deleted.click();
  await expect.poll(library.dirNames).toContain('2 抖音投放 2 条成片');
  await expectAccessibleInBothThemes(page);
});

test('a deleted directory comes back from the bin; where directories have no room they are a click away', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, '成片回收');
  const [video] = await addArtworks(product, admin, project_id, ['开箱']);
  const add = (dir_name: string, parent_id: string | null) =>
    send<Dir>(product, callOf('dir.add').path, { project_id, dir_name, parent_id }, admin.access_token);
  const summer = await add('夏季上新', null);
  const { dir_id } = await add('投放', summer.dir_id);
  await send(product, callOf('artwork.update').path, { artwork_ids: [video!.artwork_id], dir_id }, admin.access_token);
  const library = artworkPage(page);
  await library.open(project_id);
  await library.dir('夏季上新').press('Delete');
  await library.bin.click();
  const deleted = page.getByRole('list', { name: '回收站里的目录' });
  await expect(deleted.getByRole('listitem')).toContainText('夏季上新连同1 个子目录、1 条成片');
  await expectAccessible(page);
  await deleted.getByRole('button', { name: '恢复目录夏季上新' }).click();
  await expect.poll(library.dirNames).toContain('2 投放 1 条成片');
  await expect(page.getByText('回收站是空的')).toBeVisible();

  await page.setViewportSize({ width: 880, height: 800 });
  await expect(library.dir('夏季上新')).toBeHidden();
  await page.getByRole('button', { name: '回收站', exact: true }).click();
  await library.dir('夏季上新').click();
  await expect(library.cards).toHaveCount(1);
  await expect(library.dir('夏季上新')).toBeHidden();
});

test('marks and smart directories find videos, and names are given by a rule', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, '成片标记');
  await addArtworks(product, admin, project_id, ['样片甲', '样片乙', '样片丙']);
  const library = artworkPage(page);
  await library.open(project_id, '&order=oldest');
  await library.card('样片甲').click();
  await library.bar.getByRole('button', { name: '标记' }).click();
  await page.getByRole('button', { name: '新建标记…' }).click();
  const marks = page.getByRole('dialog', { name: '管理标记' });
  await marks.getByRole('textbox', { name: '新标记的名称' }).fill('爆款');
  await page.keyboard.press('Enter');
  await expect(marks.getByRole('textbox', { name: '标记「爆款」的名称' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(marks).toBeHidden();

  await library.card('样片甲').click();
  await library.card('样片乙').click({ modifiers: [COMMAND] });
  await library.bar.getByRole('button', { name: '标记' }).click();
  await page.getByRole('checkbox', { name: '爆款' }).click();
  await expect(library.filters.getByRole('button', { name: '爆款 2' })).toBeVisible();
  await library.bar.getByRole('button', { name: '审核' }).click();
  await page.getByRole('menuitem', { name: /通过/ }).click();
  await expect(library.card('样片乙').getByText('通过')).toBeVisible();

  await library.filters.getByRole('button', { name: '爆款 2' }).click();
  await expect(library.cards).toHaveCount(2);
  await expect(page).toHaveURL(/mark=/);
  await page.getByRole('button', { name: '存为智能目录' }).click();
  const smart = page.getByRole('dialog', { name: '新建智能目录' });
  await expect(smart.getByText('现在符合条件的有 2 条')).toBeVisible();
  await smart.getByRole('checkbox', { name: '退回' }).check();
  await expect(smart.getByText('现在符合条件的有 0 条')).toBeVisible();
  await smart.getByRole('checkbox', { name: '退回' }).uncheck();
  await expect(smart.getByText('现在符合条件的有 2 条')).toBeVisible();
  await smart.getByRole('button', { name: '新建' }).click();
  await expect(library.dir('爆款')).toHaveAccessibleName('爆款 2 条成片');
  // The cards that were there before look the same; what is picked among them goes with them.
  await expect(smart).toHaveCount(0);
  await expect(library.dir('爆款')).toHaveAttribute('aria-selected', 'true');
  await expect(library.cards).toHaveCount(2);

  await library.cards.first().click();
  await expect(library.bar).toContainText('已选 1 条');
  await page.keyboard.press(`${COMMAND}+a`);
  await expect(library.bar).toContainText('已选 2 条');
  await page.keyboard.press('F2');
  const rename = page.getByRole('dialog', { name: '给 2 条成片改名' });
  await rename.getByRole('textbox', { name: '命名规则，开头的文字' }).fill('夏-{n}-');
  await expect(rename.getByRole('cell', { name: '夏-02-样片乙' })).toBeVisible();
  await rename.getByRole('button', { name: '改名 2 条' }).click();
  const renamed = await holdUndo(page, '已给 2 条成片改名');
  await expect.poll(library.names).toEqual(['夏-01-样片甲', '夏-02-样片乙']);
  await renamed.click();
  await expect.poll(library.names).toEqual(['样片甲', '样片乙']);
});

test('a video is sent back with a comment at a moment, and what is deleted comes back', async ({
  adminPage: page,
  product,
  admin,
  browser,
}) => {
  const team_id = await makeTeam(product, admin, '审片组');
  const owner = await freshSession(product, admin);
  await enterTeam(product, owner, team_id);
  const project_id = await makeProject(product, owner, '成片审核');
  await addArtworks(product, owner, project_id, ['要改的', '没问题']);
  await signInAs(page.context(), product, owner);
  const library = artworkPage(page);
  await library.open(project_id, `&teamId=${team_id}`);
  await library.card('要改的').dblclick();
  const dialog = page.getByRole('dialog', { name: '要改的' });
  const video = dialog.locator('video');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1);
  await video.evaluate((one: HTMLVideoElement) => {
    one.pause();
    one.currentTime = 1.2;
  });
  await page.keyboard.press('r');
  await expect(dialog.getByRole('textbox', { name: '在这一刻写批注' })).toBeFocused();
  await page.keyboard.type('这里字幕挡住了产品');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem').filter({ hasText: '这里字幕挡住了产品' })).toContainText('0:01.2');
  await expect(dialog.getByRole('button', { name: /^退回/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessibleInBothThemes(page);

  await video.evaluate((one: HTMLVideoElement) => (one.currentTime = 0));
  await dialog.getByRole('button', { name: /^批注 0:01\.2/ }).click();
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeCloseTo(1.2, 1);
  await dialog.getByRole('button', { name: '已解决', exact: true }).click();
  await expect(dialog.getByRole('button', { name: '已解决', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: '改名' }).click();
  await page.keyboard.press(`${COMMAND}+a`);
  await page.keyboard.type('改好了');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '改好了' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('dialog', { name: '没问题' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: /^通过/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/video=/);

  await library.card('改好了').click();
  await page.keyboard.press('Delete');
  await expect(library.cards).toHaveCount(1);
  await library.bin.click();
  await expect(library.card('改好了')).toContainText('还保留 30 天');
  await library.card('改好了').click();
  await library.bar.getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('回收站是空的')).toBeVisible();

  // Who may only look sees all of it, and says what they think.
  const viewer = await invite(product, admin, { name: '看片的人', team_id, team_role: 'viewer' });
  await enterTeam(product, viewer, team_id);
  const context = await browser.newContext({ baseURL: product.url });
  await signInAs(context, product, viewer);
  const other = await context.newPage();
  const theirs = artworkPage(other);
  await theirs.open(project_id, `&teamId=${team_id}`);
  await expect(theirs.cards).toHaveCount(2);
  await library.dir('全部成片').click();
  await library.card('没问题').dblclick();
  await expect(page.getByRole('dialog', { name: '没问题' })).toBeVisible();
  await expect(other.getByRole('button', { name: '新建目录' })).toBeHidden();
  await theirs.card('没问题').click();
  await expect(theirs.bar.getByRole('button', { name: '下载' })).toBeVisible();
  await expect(theirs.bar.getByRole('button', { name: '删除' })).toBeHidden();
  await other.keyboard.press('Enter');
  await expect(other.getByText('你是查看者')).toBeVisible();
  await other.getByRole('textbox', { name: '在这一刻写批注' }).fill('看过了');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('listitem').filter({ hasText: '看过了' })).toBeVisible();

  // Each sees what the other does, without asking again.
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: '看过了' })).toBeVisible();
  await page.getByRole('button', { name: /^退回/ }).click();
  await other.keyboard.press('Escape');
  await other.keyboard.press('Escape');
  await expect(theirs.card('没问题')).toContainText('退回');
  await addArtworks(product, owner, project_id, ['刚做好']);
  await expect(theirs.card('刚做好')).toBeVisible();
  await context.close();
});
