import { join } from 'node:path';
import { callOf, CODE_OK, type Session } from '@mixreel/contract';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { makeProject } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, send, test } from '../support/test.ts';
import { makeFolder } from '../support/upload.ts';

type OpenSheet = { sequence: number; state: { layer: Record<string, { kind: string }> } };

// What is compared are the pixels of the picture itself.
test.use({ deviceScaleFactor: 1 });

test('a picture is put together in layers, by two people at once, and the server draws what the page shows', async ({
  adminPage: page,
  product,
  admin,
}) => {
  const folder = await makeFolder();
  const project_id = await makeProject(product, admin, '图片编辑');
  const photo = join(folder.path, '照片.png');
  await runFfmpeg(await locateFfmpeg(), [
    ['-f', 'lavfi', '-i', 'mandelbrot=size=900x700:rate=1'],
    ['-frames:v', 1, '-update', 1, photo],
  ]);
  await page.goto(`/videoGenerate/image/editor?projectId=${project_id}`);
  await expect(page.getByText('这个项目还没有编辑过的图片')).toBeVisible();
  await page.getByRole('button', { name: '新建图片' }).first().click();
  await page.getByRole('menuitem', { name: /方形/ }).click();
  const stage = page.getByRole('region', { name: '画布', exact: true });
  await expect(stage).toBeVisible();
  await page.getByRole('spinbutton', { name: '画布宽' }).fill('560');
  await page.getByRole('spinbutton', { name: '画布高' }).fill('480');

  // A text, a shape and a picture, each as people add them.
  await expect(page.getByRole('button', { name: /缩放 100%/ })).toBeVisible();
  await at(page, 280, 90, 'click', 'T');
  // What no font has is told, and taken out.
  await page.getByRole('textbox', { name: '文字内容' }).fill('限时🎁');
  await expect(page.getByText('字体里没有，图上是空白：🎁')).toBeVisible();
  await page.getByRole('textbox', { name: '文字内容' }).fill('限时买一送一');
  await page.getByRole('button', { name: '文字样式' }).click();
  await page.getByRole('button', { name: /醒目黄字/ }).click();
  await page.getByRole('textbox', { name: '图片名称' }).focus();
  await page.getByRole('textbox', { name: '图片名称' }).fill('夏日海报');
  await page.keyboard.press('Enter');
  await at(page, 60, 300, 'drag', 'R', [220, 440]);
  await page.getByRole('spinbutton', { name: '角度' }).fill('17');
  await page.getByRole('spinbutton', { name: '圆角' }).fill('24');
  await page.getByRole('button', { name: '加阴影' }).click();
  await page.getByRole('button', { name: '加图片' }).click();
  await page.getByLabel('上传图片到素材库').setInputFiles(photo);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /用这 1 张/ })
    .click();
  const layers = page.getByRole('list', { name: '图层' });
  await expect(layers.getByRole('button', { name: '照片', exact: true, pressed: true })).toBeVisible();
  // Its right edge is pulled in, and a corner up: 448 × 348 in the middle.
  await page.keyboard.press('c');
  await move(page, [504, 240], [404, 240]);
  await expect(page.getByRole('spinbutton', { name: '宽', exact: true })).toHaveValue('348');
  await page.keyboard.press('p');
  await move(page, [404, 66], [424, 46]);
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: '角度' }).fill('-8');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+[');

  // Somebody else is there and writes in the text: it is seen at once, and what both do stays.
  await expect(page.getByRole('status', { name: '保存状态' })).toHaveText('已保存');
  const sheet_id = new URL(page.url()).searchParams.get('sheet_id') ?? '';
  await asAnother(product, admin, sheet_id);
  await expect(layers.getByRole('button', { name: '限时买二送一', exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: '也在这里的人' })).toBeVisible();

  // The key takes back only what was done here, by its name.
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(layers.getByRole('listitem').first()).toContainText('照片');
  await page.getByRole('button', { name: '重做' }).click();
  await expect(layers.getByRole('listitem').last()).toContainText('照片');
  await expect(layers.getByRole('button', { name: '限时买二送一', exact: true })).toBeVisible();

  // Its colours, and a part of it painted away.
  await layers.getByRole('button', { name: '照片', exact: true }).click();
  await page.getByRole('button', { name: '调色' }).click();
  await page.getByRole('slider', { name: '饱和度' }).press('End');
  await page.getByRole('slider', { name: '曝光' }).press('ArrowRight');
  await page.getByRole('button', { name: '蒙版画笔' }).click();
  await move(page, [360, 240], [460, 330]);
  await expect(page.getByRole('button', { name: '清空蒙版' })).toBeVisible();

  // What this machine has not got is said on the tool; what is painted over stays to be seen until that is answered.
  await expect(page.getByRole('button', { name: '去背景' })).toBeDisabled();
  await page.keyboard.press('e');
  await expect(page.getByText('消除笔要用的补画面模型还没有下载')).toBeVisible();
  const answer = await holdRetouch(page);
  await move(page, [200, 200], [300, 200]);
  expect(await isTrailAt(page, 250, 200)).toBe(true);
  await answer();
  await expect.poll(() => isTrailAt(page, 250, 200)).toBe(false);
  await expectPicking(page);
  await page.keyboard.press('v');

  // A layer gets a name; a guide is put, dragged, and dragged away.
  await layers.getByRole('button', { name: '照片', exact: true }).press('F2');
  await page.getByRole('textbox', { name: '图层名称' }).fill('不要');
  await page.keyboard.press('Escape');
  await layers.getByRole('button', { name: '照片', exact: true }).press('F2');
  await page.getByRole('textbox', { name: '图层名称' }).fill('主图');
  await page.keyboard.press('Enter');
  await expect(layers.getByRole('button', { name: '主图', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '加竖参考线' }).click();
  await move(page, [280, 20], [200, 20]);
  await expect(page.getByRole('spinbutton', { name: '参考线 1' })).toHaveValue('200');
  await move(page, [200, 20], [-20, 20]);
  await expect(page.getByRole('spinbutton', { name: '参考线 1' })).toHaveCount(0);

  // Pictures are dropped, and the one that has this name already is used; and pasted.
  await give(page, 'drop');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /用已有的/ })
    .click();
  await expect(layers.getByRole('button', { name: '照片', exact: true, pressed: true })).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: '宽', exact: true })).toHaveValue('448');
  await give(page, 'paste');
  await expect(layers.getByRole('button', { name: /^粘贴的图片/, pressed: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('spinbutton', { name: '画布宽' })).toBeVisible();
  await expect(page.getByRole('status', { name: '保存状态' })).toHaveText('已保存');
  const { url } = await send<{ url: string }>(
    product,
    callOf('sheet.export').path,
    { sheet_id, format: 'png' },
    admin.access_token,
  );
  await expect.poll(() => differing(page, product.url + url)).toBeLessThan(0.01);
  await expectAccessible(page);

  // What it was at first is looked at, becomes the present, and is taken back.
  await page.getByRole('tab', { name: '历史版本' }).click();
  await page.getByRole('button', { name: /^最早的内容/ }).click();
  await expect(page.getByText('正在看历史版本')).toBeVisible();
  await page.getByRole('button', { name: '恢复到这个版本' }).click();
  await page.getByRole('tab', { name: '图层' }).click();
  await expect(layers.getByRole('listitem')).toHaveCount(0);
  await page.getByLabel('撤销', { exact: true }).click();
  await expect(layers.getByRole('button', { name: '限时买二送一', exact: true })).toBeVisible();
  await folder.remove();
});

