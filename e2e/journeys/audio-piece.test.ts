import { readFile } from 'node:fs/promises';
import { callOf, type Material } from '@mixreel/contract';
import { listen, makePiece, SPEECH_MS, studioPath } from '../support/audio.ts';
import { noteSight } from '../support/passing.ts';
import { makeProject } from '../support/people.ts';
import { expect, send, stepTo, test } from '../support/test.ts';
import { holdUndo } from '../support/toast.ts';

test.use({ hasModels: true });

test('a piece with music is made, heard, exported in every format and kept as a material', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `整篇 ${Date.now()}`);
  const piece = await makePiece(product, admin, {
    project_id,
    name: '大促口播',
    // The second was never said before, so that it is seen being made.
    lines: [{ text: '限时特惠。', pause_ms: 500 }, { text: `快来下单${Date.now() % 1000}。` }],
  });
  const heard = await listen(page);
  await stepTo(page, studioPath(piece));
  await page.getByRole('tab', { name: '整篇' }).click();
  await page.getByRole('button', { name: '选音乐' }).click();
  const library = page.getByRole('dialog', { name: '音乐库' });
  await expect(library.getByRole('listitem').first()).toContainText('AI 生成');
  await library.getByRole('textbox', { name: '搜索音乐' }).fill('没有这样的曲名');
  await expect(library.getByText('没有这样的音乐')).toBeVisible();
  await library.getByRole('button', { name: '清除条件' }).click();
  await library
    .getByRole('button', { name: /^使用《/ })
    .first()
    .click();
  await expect(page.getByText(/免版权 CC0/)).toBeVisible();
  await expect(page.getByText(/GB 45438/)).toBeVisible();
  await page.getByRole('spinbutton', { name: '说话时压低，dB' }).fill('18');

  const isMaking = await noteSight(page, '[role=progressbar][aria-label="合成进度"]');
  await page.keyboard.press('Control+Enter');
  const finished = page.getByRole('region', { name: '成品' });
  await expect(finished).toBeVisible({ timeout: SPEECH_MS });
  expect(await isMaking()).toBe(true);
  await finished.getByRole('button', { name: '播放成品' }).click();
  await expect.poll(async () => (await heard()).length, { timeout: SPEECH_MS }).toBe(1);
  const [sound] = await heard();
  const wave = finished.getByRole('slider', { name: '成品的波形' });
  expect(Number(await wave.getAttribute('aria-valuemax'))).toBeCloseTo(sound?.duration ?? 0, 0);

  const begins: Record<string, (bytes: Buffer) => boolean> = {
    MP3: (bytes) => bytes.subarray(0, 3).toString() === 'ID3',
    M4A: (bytes) => bytes.subarray(4, 8).toString() === 'ftyp',
    WAV: (bytes) => bytes.subarray(0, 4).toString() === 'RIFF',
    SRT: (bytes) =>
      /^\uFEFF?1\r?\n00:00:0\d,\d{3} --> /.test(bytes.toString()) && bytes.toString().includes('快来下单'),
  };
  for (const [format, isRight] of Object.entries(begins)) {
    await finished.getByRole('button', { name: '导出' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`大促口播.${format.toLowerCase()}`);
    expect(isRight(await readFile(await file.path())), format).toBe(true);
  }

  await finished.getByRole('button', { name: '存为素材' }).click();
  await page.getByRole('dialog', { name: '存为素材' }).getByLabel('素材名称').fill('大促口播 定稿');
  await page
    .getByRole('dialog', { name: '存为素材' })
    .getByRole('button', { name: /^保\s?存$/ })
    .click();
  await expect(finished.getByText('已存为素材')).toBeVisible();
  const { items } = await send<{ items: Material[] }>(
    product,
    callOf('material.list').path,
    { project_id, material_type: 'audio' },
    admin.access_token,
  );
  expect(items).toMatchObject([{ material_name: '大促口播 定稿', material_source: 'ai_generate' }]);

  await page.getByRole('textbox', { name: '第 2 行台词' }).fill('快来抢购。');
  await expect(finished.getByText('台词已改动，成品是旧的')).toBeVisible();

  await page.getByRole('button', { name: '回到全部配音' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '大促口播' });
  await expect(row).toContainText('2 行');
  await expect(row).toContainText('已合成');
  await page.getByRole('button', { name: '删除「大促口播」' }).click();
  const undo = await holdUndo(page, '已删除「大促口播」');
  await expect(page.getByText('这个项目还没有配音')).toBeVisible();
  await undo.click();
  await expect(row).toBeVisible();
});

test('all lines sound in their order, and a long one begins before its end is spoken', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `连播 ${Date.now()}`);
  // Long by what is not spoken: a second of speech takes four of a processor.
  const long = ['第一句。', '第二句。', '第三句。'].join('😀'.repeat(10));
  const piece = await makePiece(product, admin, {
    project_id,
    lines: [
      { text: '开始。', pause_ms: 0 },
      { text: '！！' },
      { text: long, pause_ms: 0, rate: 2 },
      { text: '结束。', pause_ms: 0 },
    ],
  });
  const asked: [string, number | undefined][] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith(callOf('voice.speak').path)) return;
    const { text, sentence } = request.postDataJSON() as { text: string; sentence?: number };
    asked.push([text.slice(0, 3), sentence]);
  });
  const heard = await listen(page);
  await stepTo(page, studioPath(piece));
  await expect(page.getByText('没有可以朗读的文字')).toBeVisible();
  const isThird = await noteSight(page, 'span', '第 3 行，共 4 行');
  await page.getByRole('button', { name: '播放全部台词' }).click();
  await expect.poll(async () => (await heard()).length, { timeout: SPEECH_MS }).toBe(5);
  expect(await isThird()).toBe(true);
  expect(asked.filter(([text]) => text !== '结束。')).toEqual([
    ['开始。', undefined],
    ['第一句', 0],
    ['第一句', 1],
    ['第一句', 2],
    ['第一句', undefined],
  ]);
  const paths = (await heard()).map(({ path }) => path);
  expect(new Set(paths).size).toBe(5);
  await expect(page.getByRole('button', { name: '播放全部台词' })).toBeVisible();
  // Everything has been measured now: nothing is guessed any more.
  await expect(page.getByText(/^约/)).toHaveCount(0);
});
