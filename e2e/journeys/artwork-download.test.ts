import { readFile } from 'node:fs/promises';
import { type Artwork, callOf, type MixProject, type Session } from '@mixreel/contract';
import type { Download, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessible.ts';
import { addArtworks, artworkPage } from '../support/artwork.ts';
import { exportVideos, makeMix } from '../support/mix.ts';
import { pauseAfter } from '../support/passing.ts';
import { enterTeam, invite, makeProject, makeTeam } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, freshSession, signInAs, stepTo, test } from '../support/test.ts';

/** Real videos are made, on a machine that may have other work. */
const MAKING_MS = 240_000;
const COMMAND = process.platform === 'darwin' ? 'Meta' : 'Control';

type Made = { mix: MixProject; artworks: Artwork[] };
let made: Promise<Made> | null = null;

/** Two finished videos of a mix of three shots, made once for all tests of this file. */
function makeVideos(product: Product, admin: Session): Promise<Made> {
  const make = async () => {
    const mix = await makeMix(product, admin, '冬季上新');
    return { mix, artworks: await exportVideos(product, admin, mix, { count: 2, timeout: MAKING_MS }) };
  };
  made ??= make();
  return made;
}

/** The finished videos of the mix, all of them ticked. */
async function tickAll(page: Page, { mix, artworks }: Made) {
  const library = artworkPage(page);
  await library.open(mix.project_id);
  await expect(library.cards).toHaveCount(artworks.length);
  await library.cards.first().click();
  await page.keyboard.press(`${COMMAND}+a`);
  await expect(library.bar).toContainText(`已选 ${artworks.length} 条`);
  return library;
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** What `press` makes the browser fetch. */
async function downloadBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: MAKING_MS }), press()]);
  return download;
}

test('several videos come in one archive: named by a rule, the same bytes as one by one, from any byte on', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const all = await makeVideos(product, admin);
  const library = await tickAll(page, all);
  await library.bar.getByRole('button', { name: '下载' }).click();
  const dialog = page.getByRole('dialog', { name: '下载 2 条成片' });
  await dialog.getByRole('button', { name: '去掉原名' }).click();
  await dialog.getByRole('textbox', { name: '文件名，开头的文字' }).fill('{mix}-{n}');
  await expect(dialog.getByText('冬季上新-02.mp4')).toBeVisible();
  await expect(dialog.getByText(/压缩包约 .+B/)).toBeVisible();
  await dialog.getByRole('checkbox', { name: /字幕文件/ }).check();
  await expectAccessibleInBothThemes(page);
  const archive = await downloadBy(page, () => dialog.getByRole('button', { name: '打包下载' }).click());
  const zip = await bytesOf(archive);
  await expect(dialog.getByText(/链接到 .+ 有效/)).toBeVisible();
  await expectAccessible(page);

  const files = unzipSync(zip);
  const names = Object.keys(files).toSorted();
  expect(names.filter((name) => name.startsWith('冬季上新-'))).toEqual([
    '冬季上新-01.jpg',
    '冬季上新-01.mp4',
    '冬季上新-01.srt',
    '冬季上新-02.jpg',
    '冬季上新-02.mp4',
    '冬季上新-02.srt',
  ]);
  const [cover, other] = ['冬季上新-01.jpg', '冬季上新-02.jpg'].map((name) => Buffer.from(files[name] ?? []));
  expect(cover?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(names.some((name) => name.endsWith('.csv'))).toBe(true);
  expect(new TextDecoder().decode(files['冬季上新-01.srt'])).toContain('打开包装');

  // A connection that broke is taken up again.
  const half = Math.floor(zip.length / 2);
  const rest = await page.request.get(archive.url(), { headers: { range: `bytes=${half}-` } });
  expect(rest.status()).toBe(206);
  expect((await rest.body()).equals(zip.subarray(half))).toBe(true);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await library.cards.first().click();
  await expect(library.bar).toContainText('已选 1 条');
  const single = await bytesOf(await downloadBy(page, () => library.bar.getByRole('button', { name: '下载' }).click()));
  const packed = ['冬季上新-01.mp4', '冬季上新-02.mp4'].map((name) => Buffer.from(files[name] ?? []));
  expect(packed.some((one) => one.equals(single))).toBe(true);
});

type Range = { start: number; duration: number };
type Draft = {
  duration: number;
  tracks: { type: string; segments: { material_id: string; target_timerange: Range }[] }[];
  materials: { texts: { id: string; content: string }[] };
};

