import { callOf, type Session } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { listen, makePiece, SPEECH_MS, studioPath } from '../support/audio.ts';
import { makeDocx } from '../support/docx.ts';
import { makeProject } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, stepTo, test } from '../support/test.ts';

test.use({ hasModels: true });

async function openNew(page: Page, product: Product, admin: Session): Promise<void> {
  const project_id = await makeProject(product, admin, `配音 ${Date.now()}`);
  await stepTo(page, `/audioStudio?project_id=${project_id}`);
  await page.getByRole('button', { name: '新建配音' }).last().click();
  await page.getByRole('textbox', { name: '第 1 行台词' }).click();
}

function texts(page: Page): Promise<string[]> {
  return page
    .getByRole('region', { name: '台词' })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
}

test('a written line is spoken by the model and heard to its end, with its words and its length', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const heard = await listen(page);
  await openNew(page, product, admin);
  await page.keyboard.type('今天下单立减五十元。');
  await expect(page.getByText('已保存')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: '停止第 1 行' })).toBeVisible();
  await expect.poll(async () => (await heard()).length, { timeout: SPEECH_MS }).toBe(1);

  const [sound] = await heard();
  expect(sound?.duration).toBeGreaterThan(1.2);
  expect(Math.abs((sound?.played ?? 0) - (sound?.duration ?? 0))).toBeLessThan(0.15);
  const shown = await page.getByText(/^\d+\.\d s$/).textContent();
  expect(Math.abs(Number.parseFloat(shown ?? '') - (sound?.duration ?? 0))).toBeLessThan(0.15);
  await expect(page.getByRole('group', { name: '逐词播放' }).getByRole('button', { name: '下单' })).toBeVisible();
  await expect(page.getByRole('button', { name: '播放第 1 行' })).toBeVisible();

  // From a word near the end, less is left to hear.
  await page.getByRole('group', { name: '逐词播放' }).getByRole('button').last().click();
  await expect.poll(async () => (await heard()).length).toBe(2);
  expect((await heard())[1]?.played).toBeLessThan((sound?.duration ?? 0) - 0.5);

  // Kept: the same line again is there at once, in a page that has never heard it.
  await page.reload();
  const answer = page.waitForResponse(`**${callOf('voice.speak').path}`);
  await page.getByRole('button', { name: '播放第 1 行' }).click();
  expect(await (await answer).json()).toMatchObject({ code: 0, data: { cache_hit: true } });
});

test('writing goes from line to line, pasted lines become lines, and all of it can be undone', async ({
  deskPage: page,
  product,
  admin,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openNew(page, product, admin);
  await page.keyboard.type('第一句');
  await page.keyboard.press('Enter');
  await page.keyboard.type('第二句');
  await expect.poll(() => texts(page)).toEqual(['第一句', '第二句']);

  await page.evaluate(() => navigator.clipboard.writeText('三\n\n四\n五'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await expect.poll(() => texts(page)).toEqual(['第一句', '第二句', '三', '四', '五']);

  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => texts(page)).toEqual(['第一句', '第二句', '三', '五', '四']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => texts(page)).toEqual(['第一句', '第二句', '']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => texts(page)).toEqual(['第一句', '第二句', '三', '四', '五']);

  await page.getByRole('textbox', { name: '第 2 行台词' }).fill('');
  await page.keyboard.press('Backspace');
  await expect.poll(() => texts(page)).toEqual(['第一句', '三', '四', '五']);
  await expect(page.getByRole('textbox', { name: '第 1 行台词' })).toBeFocused();

  await page
    .getByRole('button', { name: '第 2 行', exact: true })
    .dragTo(page.getByRole('textbox', { name: '第 4 行台词' }), {
      targetPosition: { x: 40, y: 28 },
    });
  await expect.poll(() => texts(page)).toEqual(['第一句', '四', '五', '三']);

  await expect(page.getByText('已保存')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '第 4 行台词' })).toHaveValue('三');
  await expect.poll(() => texts(page)).toEqual(['第一句', '四', '五', '三']);
});

test('many lines get a voice and a speed at once, and a line that is too long is fitted to its shot', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `合适 ${Date.now()}`);
  const piece = await makePiece(product, admin, {
    project_id,
    lines: [{ text: '满三百减五十。' }, { text: '今天全场包邮。' }, { text: '欢迎光临。' }],
  });
  await stepTo(page, studioPath(piece));
  await page.getByRole('button', { name: '第 1 行', exact: true }).click();
  await page.getByRole('button', { name: '第 2 行', exact: true }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('heading', { name: '选中的 2 行' })).toBeVisible();
  await page.getByRole('button', { name: /晓晓.*更换/ }).click();
  const picker = page.getByRole('dialog', { name: '给 2 行选音色' });
  await picker.getByText('男声', { exact: true }).first().click();
  await expect(picker.getByRole('button', { name: /晓晓/ })).toHaveCount(0);
  await picker.getByRole('button', { name: /^云扬/ }).click();
  await page.getByRole('spinbutton', { name: '语速，倍' }).fill('1.1');
  await expect(page.getByRole('button', { name: '第 2 行的音色：云扬' })).toBeVisible();
  await expect(page.getByRole('button', { name: '第 3 行的音色：晓晓' })).toBeVisible();
  await expect(page.getByText('1.1 倍速')).toHaveCount(2);

  await page.getByRole('button', { name: '第 3 行', exact: true }).click();
  await page.getByRole('button', { name: '应用到全部行' }).click();
  await expect(page.getByText('1.1 倍速')).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).first().click();
  await expect(page.getByText('1.1 倍速')).toHaveCount(2);

  await page.getByRole('spinbutton', { name: '镜头时长，秒' }).fill('0.7');
  await page.getByRole('button', { name: '播放第 3 行' }).click();
  await expect(page.getByText(/^偏长 \d\.\d s$/)).toBeVisible({ timeout: SPEECH_MS });
  await page.getByRole('button', { name: '把第 3 行调到合适' }).click();
  await expect(page.getByText(/删几个字会更自然|请删减文字/)).toBeVisible();
  await expect(page.getByText(/^(1\.[2-9]\d?|2) 倍速$/)).toBeVisible();
});

