import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { startFilmDouble } from '../../apps/server/src/testing/film-double.ts';
import { startImageDouble } from '../../apps/server/src/testing/image-double.ts';
import { makeProject } from '../support/people.ts';
import { startProduct } from '../support/product.ts';
import { expect, firstSession, signInAs, stepTo, test, watch } from '../support/test.ts';
import { makeClip, makeFolder } from '../support/upload.ts';

/** As ComfyUI exports it, with nothing marked. */
const WORKFLOW = {
  3: { class_type: 'KSampler', inputs: { seed: 1, positive: ['6', 0], latent_image: ['5', 0] } },
  5: { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: 'beautiful scenery' } },
  9: { class_type: 'SaveImage', inputs: { images: ['3', 0] } },
};

test('pictures become films, and words pictures, by a service and without: limits, progress, cost, library, undo', async ({
  context,
}) => {
  const folder = await makeFolder();
  const film = join(folder.path, 'film.mp4');
  await makeClip(film);
  const service = await startFilmDouble(await readFile(film));
  const kling = service.provider('kling', { name: '可灵', model: 'kling-v1-6', ...service.signed });
  const painter = await startImageDouble();
  const services = [kling, painter.provider('midjourney', { name: '画师' }), painter.provider('comfyui')];
  const product = await startProduct({ AI_PROVIDERS: JSON.stringify(services) });
  const complaints: string[] = [];
  try {
    watch(context, complaints);
    const admin = await firstSession(product);
    const project_id = await makeProject(product, admin, '图生视频');
    await signInAs(context, product, admin);
    const page = await context.newPage();
    await page.goto(`${product.url}/videoGenerate?projectId=${project_id}`);
    await expect(page.getByText('还没有生成过视频')).toBeVisible();

    const tools = await locateFfmpeg();
    const pictures = [join(folder.path, '窄.png'), join(folder.path, '杯子.png')];
    for (const [path, size] of [
      [pictures[0], '320x1000'],
      [pictures[1], '600x800'],
    ] as const) {
      await runFfmpeg(tools, [
        ['-f', 'lavfi', '-i', `color=teal:s=${size}`],
        ['-frames:v', 1, '-update', 1, path ?? ''],
      ]);
    }
    await page.getByLabel('上传图片').setInputFiles(pictures);
    const form = page.getByRole('form', { name: '图生视频' });
    await expect(form.getByRole('status')).toContainText('2.5 倍');
    await expect(form.getByRole('button', { name: '生成视频' })).toBeDisabled();
    await form.getByRole('button', { name: '不用「窄.png」' }).click();
    await form.getByLabel('画面描述').fill('杯子冒着热气');
    await form.getByRole('button', { name: '推近' }).click();
    await expect(form.getByRole('status')).toHaveText('1 条 · 预计 ¥2.50');
    await form.getByRole('button', { name: '生成视频' }).click();

    const card = page.getByRole('article', { name: '杯子冒着热气' });
    await expect(card.getByRole('button', { name: '打开大图' })).toBeVisible();
    await expect(card).toContainText('可灵 · ¥2.50');
    expect(service.asked[0]?.body).toMatchObject({ camera_control: { type: 'simple', config: { zoom: 6 } } });
    await card.getByRole('button', { name: '存素材库' }).click();
    await expect(card.getByRole('button', { name: '已存' })).toBeVisible();
    const downloads = page.waitForEvent('download');
    await card.getByRole('button', { name: '下载' }).click();
    expect((await downloads).suggestedFilename()).toMatch(/\.mp4$/);
    await card.getByRole('button', { name: '打开大图' }).click();
    await expect(page.getByRole('dialog').getByRole('list', { name: '版本' })).toBeVisible();
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: '删除' }).click();
    await expect(card).toBeHidden();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(card).toBeVisible();

    // Words become pictures: a service paints four, of which one is made larger; the machine itself lays out a poster.
    await page.getByRole('link', { name: '文生图' }).click();
    await expect(page.getByText('还没有生成过图片')).toBeVisible();
    const wish = page.getByRole('form', { name: '文生图' });
    await wish.getByLabel('画面描述').fill('一只红苹果');
    await expect(wish.getByRole('status')).toHaveText('4 张 · 预计 ¥0.80');
    await wish.getByRole('button', { name: '生成图片' }).click();
    const painted = page.getByRole('article', { name: '一只红苹果' });
    await painted.first().getByRole('button', { name: '打开大图' }).click();
    const viewer = page.getByRole('dialog').getByRole('list', { name: '图片' }).getByRole('listitem');
    await expect(viewer).toHaveCount(4);
    await viewer.nth(1).getByRole('button', { name: '放大' }).click();
    await expect(painted).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(painted.first()).toContainText('画师 · ¥0.20');
    // One of them in words, for the next; and what the service will not have, in words, too.
    await painted.last().getByRole('button', { name: '打开大图' }).click();
    await viewer.first().getByRole('button', { name: '作参考图' }).click();
    await wish.getByRole('button', { name: '看图写描述' }).click();
    await expect(wish.getByLabel('画面描述')).toHaveValue('一只红苹果，柔光');
    painter.next.push((response) => painter.json(response, 200, { code: 24, description: 'banned' }));
    await wish.getByLabel('画面描述').fill('画不得的');
    await wish.getByRole('button', { name: '生成图片' }).click();
    await expect(page.getByRole('article', { name: '画不得的' })).toContainText('不合规');
    // Too busy each time that it was tried: told, and a button tries again. What was refused is not paid.
    for (const status of [429, 503, 429]) painter.next.push((response) => painter.json(response, status, {}));
    await wish.getByLabel('画面描述').fill('排着队的');
    await wish.getByRole('button', { name: '生成图片' }).click();
    const busy = page.getByRole('article', { name: '排着队的' });
    await expect(busy).toContainText('忙');
    await busy.getByRole('button', { name: '重试' }).click();
    await expect(busy.getByRole('button', { name: '打开大图' })).toBeVisible();
    await expect(busy).toContainText('画师 · ¥0.80');
    // Nobody knows whether it was taken: it is not sent again, and goes back into the form instead.
    painter.next.push((response) => response.writeHead(504).end('<html>'));
    await wish.getByLabel('画面描述').fill('问不清的');
    await wish.getByRole('button', { name: '生成图片' }).click();
    const unclear = page.getByRole('article', { name: '问不清的' });
    await expect(unclear).toContainText('没有再次提交');
    await expect(unclear.getByRole('button', { name: '重试' })).toHaveCount(0);
    await wish.getByLabel('画面描述').fill('');
    await unclear.getByRole('button', { name: '改一改再来' }).click();
    await expect(wish.getByLabel('画面描述')).toHaveValue('问不清的');
    await wish.getByRole('button', { name: /^不用「/ }).click();
    // What was generated is among the pictures that can be chosen.
    await wish.getByRole('button', { name: '从素材库选' }).click();
    const picker = page.getByRole('dialog', { name: '从素材库选图片' });
    await picker.getByRole('radio', { name: 'AI 图片' }).check();
    await picker.getByRole('button', { name: /^AI图片/ }).click();
    await picker.getByRole('button', { name: '用这 1 张' }).click();
    await wish.getByRole('button', { name: '不用「AI图片' }).click();
    await wish.getByRole('radio', { name: /海报合成/ }).check();
    await wish.getByLabel('画面描述').fill('新品上市：冷萃咖啡液，到手价¥29.9');
    await wish.getByRole('radio', { name: '1 张' }).check();
    await wish.getByRole('button', { name: '生成图片' }).click();
    const poster = page.getByRole('article', { name: /冷萃咖啡液/ });
    await poster.getByRole('button', { name: '打开大图' }).click();
    await viewer.getByRole('button', { name: '去编辑' }).click();
    const layers = page.getByRole('list', { name: '图层' });
    await expect(layers.getByRole('button', { name: /冷萃\s?咖啡液/ }).first()).toBeVisible();

    // A workflow is given on the page of the administrator, and paints at once.
    await expect(wish).toBeHidden();
    await stepTo(page, '/admin?tab=ai');
    await page.getByRole('button', { name: 'comfyui的工作流' }).click();
    const dialog = page.getByRole('dialog', { name: '「comfyui」的工作流' });
    await dialog.getByLabel('工作流').fill(JSON.stringify(WORKFLOW));
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click();
    await expect(dialog.getByRole('status')).toContainText('还没有标出 {{prompt}}');
    await dialog.getByRole('button', { name: '自动标出' }).click();
    await expect(dialog.getByRole('list', { name: '标出的值' })).toContainText('画面描述 填进节点 6');
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click();
    await expect(dialog).toBeHidden();
    await stepTo(page, `/videoGenerate/image?projectId=${project_id}`);
    // What was written there is still there.
    await expect(wish.getByLabel('画面描述')).toHaveValue('新品上市：冷萃咖啡液，到手价¥29.9');
    await wish.getByRole('radio', { name: /comfyui/ }).check();
    await wish.getByLabel('画面描述').fill('工作流画的梨');
    await wish.getByRole('button', { name: '生成图片' }).click();
    const flowed = page.getByRole('article', { name: '工作流画的梨' });
    await expect(flowed.getByRole('button', { name: '打开大图' })).toBeVisible();
    expect(painter.asked.at(-1)?.body['prompt']).toMatchObject({ 6: { inputs: { text: '工作流画的梨' } } });
    expect(complaints).toEqual([]);
  } finally {
    await product.stop();
    await painter.close();
    await service.close();
    await folder.remove();
  }
});