test('a draft holds the shots and the words of the video, each where it is in the video', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const all = await makeVideos(product, admin);
  await stepTo(page, `/studio/result?mproject_id=${all.mix.mproject_id}`);
  const cards = page.getByRole('gridcell');
  await expect(cards.first()).toBeVisible();
  await page.getByRole('button', { name: '选中的导出工程' }).click();
  const many = page.getByRole('dialog', { name: /^导出工程（\d 条）$/ });
  await expect(many.getByText('各在自己的文件夹里')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(many).toBeHidden();

  const artwork = all.artworks[0]!;
  const library = artworkPage(page);
  await library.open(all.mix.project_id);
  await library.card(artwork.artwork_name).first().click();
  await library.bar.getByRole('button', { name: '导出工程' }).click();
  const dialog = page.getByRole('dialog', { name: '导出工程（1 条）' });
  await dialog.getByText('剪映 6 及更新').click();
  await dialog.getByRole('textbox', { name: '软件版本' }).fill('6.1');
  const archive = await downloadBy(page, () => dialog.getByRole('button', { name: '导出', exact: true }).click());
  await expect(dialog.getByText('怎么打开')).toBeVisible();
  await expectAccessible(page);

  const files = unzipSync(await bytesOf(archive));
  const named = (ending: string) => Object.keys(files).find((name) => name.endsWith(ending)) ?? '';
  expect(files[named('/draft_info.json')]).toEqual(files[named('/draft_content.json')]);
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['install.cmd', 'install.command', '说明.txt']));
  const text = new TextDecoder().decode(files[named('/draft_content.json')]);
  const draft = JSON.parse(text) as Draft;
  expect(text).toContain('"app_version":"6.1"');

  const { origin } = await detailOf(product, admin, artwork.artwork_id);
  const shots = draft.tracks.find(({ type }) => type === 'video')?.segments ?? [];
  expect(shots.map(({ target_timerange }) => ms(target_timerange))).toEqual(
    origin.cuts.map(({ start_ms, end_ms }) => [start_ms, end_ms]),
  );
  expect(Math.round(draft.duration / 1000)).toBe(Math.round(artwork.duration * 1000));
  const words = new Map(
    draft.materials.texts.map(({ id, content }) => [id, (JSON.parse(content) as { text: string }).text]),
  );
  const said = draft.tracks
    .filter(({ type }) => type === 'text')
    .flatMap(({ segments }) => segments)
    .map(({ material_id, target_timerange }) => [words.get(material_id), ...ms(target_timerange)]);
  for (const { text: line, start, end } of origin.captions) {
    expect(said).toContainEqual([line, Math.round(start * 1000), Math.round(end * 1000)]);
  }

  // The program and its version are remembered.
  await page.reload();
  await library.card(artwork.artwork_name).first().click();
  await library.bar.getByRole('button', { name: '导出工程' }).click();
  await expect(dialog.getByRole('radio', { name: /剪映 6 及更新/ })).toBeChecked();
  await expect(dialog.getByRole('textbox', { name: '软件版本' })).toHaveValue('6.1');
  // A draft that is dropped into the dialog is read, and not uploaded into the library behind it.
  const own = {
    platform: { app_id: 3704, app_source: 'lv', app_version: '6.2', os: 'windows' },
    new_version: '113.0.0',
  };
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'draft_content.json'));
    return data;
  }, JSON.stringify(own));
  const field = dialog.getByRole('group', { name: '版本标记' });
  for (const type of ['dragenter', 'dragover', 'drop']) await field.dispatchEvent(type, { dataTransfer: dropped });
  await expect(page.getByText('已读到版本 6.2')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: '草稿格式' })).toHaveValue('113.0.0');
  await expect(page.getByText(/没有成功|正在上传/)).toHaveCount(0);
});

/** From when to when, of a timeline that counts microseconds. */
function ms({ start, duration }: Range): number[] {
  return [start, start + duration].map((us) => Math.round(us / 1000));
}

type Detail = {
  origin: {
    cuts: { start_ms: number; end_ms: number }[];
    captions: { text: string; start: number; end: number }[];
  };
};

