import { once } from 'node:events';
import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callOf, type Session } from '@mixreel/contract';
import { chromium, type Page } from '@playwright/test';
import type { Order } from '../../apps/server/src/testing/library-server.ts';
import { expectAccessible } from '../support/accessible.ts';
import { locateChromium } from '../support/chromium.ts';
import { Desk } from '../support/desk.ts';
import { addFilms, analysed, cardOf, readDetail } from '../support/material.ts';
import { makeProject } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, firstSession, freshSession, send, signInAs, stepTo, test } from '../support/test.ts';
import {
  dropFiles,
  libraryPath,
  makeClip,
  makeFolder,
  openGroup,
  reopenGroup,
  slowUploads,
} from '../support/upload.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/testing/library-server.ts', import.meta.url));
const MANY = 6;

let running: Product;
let person: Session;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let desk: Desk;

test.beforeAll(async () => {
  folder = await makeFolder();
  running = await startProduct({ RATE_PER_MINUTE: '100000' }, MAIN);
  person = await firstSession(running);
  desk = new Desk(running, person);
});
test.afterEach(() => desk.tidy());
test.afterAll(async () => {
  await desk.close();
  await running.stop();
  await folder.remove();
});

async function filmIn(project_name: string, name: string) {
  const project_id = await makeProject(running, person, project_name);
  await addFilms(running, person, project_id, [name]);
  const material_id = (await analysed(running, person, project_id)).get(name)?.material_id ?? '';
  return { project_id, material_id, path: (view = {}) => libraryPath(project_id, view) };
}

test('a shot is cut where the player stands and joined with the next one, and stays so', async ({ browser }) => {
  const page = await desk.sitDown(browser);
  const { material_id, path } = await filmIn('切分', '开箱.mp4');
  await stepTo(page, path({ open: material_id, t: '0.4' }));
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('第 1 个镜头，共 2 个')).toBeVisible();
  await drawer.getByRole('button', { name: '在这里切开' }).click();
  await expect(drawer.getByText(/个镜头，共 3 个/)).toBeVisible();
  const startsOf = async () => {
    const { shots } = await readDetail(running, person, material_id);
    return shots.map(({ start_ms }) => Math.round(start_ms / 100));
  };
  expect(await startsOf()).toEqual([0, 4, 10]);
  await page.reload();
  await expect(drawer.getByText(/个镜头，共 3 个/)).toBeVisible();

  await drawer.getByRole('button', { name: /^第 2 个镜头/ }).click();
  await expect(drawer.getByText('第 2 个镜头，共 3 个')).toBeVisible();
  await drawer.getByRole('button', { name: '与下一个合并' }).click();
  await expect(drawer.getByText(/个镜头，共 2 个/)).toBeVisible();
  expect(await startsOf()).toEqual([0, 4]);
  await expectAccessible(page);
});

test('two faces that are one person get a name, are joined, filtered by and asked for in words', async ({
  browser,
}) => {
  const page = await desk.sitDown(browser);
  const { material_id, path } = await filmIn('人物', '口播.mp4');
  running.tell({ faces: { material_id, people: [1, 2] } } satisfies Order);
  const peopleOf = async () => {
    const { shots } = await readDetail(running, person, material_id);
    return new Set(shots.flatMap(({ faces }) => faces.flatMap(({ person_id }) => person_id ?? []))).size;
  };
  await expect.poll(peopleOf).toBe(2);
  await stepTo(page, path({ open: material_id }));
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('tab', { name: '人物' }).click();
  await expect(drawer.getByText('未命名的人', { exact: true })).toHaveCount(2);
  await drawer.getByRole('button', { name: '给未命名的人改名' }).first().click();
  await page.getByRole('textbox', { name: '名字' }).fill('小林');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('小林', { exact: true })).toBeVisible();

  await drawer.getByRole('button', { name: '合并未命名的人' }).click();
  await page.getByTitle('小林（1 个镜头）').click();
  await expect(page.getByText('已合并')).toBeVisible();
  await expect(drawer.getByText('未命名的人', { exact: true })).toHaveCount(0);
  await expect(drawer.getByText('这里 2 个镜头，整个项目 2 个')).toBeVisible();
  expect(await peopleOf()).toBe(1);
  await expectAccessible(page);

  // Whoever has a name is a filter, and is asked for in words.
  await drawer.getByRole('button', { name: '关闭' }).first().click();
  await page.getByRole('group', { name: '筛选' }).getByRole('button', { name: '人物', exact: true }).click();
  await page.getByRole('menuitem', { name: /小林/ }).click();
  await expect(page.getByText('有这个人的镜头，找到 2 个镜头')).toBeVisible();
  const ask = async (sentence: string) => {
    await page.getByRole('searchbox', { name: '用一句话搜镜头' }).fill(sentence);
    await page.keyboard.press('Enter');
  };
  await ask('小林的口播');
  await expect(page.getByText('「小林的口播」，找到 2 个镜头')).toBeVisible();
  const found = page.getByRole('grid', { name: '找到的镜头' }).getByRole('gridcell');
  await expect(found.first()).toContainText('人物');
  await found.first().hover();
  await found
    .first()
    .getByRole('button', { name: /^不是这个/ })
    .click();
  await expect(page.getByText('记住了：它不是「小林的口播」，以后排在后面')).toBeVisible();
  await found.getByRole('button', { name: /^说过不是/ }).click();
  await expect(found.getByRole('button', { name: /^说过不是/ })).toHaveCount(0);
  await expectAccessible(page);
  await ask('一头大象');
  await expect(page.getByText('没有找到这样的镜头')).toBeVisible();
});