/** What another open page would send: where its person is, and a letter typed over in the middle of the text. */
async function asAnother(product: Product, { access_token }: Session, document_id: string): Promise<void> {
  const opened = await fetch(`${product.url}${callOf('document.open').path}?document_id=${document_id}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { data } = (await opened.json()) as { data: OpenSheet };
  const [id] = Object.entries(data.state.layer).find(([, { kind }]) => kind === 'text') ?? [];
  const tell = (key: 'document.here' | 'document.perform', input: object) =>
    send(product, callOf(key).path, { document_id, ...input }, access_token);
  await tell('document.here', { client_id: 'other', place: { table: 'layer', id, field: '', caret: null } });
  const typed = { do: 'type', table: 'layer', id, path: ['text', 'text'], edit: [3, '二', -1] };
  await tell('document.perform', { sequence: data.sequence, acts: [{ act_id: 'other', operations: [typed] }] });
}

/** A small picture from outside the page, with the name of one that is in the library; or a screenshot. */
async function give(page: Page, how: 'drop' | 'paste'): Promise<void> {
  await page.getByRole('region', { name: '画布', exact: true }).evaluate(async (stage, kind) => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')!.fillRect(0, 0, 20, 30);
    const given = new DataTransfer();
    const name = kind === 'drop' ? '照片.png' : 'image.png';
    given.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
    const event =
      kind === 'drop'
        ? new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true });
    stage.dispatchEvent(event);
  }, how);
}

/** A tool by its key, from one place of the picture to another. */
async function at(page: Page, x: number, y: number, how: 'click' | 'drag', key: string, to: [number, number] = [x, y]) {
  // Out of any field: there it would be a letter.
  await page.keyboard.press('Escape');
  await page.keyboard.press(key);
  await move(page, [x, y], how === 'drag' ? to : null);
}

/** The picture lies in the middle of the window, pixel for pixel. */
async function move(page: Page, from: [number, number], to: [number, number] | null): Promise<void> {
  const box = await page.getByRole('region', { name: '画布', exact: true }).boundingBox();
  if (!box) throw new Error('No stage');
  const [left, top] = [box.x + Math.round((box.width - 560) / 2), box.y + Math.round((box.height - 480) / 2)];
  await page.mouse.move(left + from[0], top + from[1]);
  await page.mouse.down();
  if (to) await page.mouse.move(left + to[0], top + to[1], { steps: 4 });
  await page.mouse.up();
}

/** Erasing is asked for and not answered; gives the way to refuse it. */
async function holdRetouch(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const body = { code: 1, message: '没有做成', data: null };
  await page.route(`**${callOf('sheet.retouch').path}`, async (route) => {
    await held.promise;
    await route.fulfill({ json: body });
  });
  return async () => held.resolve();
}

/** One thing by clicks: shown before it is cut out, added to and taken away from, and left as it was. */
async function expectPicking(page: Page): Promise<void> {
  const clicks: boolean[][] = [];
  await page.route(`**${callOf('sheet.study').path}`, (route) => route.fulfill(answerOf({ task_id: null })));
  await page.route(`**${callOf('sheet.pick').path}`, async (route) => {
    const { points } = route.request().postDataJSON() as { points: { is_in: boolean }[] };
    clicks.push(points.map(({ is_in }) => is_in));
    const mask_base64 = await leftHalf(page);
    await route.fulfill(answerOf({ mask_base64, width: 90, height: 70, sure: 0.9 }));
  });
  await page.keyboard.press('k');
  await expect(page.getByText('点选抠图要用的点选模型还没有下载')).toBeVisible();
  await expect(page.getByText('只能抠出单独立着的东西')).toBeVisible();
  const bar = page.getByRole('group', { name: '点选抠图', exact: true });
  const bright = await brightnessAt(page, 320, 368);
  await move(page, [200, 200], null);
  await expect(bar.getByRole('button', { name: '抠出来' })).toBeEnabled();
  // What is not of it is darkened.
  await expect.poll(() => brightnessAt(page, 320, 368)).toBeLessThan(bright * 0.6);
  await bar.getByText('去掉', { exact: true }).click();
  await move(page, [260, 200], null);
  await page.keyboard.down('Shift');
  await move(page, [280, 220], null);
  await page.keyboard.up('Shift');
  await expect.poll(() => clicks.at(-1)).toEqual([true, false, true]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => clicks.at(-1)).toEqual([true, false]);
  await expect(bar.getByRole('button', { name: '抠出来' })).toBeEnabled();
  // Refused, nothing is lost; another tool leaves all as it was.
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('button', { name: '抠出来' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(bar.getByText('点一下要抠的东西')).toBeVisible();
  await expect.poll(() => brightnessAt(page, 320, 368)).toBe(bright);
}

function answerOf(data: object) {
  return { json: { code: CODE_OK, message: '', data } };
}

/** A mask of the left half of a picture, as PNG. */
function leftHalf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const canvas = new OffscreenCanvas(90, 70);
    const context = canvas.getContext('2d')!;
    context.fillRect(0, 0, 90, 70);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 45, 70);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
}

/** How bright the picture is at a place, on the page. */
function brightnessAt(page: Page, x: number, y: number): Promise<number> {
  return page.getByRole('region', { name: '画布', exact: true }).evaluate(
    (stage, at) => {
      const canvas = stage.querySelector('canvas')!;
      const left = Math.round((canvas.width - 560) / 2) + at.x;
      const top = Math.round((canvas.height - 480) / 2) + at.y;
      const { data } = canvas.getContext('2d')!.getImageData(left - 4, top - 4, 9, 9);
      return data.reduce((sum, value, n) => sum + (n % 4 === 3 ? 0 : value), 0);
    },
    { x, y },
  );
}

/** Whether something painted lies over a place of the picture. */
async function isTrailAt(page: Page, x: number, y: number): Promise<boolean> {
  return page.getByRole('region', { name: '画布', exact: true }).evaluate(
    (stage, at) => {
      const left = Math.round((stage.clientWidth - 560) / 2) + at.x;
      const top = Math.round((stage.clientHeight - 480) / 2) + at.y;
      return [...stage.querySelectorAll<HTMLCanvasElement>('.konvajs-content canvas')].some((canvas) => {
        const [red = 0, green = 0, , alpha = 0] = canvas.getContext('2d')!.getImageData(left, top, 1, 1).data;
        return alpha > 60 && red > 180 && green < 120;
      });
    },
    { x, y },
  );
}

/** The share of pixels of the page's canvas that differ from a file by more than eight levels. */
function differing(page: Page, address: string): Promise<number> {
  return page.evaluate(async (file) => {
    const image = await createImageBitmap(await (await fetch(file)).blob());
    const { width, height } = image;
    const read = (source: CanvasImageSource, x: number, y: number) => {
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(source, -x, -y);
      return context.getImageData(0, 0, width, height).data;
    };
    const canvas = document.querySelector<HTMLCanvasElement>('section[aria-label="画布"] > canvas')!;
    const left = Math.round((canvas.width - width) / 2);
    const top = Math.round((canvas.height - height) / 2);
    const [shown, drawn] = [read(canvas, left, top), read(image, 0, 0)];
    let count = 0;
    for (let n = 0; n < drawn.length; n += 4) {
      const isOff = [0, 1, 2].some((c) => Math.abs(shown[n + c]! - drawn[n + c]!) > 8);
      if (isOff) count += 1;
    }
    return count / (width * height);
  }, address);
}
