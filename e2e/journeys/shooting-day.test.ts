import { callOf, type Material, type MixProject, type ShootTake, type StoryBoard } from '@mixreel/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { analysed, ANALYSIS_MS, filmFile, upload } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, stepTo, test, watch } from '../support/test.ts';

const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
  permissions: ['camera', 'microphone'],
};

const LINK = 'https://example.com/样片.mp4';

/** A phone that has just scanned the code. */
async function scan(context: BrowserContext, url: string, name: string): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(url);
  await phone.getByLabel('你的名字').fill(name);
  await phone.getByRole('button', { name: '开始' }).click();
  return phone;
}

/** A take of a second or more, still to be judged. */
async function shoot(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: '开始拍' }).click();
  const stop = phone.getByRole('button', { name: '停' });
  await expect(stop).toHaveText(/^[1-9]\d*$/);
  await stop.click();
  await expect(phone.getByText(/已存在手机上/)).toBeVisible();
}

test('a phone without an account shoots a board: over a bad network, a closed page and a code that ends', async ({
  deskPage: page,
  browser,
  product,
  admin,
}) => {
  const { access_token } = admin;
  const project_id = await makeProject(product, admin, '拍摄日', '');
  // By a link, which is fetched as if it came from there: a board that waits for its video says so, is stopped and goes on;
  // its rows come with the film.
  await upload(product, access_token, project_id, '样片.mp4', (await filmFile('样片.mp4')).buffer, async (record) => {
    await stepTo(page, `${product.url}/storyBoard?projectId=${project_id}`);
    await page.getByRole('button', { name: '视频转脚本' }).first().click();
    const dialog = page.getByRole('dialog', { name: '视频转脚本' });
    await dialog.getByText('视频链接', { exact: true }).click();
    await dialog.getByLabel('视频文件的链接').fill('样片');
    await dialog.getByRole('button', { name: '导入并拆解' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('链接要以 http:// 或 https:// 开头');
    const asked: unknown[] = [];
    await page.route(`**${callOf('upload.byUrl').path}`, (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { code: 0, message: '', data: { records: [{ ...record, source_url: LINK }] } } });
    });
    await dialog.getByLabel('视频文件的链接').fill(LINK);
    await dialog.getByRole('button', { name: '导入并拆解' }).click();
    await expect(page.getByText('正在等视频传完')).toBeVisible();
    await page.getByRole('button', { name: '停止' }).click();
    await expect(page.getByText('拆解已停止，已有的行都在')).toBeVisible();
    await page.getByRole('button', { name: '继续' }).click();
    await expect(page.getByRole('button', { name: '停止' })).toBeVisible();
    expect(asked).toMatchObject([{ url: [LINK], material_sub_type: 'inspiration_video' }]);
  });
  await expect(page.getByRole('note', { name: '节奏' })).toContainText('没有听到说话', { timeout: ANALYSIS_MS });
  await expect(page.getByRole('gridcell', { name: /^第 1 行参考画面：/ }).locator('img')).toBeVisible();
  const [film] = (await analysed(product, admin, project_id)).values();
  const reference = { material_id: film!.material_id, start_ms: 500, end_ms: null };
  const rows = [
    { picture: '倒咖啡', line: '三秒一杯，冷萃就好', scene: '厨房', shot_size: 'close_up', reference },
    { picture: '一口喝完', scene: '客厅' },
  ];
  const given = { project_id, board_name: '冷萃三十秒', rows };
  const { story_board_id } = await send<StoryBoard>(product, callOf('story.add').path, given, access_token);
  const input = { story_board_id, clips_per_row: 0 };
  const { mproject_id } = await send<MixProject>(product, callOf('storyMix.add').path, input, access_token);
  const read = async <T>(path: string) => {
    const headers = { authorization: `Bearer ${access_token}` };
    return ((await (await fetch(`${product.url}${path}`, { headers })).json()) as { data: T }).data;
  };
  const newCode = async () => {
    const made = page.waitForResponse(`**${callOf('storyShoot.addCode').path}`);
    await page.getByRole('button', { name: '生成二维码' }).click();
    await expect(page.getByRole('button', { name: '复制链接' })).toBeVisible();
    return ((await (await made).json()) as { data: { url: string } }).data.url;
  };

  await stepTo(page, `/storyBoard?projectId=${project_id}&storyBoardId=${story_board_id}`);
  await expect(page.getByRole('gridcell', { name: '第 1 行画面：倒咖啡' })).toBeVisible();
  await page.getByRole('button', { name: '拍摄', exact: true }).click();
  await page.getByRole('button', { name: '手机扫码拍摄' }).click();
  const first = await newCode();
  await page.keyboard.press('Escape');
  const panel = page.getByRole('complementary', { name: '拍摄' });
  await expect(panel.getByText('还没有开始拍')).toBeVisible();

  const context = await browser.newContext(PHONE);
  const complaints: string[] = [];
  watch(context, complaints);
  const phone = await scan(context, first, '阿强');
  expect(new URL(phone.url()).hash).toBe('');
  const cards = phone.getByRole('button', { name: /^拍第/ });
  await expect(cards).toHaveText([/倒咖啡/, /一口喝完/]);
  await expectAccessible(phone);
  // Without a clip for it nothing can be made.
  await phone.getByText('最能多出片', { exact: true }).click();
  await expect(cards).toHaveText([/一口喝完.*少了它出不了片/, /倒咖啡/]);

  await cards.filter({ hasText: '倒咖啡' }).click();
  await expect(phone.getByText('第 1 行 · 第 1 条')).toBeVisible();
  await expect(phone.getByRole('region', { name: '提词' })).toContainText('三秒一杯');
  const ghost = phone.getByRole('img', { name: '参考画面' });
  await expect(ghost).toHaveCSS('opacity', '0.4');
  await phone.getByLabel('参考深浅').fill('0.8');
  await expect(ghost).toHaveCSS('opacity', '0.8');
  const turn = (gamma: number) =>
    phone.evaluate(
      (by) => dispatchEvent(new DeviceOrientationEvent('deviceorientation', { beta: 60, gamma: by })),
      gamma,
    );
  await turn(10);
  await expect(phone.getByRole('img', { name: /歪了 \d/ })).toBeVisible();
  await turn(0);
  await expect(phone.getByRole('img', { name: '水平' })).toBeVisible();
  await shoot(phone);
  await context.setOffline(true);
  await phone.getByRole('button', { name: '留着，再拍一条' }).click();
  await expect(phone.getByText('第 1 行 · 第 2 条')).toBeVisible();
  await phone.getByRole('button', { name: '回到清单' }).click();
  const strip = phone.getByRole('status', { name: '上传' });
  await expect(strip).toContainText('会自动再试');
  await context.setOffline(false);
  await expect(strip).toContainText('都传好了，1 条');
  await expect(panel.getByRole('link', { name: /播放第 1 条，阿强/ })).toBeVisible();
  await phone.getByLabel('第 1 行的状态').selectOption('拍好了');
  await expect(page.getByRole('button', { name: '第 1 行：拍摄，拍好了，1 条' })).toBeVisible();

  // A phone in a network without https has no camera in the page: its own one serves.
  const bare = await browser.newContext(PHONE);
  watch(bare, complaints);
  await bare.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  const other = await scan(bare, first, '小美');
  await expect(other.getByLabel('第 1 行的状态')).toHaveValue('done');
  await other.getByRole('button', { name: /^拍第 2 行/ }).click();
  await expect(other.getByText(/不是 https.*用手机自己的相机拍/)).toBeVisible();
  await other.getByLabel('手机拍的视频').setInputFiles(await filmFile('IMG_0001.mp4'));
  await other.getByRole('button', { name: '拍好了，回到清单' }).click();
  await expect(other.getByRole('status', { name: '上传' })).toContainText('都传好了');
  await expect(page.getByRole('button', { name: '第 2 行：拍摄，拍好了，1 条' })).toBeVisible();
  await expect(phone.getByLabel('第 2 行的状态')).toHaveValue('done');
  await bare.close();
  const inMix = async () => {
    const { shootings } = await read<MixProject>(`${callOf('mix.detail').path}?mproject_id=${mproject_id}`);
    const { takes } = await read<{ takes: ShootTake[] }>(
      `${callOf('storyShoot.day').path}?story_board_id=${story_board_id}`,
    );
    const clips = shootings.flatMap((one) => one.clips.map((clip) => clip.material_id));
    return takes.filter(({ material_id }) => clips.includes(material_id ?? '')).length;
  };
  await expect.poll(inMix, { timeout: ANALYSIS_MS }).toBe(2);

  await page.getByRole('button', { name: '手机扫码拍摄' }).click();
  await page.getByRole('button', { name: '停用' }).click();
  await expect(phone.getByRole('alert')).toContainText('这个拍摄码已被停用');
  await cards.filter({ hasText: '倒咖啡' }).click();
  await shoot(phone);
  await phone.getByRole('button', { name: /^拍好了/ }).click();
  await expect(strip).toContainText('1 条留在这台手机上');
  await phone.reload();
  await expect(phone.getByText(/这台手机上还有 1 条没传/)).toBeVisible();
  await phone.goto(await newCode());
  await expect(strip).toContainText('都传好了，1 条');
  await expect(panel.getByRole('link', { name: /播放第 2 条，阿强/ })).toBeVisible();
  const { items } = await send<{ items: Material[] }>(
    product,
    callOf('material.list').path,
    { project_id },
    access_token,
  );
  expect(items.map(({ material_name }) => material_name).toSorted()).toEqual([
    expect.stringMatching(/^01 倒咖啡 第1条 阿强\.(mp4|webm)$/),
    expect.stringMatching(/^01 倒咖啡 第2条 阿强\.(mp4|webm)$/),
    '02 一口喝完 第1条 小美.mp4',
    '样片.mp4',
  ]);
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await context.close();
});