test('a link becomes a material while the window is open, and its card is in the library', async ({ browser }) => {
  const page = await desk.sitDown(browser);
  const project_id = await makeProject(running, person, '导入');
  const path = join(folder.path, '外链.mp4');
  await makeClip(path, { megabytes: 1 });
  const film = await readFile(path);
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length }).end(film);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const link = `http://127.0.0.1:${(site.address() as AddressInfo).port}/${encodeURIComponent('夏日防晒.mp4')}`;
  try {
    await stepTo(page, libraryPath(project_id));
    await page.getByRole('button', { name: '链接导入' }).first().click();
    const dialog = page.getByRole('dialog', { name: '链接导入' });
    await dialog.getByRole('textbox').fill(link);
    await dialog.getByRole('button', { name: '导入 1 个' }).click();
    await expect(dialog.getByRole('listitem')).toContainText('已导入');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '关闭' }).last().click();
    await expect(cardOf(page, '夏日防晒.mp4')).toBeVisible();
  } finally {
    site.close();
    site.closeAllConnections();
  }
});

/**
 * Gives the next drop a handle of the same file in the browser's own file system: without a window Chromium denies those
 * of the computer's files after a reload, as nobody could be asked. Handle, database and permission are the browser's.
 */
async function handOverAs(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', id: 'to-keep' });
    document.body.append(input);
  });
  await page.locator('#to-keep').setInputFiles(path);
  await page.locator('#to-keep').evaluate(async (input: HTMLInputElement) => {
    const file = input.files?.[0] ?? new File([], '');
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(file.name, { create: true });
    const writable = await handle.createWritable();
    await writable.write(file);
    await writable.close();
    input.remove();
    Object.assign(DataTransferItem.prototype, { getAsFileSystemHandle: async () => handle });
  });
}

test('a dropped file goes on by itself after a reload: the browser still has its handle', async () => {
  const project_id = await makeProject(running, person, '续传');
  const path = join(folder.path, '长片.mp4');
  await makeClip(path, { megabytes: 48 });
  // A profile on the disk: a private one, as tests have, keeps no handles.
  const { executablePath, env } = await locateChromium();
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  const context = await chromium.launchPersistentContext(join(folder.path, 'profile'), { executablePath, env, args });
  try {
    await signInAs(context, running, await freshSession(running, person));
    const page = await context.newPage();
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await page.goto(running.url + libraryPath(project_id));
    await expect(page.getByText(/^还没有.*视频$/)).toBeVisible();
    await handOverAs(page, path);
    // Slow enough that it is still on its way when somebody has looked, on whatever machine.
    await slowUploads(page, 0.5);
    await dropFiles(page, [path]);
    const panel = await openGroup(page, '进行中');
    const bar = panel.getByRole('progressbar', { name: '长片.mp4的进度' });
    // The bar is behind what has arrived, by up to 15 MB: three times that are on their way.
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(15);
    await slowUploads(page, 0.01);

    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await slowUploads(page, null);
    await reopenGroup(page, '完成');
    const row = panel.getByRole('listitem').filter({ hasText: '长片.mp4' });
    await expect(row).toContainText('已上传');
    expect(offsets[0]).toBe(0);
    expect(offsets.at(-1)).toBeGreaterThan(1024 * 1024);
  } finally {
    await context.close();
  }
});

test('half a dozen small files at once: two on the wire, each counted, all of them materials', async ({ browser }) => {
  // A page that has uploaded nothing yet.
  await desk.close();
  const page = await desk.sitDown(browser);
  const project_id = await makeProject(running, person, '半打');
  const place = join(folder.path, '半打');
  await mkdir(place);
  const clip = join(folder.path, '小.mp4');
  await makeClip(clip);
  const film = await readFile(clip);
  for (let n = 1; n <= MANY; n += 1) {
    // A box that players pass over makes every content another one.
    const box = Buffer.alloc(12);
    box.writeUInt32BE(12, 0);
    box.write('free', 4, 'latin1');
    box.writeUInt32BE(n, 8);
    await writeFile(join(place, `${n}.mp4`), Buffer.concat([film, box]));
  }
  let underWay = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'PATCH') {
      underWay += 1;
      await held.promise;
    }
    await route.continue();
  });
  await stepTo(page, libraryPath(project_id));
  await expect(page.getByText(/^还没有.*视频$/)).toBeVisible();
  await dropFiles(page, [place]);
  const panel = await openGroup(page, '进行中');
  await expect.poll(() => underWay).toBe(2);
  await expect(panel.getByRole('heading', { name: new RegExp(`^正在上传 \\d+/${MANY}$`) })).toBeVisible();
  await expect(panel.getByRole('progressbar', { name: '全部上传的进度' })).toBeVisible();
  expect(underWay).toBe(2);
  held.resolve();
  await expect(panel.getByText(`完成 ${MANY}`, { exact: true })).toBeVisible({ timeout: 240_000 });
  await expect(panel.getByText(/^失败( \d+)?$/)).toHaveText('失败');
  await expect(panel.getByText(`已完成 ${MANY} 个`)).toBeVisible();
  const list = await send<{ page_info: { total: number } }>(
    running,
    callOf('material.list').path,
    { project_id, page_size: 1 },
    person.access_token,
  );
  expect(list.page_info.total).toBe(MANY);
  await expectAccessible(page);
});
