import { callOf } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import { makePiece, studioPath } from '../support/audio.ts';
import { makeProject } from '../support/people.ts';
import { expect, stepTo, test } from '../support/test.ts';

test.use({ hasModels: true });

/** Drags a file from outside over the middle of the page, and lets go of it there. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([file_name, content]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([content], file_name, { type: 'text/plain' }));
      return carried;
    },
    [name, text] as const,
  );
  const place = page.getByRole('heading', { level: 1 });
  await place.dispatchEvent('dragenter', { dataTransfer });
  await expect(page.getByText('松手导入台词')).toBeVisible();
  await place.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('松手导入台词')).toHaveCount(0);
}

test('a script dropped on the list becomes a piece, and one dropped on a piece goes behind its lines', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `拖放 ${Date.now()}`);
  await stepTo(page, `/audioStudio?project_id=${project_id}`);
  await expect(page.getByText('这个项目还没有配音')).toBeVisible();
  await drop(page, '夏日.txt', '第一行\n第二行');
  await page.getByRole('button', { name: '导入 2 行' }).click();
  await expect(page.getByRole('textbox', { name: '配音名称' })).toHaveValue('夏日');

  await drop(page, '片尾.txt', '第三行');
  await page.getByRole('button', { name: '导入 1 行' }).click();
  await expect(page.getByRole('textbox', { name: '第 3 行台词' })).toHaveValue('第三行');
  await expect(page.getByRole('textbox', { name: '第 1 行台词' })).toHaveValue('第一行');
  await expect(page.getByText('已保存')).toBeVisible();

  await drop(page, '照片.png', '');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('没有读出台词');
});

test('own music is uploaded with its licence, used, and its limits are told; the list says which music a piece has', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `自有 ${Date.now()}`);
  const piece = await makePiece(product, admin, { project_id, lines: [{ text: '限时特惠，只在今天。' }] });
  await stepTo(page, studioPath(piece));
  await page.getByRole('tab', { name: '整篇' }).click();
  await page.getByRole('button', { name: '选音乐' }).click();
  const library = page.getByRole('dialog', { name: '音乐库' });
  await library.getByRole('tab', { name: '我的音乐' }).click();
  await library.getByRole('button', { name: '上传音乐' }).first().click();

  const form = page.getByRole('dialog', { name: '上传音乐' });
  const upload = form.getByRole('button', { name: /^上\s?传$/ });
  await form.getByLabel('音乐文件').setInputFiles({ name: '晨光.wav', mimeType: 'audio/wav', buffer: makeTone(2) });
  await expect(form.getByLabel('曲名')).toHaveValue('晨光');
  await upload.click();
  await expect(form.getByText('写明能用在哪里、能不能商用')).toBeVisible();
  await expect(form.getByText('写明购买单号、合同或网址')).toBeVisible();
  await form.getByLabel('授权内容').fill('TikTok 广告');
  await form.getByLabel('来源', { exact: true }).fill('订单 20260101');
  await form.getByLabel('可用平台（不选为全部）').click();
  await page.getByTitle('TikTok', { exact: true }).click();
  await page.keyboard.press('Escape');
  await upload.click();

  await expect(form).toHaveCount(0);
  await expect(library.getByRole('listitem')).toContainText('晨光');
  await library.getByRole('button', { name: '使用《晨光》' }).click();
  await expect(page.getByText('音乐授权只限 TikTok，请勿投放到其他平台')).toBeVisible();
  await page.getByRole('button', { name: '回到全部配音' }).click();
  await expect(page.getByText('配乐《晨光》')).toBeVisible();
  await page.getByRole('textbox', { name: '搜索配音' }).fill('只在今天');
  await expect(page.getByText('配乐《晨光》')).toBeVisible();
  await page.getByRole('textbox', { name: '搜索配音' }).fill('没有这句');
  await expect(page.getByText('没有找到')).toBeVisible();
});

test('a line that cannot be spoken says why once, in its own place, and can be tried again', async ({
  deskPage: page,
  product,
  admin,
}) => {
  const project_id = await makeProject(product, admin, `失败 ${Date.now()}`);
  const piece = await makePiece(product, admin, { project_id, lines: [{ text: '这一句别处没有念过。' }] });
  const refusal = { code: 30006, message: '语音服务太忙，请稍后重试', data: null };
  await page.route(`**${callOf('voice.speak').path}`, (route) => route.fulfill({ json: refusal }));
  await stepTo(page, studioPath(piece));
  await page.getByRole('button', { name: '播放第 1 行' }).click();
  await expect(page.getByRole('alert').filter({ hasText: refusal.message })).toBeVisible();
  await expect(page.getByText(refusal.message)).toHaveCount(1);
  const asked = page.waitForRequest(`**${callOf('voice.speak').path}`);
  await page.getByRole('button', { name: '重试第 1 行' }).click();
  await asked;
  await expect(page.getByRole('button', { name: '重试第 1 行' })).toBeVisible();
  await expect(page.getByText(refusal.message)).toHaveCount(1);
});

/** A WAV file of some seconds of a tone. */
function makeTone(seconds: number): Buffer {
  const rate = 8000;
  const wav = Buffer.alloc(44 + seconds * rate * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(wav.length - 44, 40);
  for (let i = 0; i < seconds * rate; i += 1) wav.writeInt16LE(Math.round(9000 * Math.sin(i / 4)), 44 + i * 2);
  return wav;
}