test('a Word file becomes lines, by line or by sentence, behind those that are there or in their place', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `导入 ${Date.now()}`);
  const buffer = makeDocx(['开场白。先打招呼！', '讲卖点。', '', '引导下单。']);
  const file = { name: '脚本.docx', mimeType: 'application/octet-stream', buffer };
  await stepTo(page, `/audioStudio?project_id=${project_id}`);
  await page.locator('input[type=file]').first().setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: '导入「脚本.docx」' });
  await expect(dialog.getByRole('listitem')).toHaveText(['开场白。先打招呼！', '讲卖点。', '引导下单。']);
  await dialog.getByText('按句号拆').click();
  await expect(dialog.getByRole('listitem')).toHaveText(['开场白。', '先打招呼！', '讲卖点。', '引导下单。']);
  await dialog.getByRole('button', { name: '导入 4 行' }).click();
  await expect(page.getByRole('textbox', { name: '配音名称' })).toHaveValue('脚本');
  await expect.poll(() => texts(page)).toEqual(['开场白。', '先打招呼！', '讲卖点。', '引导下单。']);

  const subtitles = '1\n00:00:00,000 --> 00:00:02,500\n字幕一\n\n2\n00:00:02,500 --> 00:00:04,000\n字幕二\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.srt', mimeType: 'text/plain', buffer: Buffer.from(subtitles) });
  const second = page.getByRole('dialog', { name: '导入「a.srt」' });
  await expect(second.getByText('镜头 2.5 s')).toBeVisible();
  await second.getByText('替换现有台词').click();
  await second.getByRole('button', { name: '导入 2 行' }).click();
  await expect.poll(() => texts(page)).toEqual(['字幕一', '字幕二']);
  await expect(page.getByRole('spinbutton', { name: '镜头时长，秒' })).toHaveValue('2.5');
  await page.keyboard.press('Control+z');
  await expect.poll(() => texts(page)).toHaveLength(4);

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '坏.docx', mimeType: '', buffer: Buffer.from('不是 zip') });
  const broken = page.getByRole('dialog', { name: '导入「坏.docx」' });
  await expect(broken.getByRole('alert').filter({ hasText: '没有读出台词' })).toBeVisible();
  await expect(broken.getByRole('button', { name: '导入', exact: true })).toBeDisabled();
});

test('a word marked in a line gets a reading for the whole space, and what was spoken is out of date', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `读音 ${Date.now()}`);
  const piece = await makePiece(product, admin, { project_id, lines: [{ text: '重庆火锅' }] });
  const heard = await listen(page);
  await stepTo(page, studioPath(piece));
  await page.getByRole('button', { name: '播放第 1 行' }).click();
  await expect.poll(async () => (await heard()).length, { timeout: SPEECH_MS }).toBe(1);

  await page.getByRole('textbox', { name: '第 1 行台词' }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: '设置「重庆」的读音' }).click();
  const dialog = page.getByRole('dialog', { name: '读音词典' });
  await expect(dialog.getByRole('textbox', { name: '词语' })).toHaveValue('重庆');
  await dialog.getByRole('textbox', { name: '读音' }).fill('chong2');
  await dialog.getByRole('button', { name: '保存并试听' }).click();
  await expect(page.getByText('「重庆」有 2 个字，读音有 1 个音节，请逐字填写')).toBeVisible();
  await dialog.getByRole('textbox', { name: '读音' }).fill('zhong4 qing4');
  await dialog.getByRole('button', { name: /^试\s?听$/ }).click();
  await expect.poll(async () => (await heard()).length, { timeout: SPEECH_MS }).toBe(2);
  await expect(page.getByText('还没有自定义读音')).toBeVisible();
  await dialog.getByRole('button', { name: '保存并试听' }).click();
  await expect(dialog.getByText('zhong4 qing4')).toBeVisible();
  await expect.poll(async () => (await heard()).length, { timeout: SPEECH_MS }).toBe(3);
  await page.keyboard.press('Escape');
  await expect(page.getByText('已改动，待重新合成')).toBeVisible();

  await page.getByRole('button', { name: '读音词典' }).click();
  await page.getByRole('button', { name: '删除「重庆」的读音' }).click();
  const sure = page.getByRole('dialog', { name: '删除「重庆」的读音？' });
  await expect(sure).toBeVisible();
  await sure.getByRole('button', { name: /^删\s?除$/ }).click();
  await expect(page.getByText('还没有自定义读音')).toBeVisible();
});