async function detailOf({ url }: Product, { access_token }: Session, artwork_id: string): Promise<Detail> {
  const answer = await fetch(`${url}${callOf('artwork.detail').path}?artwork_id=${artwork_id}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return ((await answer.json()) as { data: Detail }).data;
}

/** Who marks what machines made, in the menu of the space. */
async function openTerms(page: Page) {
  await page.getByRole('button', { name: /^切换空间/ }).click();
  await page.getByRole('menuitem', { name: 'AI 标识' }).click();
  return page.getByRole('dialog', { name: 'AI 标识' });
}

test('whoever answers for the notice sees who takes files without it; everybody else only reads the terms', async ({
  page,
  browser,
  product,
  admin,
}) => {
  const team_id = await makeTeam(product, admin, '投放组');
  const owner = await freshSession(product, admin);
  await enterTeam(product, owner, team_id);
  const project_id = await makeProject(product, owner, '标识');
  await addArtworks(product, owner, project_id, ['换脸样片'], { isMachineMade: true });
  await signInAs(page.context(), product, owner);
  const library = artworkPage(page);
  await library.open(project_id, `&teamId=${team_id}`);
  const terms = await openTerms(page);
  const accept = terms.getByRole('button', { name: '接受', exact: true });
  await expect(accept).toBeDisabled();
  await terms.getByRole('checkbox', { name: /^我已阅读/ }).check();
  await expectAccessibleInBothThemes(page);
  await accept.click();
  await expect(terms.getByText('由我们自己标识')).toBeVisible();
  await terms.getByText('下载记录').click();
  await expect(terms.getByText('还没有下载记录')).toBeVisible();
  await page.keyboard.press('Escape');
  await library.cards.first().click();
  const download = library.bar.getByRole('button', { name: '下载', exact: true });
  await (await downloadBy(page, () => download.click())).path();

  // Somebody who may only look reads the terms, and neither changes them nor sees who took what.
  const viewer = await invite(product, admin, { name: '看片的人', team_id, team_role: 'viewer' });
  await enterTeam(product, viewer, team_id);
  const context = await browser.newContext({ baseURL: product.url });
  await signInAs(context, product, viewer);
  const other = await context.newPage();
  const theirs = artworkPage(other);
  await theirs.open(project_id, `&teamId=${team_id}`);
  const read = await openTerms(other);
  await expect(read.getByText('只有空间所有者能接受或收回')).toBeVisible();
  await expect(read.getByText(/于 .+ 接受，条款第 1 版/)).toBeVisible();
  await expect(read.getByText('下载记录')).toBeHidden();
  await expect(read.getByRole('button', { name: /收回/ })).toBeHidden();
  await other.keyboard.press('Escape');
  await theirs.cards.first().click();
  const taken = theirs.bar.getByRole('button', { name: '下载', exact: true });
  await (await downloadBy(other, () => taken.click())).path();
  await context.close();

  await openTerms(page);
  await terms.getByText('下载记录').click();
  await expect(terms.getByRole('row')).toHaveCount(3);
  await expect(terms.getByRole('row').nth(1)).toContainText('看片的人');
  await expect(terms.getByRole('row').nth(1)).toContainText('换脸样片.mp4');
  await expectAccessible(page);
  const csv = await bytesOf(await downloadBy(page, () => terms.getByRole('button', { name: '导出 CSV' }).click()));
  expect(csv.toString()).toMatch(/看片的人,.+,换脸样片\.mp4,/);
  await terms.getByText('标识责任').click();
  await terms.getByRole('button', { name: '收回，恢复自动标识' }).click();
  await expect(terms.getByText('自动标识', { exact: true })).toBeVisible();
});

test('a report shows which two videos are alike, side by side, and its level follows the thresholds', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const all = await makeVideos(product, admin);
  const library = await tickAll(page, all);
  await library.bar.getByRole('button', { name: '查重' }).click();
  await expect(page).toHaveURL(/\/studio\/likeness\?task=/);
  await expect(page.getByRole('heading', { name: '查重报告' })).toBeVisible({ timeout: MAKING_MS });
  await expect(page).toHaveTitle(/查重报告$/);
  const rows = page.getByRole('region', { name: '每条和谁最像' }).getByRole('row');
  await expect(rows).toHaveCount(1 + all.artworks.length);
  await expectAccessibleInBothThemes(page);

  await page
    .getByRole('button', { name: /^并排看/ })
    .first()
    .click();
  const pair = page.getByRole('dialog', { name: /^并排看：重复度 \d+%$/ });
  await pair.getByRole('button', { name: '一起播放' }).click();
  const times = () =>
    pair.locator('video').evaluateAll((videos) => videos.map((video) => (video as HTMLVideoElement).currentTime));
  await pauseAfter(pair, 'video', 0.3);
  const [left = 0, right = 9] = await times();
  expect(Math.abs(left - right)).toBeLessThan(0.5);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Two videos of the same clips: both are copies, and one of them is not new. Where copies begin at 99 %, neither is.
  const level = page.getByRole('region', { name: '整批的等级' });
  await page.getByText('和近 180 天导出的比').click();
  await expect(page.getByRole('switch', { name: '和近 180 天导出的比' })).not.toBeChecked({ timeout: MAKING_MS });
  await expect(level).toContainText('2 条里有 1 条不算新的', { timeout: MAKING_MS });
  const copies = rows.filter({ hasText: 'L5 ·' });
  await expect(copies).toHaveCount(2);
  await setLevels(page, [96, 97, 98, 99]);
  await expect(copies).toHaveCount(0, { timeout: MAKING_MS });
  await page.getByRole('button', { name: '分级' }).click();
  const dialog = page.getByRole('dialog', { name: '重复度分级' });
  await dialog.getByRole('spinbutton', { name: 'L3 从百分之多少开始' }).fill('20');
  await expect(dialog.getByText('各级的起点要从小到大')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '恢复默认' }).click();
  await dialog.getByRole('button', { name: '保存并重新比较' }).click();
  await expect(copies).toHaveCount(2, { timeout: MAKING_MS });
});

async function setLevels(page: Page, percents: number[]): Promise<void> {
  await page.getByRole('button', { name: '分级' }).click();
  const dialog = page.getByRole('dialog', { name: '重复度分级' });
  for (const [n, percent] of percents.entries()) {
    await dialog.getByRole('spinbutton', { name: `L${n + 2} 从百分之多少开始` }).fill(String(percent));
  }
  await dialog.getByRole('button', { name: '保存并重新比较' }).click();
  await expect(dialog).toBeHidden();
}
