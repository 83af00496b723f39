import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { PackMissing, PACKS } from '@mixreel/ai';
import type { RetouchWay, SheetPicture } from '@mixreel/contract';
import { sheetContentOf, type SheetLayer } from '@mixreel/contract/sheet';
import { aigcLabel, labelPicture } from '@mixreel/media';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { and, eq } from '#db/orm.ts';
import { partAt } from '#features/ai/retouch/part-at.ts';
import { readJpeg } from '#features/generate/read-jpeg.ts';
import { requireSource } from '#features/generate/source-picture.ts';
import { material } from '#features/material/material.tables.ts';
import { task as tasks } from '#features/task/task.tables.ts';
import { knownMaterial, testProject } from '#testing/materials.ts';
import { labelIn } from '#testing/read-label.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { sheet_made } from './sheet.tables.ts';

const RED = { kind: 'solid', colour: '#E02020' } as const;

/** A picture file with these halves: left one colour, right another. */
async function picture(app: TestApp, ending: string, change: (drawn: Sharp) => Sharp = (drawn) => drawn) {
  const half = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#2040C0' } })
    .png()
    .toBuffer();
  const drawn = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#F0E020' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const path = app.scratch.file(ending);
  await writeFile(path, await change(sharp(drawn)).toBuffer());
  return path;
}

async function pixelsOf(app: TestApp, url: string) {
  const response = await fetch(new URL(url, app.url));
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  return { bytes, width: info.width, height: info.height, at };
}

async function act(app: TestApp, user: TestUser, sheet_id: string, operations: object[]) {
  const { data } = await app.call('document.open', { document_id: sheet_id }, user);
  const acts = [{ act_id: crypto.randomUUID(), operations: operations as never }];
  return app.call('document.perform', { document_id: sheet_id, sequence: data.sequence, acts }, user);
}

async function layersOf(app: TestApp, user: TestUser, sheet_id: string): Promise<SheetLayer[]> {
  const { data } = await app.call('document.open', { document_id: sheet_id }, user);
  return sheetContentOf(data.state).layers;
}

type World = { app: TestApp; user: TestUser; project_id: string };

/** One for several facts: an app takes longer than most of them. */
async function openWorld(options: Parameters<typeof createTestApp>[0] = {}): Promise<World> {
  const app = await createTestApp(options);
  const user = await app.signIn();
  return { app, user, project_id: await testProject(app, user) };
}

/** What was refused has left nothing behind. */
async function countSheets({ app, user, project_id }: World): Promise<number> {
  return (await app.call('sheet.list', { project_id }, user)).data.page_info.total;
}

async function expectEdited({ app, user, project_id }: World): Promise<void> {
  // Turned by a note: what is edited is the picture as people see it.
  const path = await picture(app, '.jpg', (drawn) => drawn.jpeg({ quality: 95 }).withMetadata({ orientation: 6 }));
  const material_id = await knownMaterial(app, user, project_id, path);
  const origin = { from: 'picture', picture: { material_id } } as const;
  const { data: card, message } = await app.call('sheet.add', { project_id, origin }, user);
  expect(message).toBe('');
  const { sheet_id } = card;
  expect(card).toMatchObject({ width: 80, height: 120, layer_count: 1, material_id: null });
  const [layer] = await layersOf(app, user, sheet_id);
  const source = layer?.picture?.source ?? '';
  const { data: pictures } = await app.call('sheet.pictures', { sheet_id, vlc_ids: [source] }, user);
  expect(pictures).toMatchObject([{ vlc_id: source, width: 80, height: 120, ai_origin: false }]);
  const shape = { form: { kind: 'rect', radius: 0 }, fill: RED, stroke: null };
  const text = {
    text: '满',
    font_id: 'hei-black',
    size: 40,
    fill: { kind: 'solid', colour: '#FFFFFF' },
    align: 'center',
    line_height: 1.2,
    spacing: 0,
    outlines: [],
  };
  const { layer_id: _id, picture: _picture, ...plain } = layer!;
  const box = { x: 20, y: 60, width: 40, height: 48 };
  const done = await act(app, user, sheet_id, [
    {
      do: 'add',
      table: 'layer',
      id: 'box',
      record: { ...plain, ...box, kind: 'shape', shape, picture: null, rank: 'x1' },
    },
    {
      do: 'add',
      table: 'layer',
      id: 'word',
      record: { ...plain, ...box, kind: 'text', text, picture: null, rank: 'y1' },
    },
  ]);
  expect(done.data).toMatchObject({ refused: null });
  const foreign = { ...layer!.picture!, source: 'elsewhere' };
  const refused = await act(app, user, sheet_id, [
    { do: 'set', table: 'layer', id: layer!.layer_id, path: ['picture'], value: foreign },
  ]);
  expect(refused.data.refused?.message).toContain('不是这里的');

  const { data: png } = await app.call('sheet.export', { sheet_id, format: 'png' }, user);
  expect(png.is_marked).toBe(false);
  const drawn = await pixelsOf(app, png.url);
  expect([drawn.width, drawn.height]).toEqual([80, 120]);
  expect(drawn.at(40, 10).map((value) => Math.round(value / 40))).toEqual([1, 2, 5]);
  expect(drawn.at(22, 62)).toEqual([224, 32, 32]);
  const white = Array.from({ length: 40 * 48 }, (_, n) => drawn.at(20 + (n % 40), 60 + Math.floor(n / 40)));
  const ink = white.filter(([, green]) => green! > 200).length / white.length;
  expect(ink).toBeGreaterThan(0.2);
  expect(ink).toBeLessThan(0.7);
  expect(await labelIn(app, 'a.png', drawn.bytes)).toBeNull();

  const { data: saved } = await app.call('sheet.save', { sheet_id }, user);
  await act(app, user, sheet_id, [{ do: 'set', table: 'layer', id: 'box', path: ['opacity'], value: 0.5 }]);
  const { data: over } = await app.call('sheet.save', { sheet_id, how: 'over' }, user);
  expect(over).toEqual(saved);
  const [row] = await app.db.select().from(material).where(eq(material.material_id, saved.material_id));
  expect(row).toMatchObject({ material_type: 'image', ai_origin: false, deleted_at: null });
  const { data: another } = await app.call('sheet.save', { sheet_id, how: 'new' }, user);
  expect(another.material_id).not.toBe(saved.material_id);

  // What it shows stays when the material goes, and a copy has everything.
  await app.call('material.delete', { material_ids: [material_id] }, user);
  const { data: copy } = await app.call('document.branch', { document_id: sheet_id, sequence: 2, name: '副本' }, user);
  expect(await layersOf(app, user, copy.document_id)).toHaveLength(3);
  const { data: again } = await app.call('sheet.export', { sheet_id: copy.document_id, format: 'jpg' }, user);
  expect((await pixelsOf(app, again.url)).width).toBe(80);

  await app.call('sheet.delete', { sheet_id }, user);
  expect(await app.call('sheet.detail', { sheet_id }, user)).toMatchObject({ code: 404 });
  await app.call('sheet.restore', { sheet_id }, user);
  const { data: list } = await app.call('sheet.list', { project_id, keyword: '副' }, user);
  expect(list.items).toMatchObject([{ sheet_name: '副本', layer_count: 3 }]);
}

async function expectLabelled({ app, user, project_id }: World): Promise<void> {
  const path = await picture(app, '.png', (drawn) => drawn.resize(400, 300));
  await writeFile(path, labelPicture(await readFile(path), aigcLabel({ producer: '别家', contentId: 'x' })));
  const material_id = await knownMaterial(app, user, project_id, path);
  const origin = { from: 'picture', picture: { material_id } } as const;
  const { data: card } = await app.call('sheet.add', { project_id, origin }, user);
  const { sheet_id } = card;
  for (const format of ['png', 'jpg', 'webp'] as const) {
    const { data } = await app.call('sheet.export', { sheet_id, format }, user);
    expect(data.is_marked).toBe(true);
    const { bytes, at } = await pixelsOf(app, data.url);
    const xmp = String((await sharp(bytes).metadata()).xmp);
    expect([format, xmp.includes(sheet_id), xmp.includes('AIGC')]).toEqual([format, true, true]);
    // The plate of the notice lies in the upper left corner, over the blue half.
    const corner = Array.from({ length: 60 * 30 }, (_, n) => at(n % 60, Math.floor(n / 60)));
    expect(corner.filter(([red, , blue]) => red! > 200 && blue! > 200).length).toBeGreaterThan(20);
  }
  const { data: saved } = await app.call('sheet.save', { sheet_id }, user);
  expect(saved.ai_origin).toBe(true);
  const [row] = await app.db.select().from(material).where(eq(material.material_id, saved.material_id));
  expect(row).toMatchObject({ material_type: 'ai_image', ai_origin: true });
  const { data: kept } = await app.call('material.detail', { material_id: saved.material_id }, user);
  expect(await labelIn(app, 'a.png', (await pixelsOf(app, kept.cdn_url!)).bytes)).toMatchObject({ Label: '1' });
  // Hidden, it is no part of the picture any more.
  const [layer] = await layersOf(app, user, sheet_id);
  await act(app, user, sheet_id, [
    { do: 'set', table: 'layer', id: layer!.layer_id, path: ['is_hidden'], value: true },
  ]);
  expect((await app.call('sheet.export', { sheet_id, format: 'png' }, user)).data.is_marked).toBe(false);
}

/** What a machine has not got is told before anything is put in line, and what needs no model is done. */
async function expectMissing({ app, user, project_id }: World): Promise<void> {
  const material_id = await knownMaterial(app, user, project_id, await picture(app, '.png'));
  const origin = { from: 'picture', picture: { material_id } } as const;
  const { sheet_id } = (await app.call('sheet.add', { project_id, origin }, user)).data;
  const [layer] = await layersOf(app, user, sheet_id);
  const wish = { sheet_id, source: layer?.picture?.source ?? '' };
  const points = [{ x: 0.5, y: 0.5 }];
  const told = async (way: RetouchWay) => (await app.call('sheet.retouch', { ...wish, way, points }, user)).message;
  expect([await told('pick'), await told('erase'), await told('upscale')]).toEqual([
    expect.stringContaining('点选模型还没有下载'),
    expect.stringContaining('补画面模型还没有下载'),
    '',
  ]);
  const asked = and(eq(tasks.project_id, project_id), eq(tasks.task_type, 'ai_box'));
  expect(await app.db.$count(tasks, asked)).toBe(1);
  // Whoever asked looks at the canvas: it is no news.
  expect((await app.call('task.list', { project_id }, user)).data.items).toHaveLength(0);
}

/** A disc in the middle is the subject, a square to its right another thing. */
async function cutOut() {
  const [width, height] = [120, 80];
  const data = new Uint8Array(width * height);
  for (let n = 0; n < data.length; n += 1) {
    const [x, y] = [n % width, Math.floor(n / width)];
    const isDisc = (x - 40) ** 2 + (y - 40) ** 2 < 20 ** 2;
    data[n] = isDisc || (x >= 90 && x < 110 && y >= 30 && y < 50) ? 255 : 0;
  }
  return { data, width, height };
}

let studies = 0;

async function study() {
  studies += 1;
  return new Uint8Array(8);
}

/** The thing at each point that is in, without those at points that are not; two pixels wide where none is. */
async function pointOut(_: unknown, points: { x: number; y: number; is_in: boolean }[], picture: unknown) {
  const { width, height } = picture as { width: number; height: number };
  const whole = await cutOut();
  const mask = new Uint8Array(width * height);
  for (const { x, y, is_in } of points) {
    const thing = partAt(whole, { x, y });
    mask.forEach((_value, n) => {
      const at = Math.floor(((n % width) / width) * 120) + 120 * Math.floor((Math.floor(n / width) / height) * 80);
      if ((thing?.data[at] ?? 0) > 0) mask[n] = is_in ? 255 : 0;
    });
  }
  return { mask: { data: mask, width, height }, sure: 0.9 };
}

/** Says that the model that takes points is here, or not, whatever this machine has got. */
function pointing({ shelf }: World['app'], isHere: boolean): void {
  const { folderOf } = shelf;
  const pack = PACKS.find(({ pack: name }) => name === 'point-out')!;
  shelf.folderOf = (name) => {
    if (name !== 'point-out') return folderOf(name);
    if (isHere) return '/there';
    throw new PackMissing(pack, 'missing', 0);
  };
}

async function expectPicked(
  { app, user }: World,
  sheet_id: string,
  source: string,
  retouched: Retouched,
): Promise<void> {
  pointing(app, true);
  const [disc, square] = [
    { x: 0.34, y: 0.5 },
    { x: 0.83, y: 0.5 },
  ];
  const begun = studies;
  const { data: looked } = await app.call('sheet.study', { sheet_id, source }, user);
  await expect
    .poll(async () => (await app.call('task.check', { task_ids: [looked.task_id!] }, user)).data.items[0]?.status)
    .toBe('succeeded');
  const maskOf = async (points: object[]) => {
    const { data } = await app.call('sheet.pick', { sheet_id, source, points } as never, user);
    const shown = await sharp(Buffer.from(data.mask_base64, 'base64')).toColourspace('b-w').raw().toBuffer();
    expect(shown).toHaveLength(data.width * data.height);
    return [shown[40 * 120 + 40], shown[40 * 120 + 100]];
  };
  expect(await maskOf([disc])).toEqual([255, 0]);
  expect(await maskOf([disc, square])).toEqual([255, 255]);
  expect(await maskOf([disc, square, { ...disc, is_in: false }])).toEqual([0, 255]);
  const { picture: cut, note } = await retouched({ way: 'pick', points: [square] });
  expect(note).toBeNull();
  const { data } = await sharp(Buffer.from(await (await fetch(new URL(cut?.url ?? '', app.url))).arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([data[(40 * 120 + 40) * 4 + 3], data[(40 * 120 + 100) * 4 + 3]]).toEqual([0, 255]);
  // Once for all clicks, and for what is cut out.
  expect(studies - begun).toBe(1);
  expect((await app.call('sheet.study', { sheet_id, source }, user)).data.task_id).toBeNull();
  const refused = async (points: object[]) =>
    (await app.call('sheet.pick', { sheet_id, source, points } as never, user)).message;
  expect([
    await refused([{ x: 0.02, y: 0.02 }]),
    await refused([{ ...disc, is_in: false }]),
    await refused([{ x: 1.2, y: 0.5 }]),
  ]).toEqual([
    expect.stringContaining('这里没有看出东西'),
    expect.stringContaining('请在图上点一下'),
    expect.stringContaining('点在图片外面了'),
  ]);
}

async function fillHole(picture: unknown, hole: { data: Uint8Array }) {
  const { data, width, height } = picture as { data: Uint8Array; width: number; height: number };
  const filled = Uint8Array.from(data, (value, n) => (hole.data[Math.floor(n / 3)]! > 127 ? 0 : value));
  return { data: filled, width, height };
}

type Retouched = (wish: object) => Promise<{ error?: string; picture?: SheetPicture; note?: string | null }>;

async function expectRetouched({ app, user, project_id }: World): Promise<void> {
  const material_id = await knownMaterial(app, user, project_id, await picture(app, '.png'));
  const origin = { from: 'picture', picture: { material_id } } as const;
  const { data: card } = await app.call('sheet.add', { project_id, origin }, user);
  const { sheet_id } = card;
  const [layer] = await layersOf(app, user, sheet_id);
  const source = layer?.picture?.source ?? '';
  const retouched: Retouched = async (wish) => {
    const { data, message } = await app.call('sheet.retouch', { sheet_id, source, ...wish } as never, user);
    expect(message).toBe('');
    const task = async () => (await app.call('task.check', { task_ids: [data.task_id] }, user)).data.items[0];
    await expect.poll(async () => (await task())?.status).toMatch(/succeeded|failed/);
    const done = await task();
    const picture = done?.result?.['picture'] as SheetPicture | undefined;
    return { error: done?.error?.message, picture, note: done?.result?.['note'] as string | null | undefined };
  };
  const alphaOf = async (made: SheetPicture | undefined) => {
    const bytes = Buffer.from(await (await fetch(new URL(made?.url ?? '', app.url))).arrayBuffer());
    expect(await labelIn(app, 'a.png', bytes)).toMatchObject({ Label: '1' });
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  };
  const bare = await retouched({ way: 'remove_background' });
  const at = await alphaOf(bare.picture);
  expect([at(40, 40)[3], at(100, 40)[3], at(5, 5)[3]]).toEqual([255, 255, 0]);
  pointing(app, false);
  const one = await retouched({ way: 'pick', point: { x: 0.34, y: 0.5 } });
  expect(one.note).toContain('点选模型没有下载');
  const only = await alphaOf(one.picture);
  expect([only(40, 40)[3], only(100, 40)[3]]).toEqual([255, 0]);
  expect((await retouched({ way: 'pick', point: { x: 0.02, y: 0.02 } })).error).toContain('请点在东西的中间');
  await expectPicked({ app, user, project_id }, sheet_id, source, retouched);
  const gone = await alphaOf(
    (await retouched({ way: 'erase', strokes: [{ width: 0.2, points: [0.1, 0.5, 0.4, 0.5] }] })).picture,
  );
  expect(Math.max(...gone(30, 40).slice(0, 3))).toBeLessThan(40);
  expect(
    gone(30, 10)
      .slice(0, 3)
      .map((value) => Math.round(value / 64)),
  ).toEqual([1, 1, 3]);
  const larger = await retouched({ way: 'upscale' });
  expect(larger.picture).toMatchObject({ width: 240, height: 160, ai_origin: false });

  const value = { ...layer!.picture!, source: bare.picture!.vlc_id };
  const put = await act(app, user, sheet_id, [
    { do: 'set', table: 'layer', id: layer!.layer_id, path: ['picture'], value },
  ]);
  expect(put.data.refused).toBeNull();
  expect((await app.call('sheet.export', { sheet_id, format: 'png' }, user)).data.is_marked).toBe(true);
}

async function expectBatch({ app, user, project_id }: World): Promise<void> {
  const material_id = await knownMaterial(app, user, project_id, await picture(app, '.png'));
  const origin = { from: 'picture', picture: { material_id } } as const;
  const { data: card } = await app.call('sheet.add', { project_id, origin }, user);
  const { sheet_id } = card;
  const [layer] = await layersOf(app, user, sheet_id);
  const red = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#E02020' } })
    .png()
    .toBuffer();
  const path = app.scratch.file('.png');
  await writeFile(path, red);
  const other = await knownMaterial(app, user, project_id, path);
  const rows = [
    { name: '甲', texts: [], pictures: [{ layer_id: layer!.layer_id, picture: { material_id: other } }] },
    { name: '乙', texts: [], pictures: [] },
  ];
  const { data, message } = await app.call('sheet.batch', { sheet_id, rows }, user);
  expect(message).toBe('');
  const task = async () => (await app.call('task.check', { task_ids: [data.task_id] }, user)).data.items[0];
  await expect.poll(async () => (await task())?.status).toBe('succeeded');
  const made = await app.db.select().from(sheet_made);
  expect(made.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual([0, 1]);
  const shown = await Promise.all(
    made
      .toSorted((a, b) => a.row - b.row)
      .map(async (one) => (await app.call('material.detail', { material_id: one.material_id }, user)).data),
  );
  expect(shown.map(({ material_name }) => material_name)).toEqual(['甲.png', '乙.png']);
  expect((await pixelsOf(app, shown[0]!.cdn_url!)).at(5, 5)).toEqual([224, 32, 32]);
  const gone = [{ name: '丙', texts: [], pictures: [{ layer_id: layer!.layer_id, picture: { material_id: 'none' } }] }];
  expect(await app.call('sheet.batch', { sheet_id, rows: gone }, user)).toMatchObject({ code: 404 });
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(name), ...parts]);
  return Buffer.concat([number(body.length - 4), body, number(crc32(body))]);
}

/** Two frames in one PNG: those who do not know that see the first. */
async function movingPng(app: TestApp, first: Buffer, second: Buffer): Promise<string> {
  const frame = (n: number) => {
    const place = [n, 120, 80, 0, 0].map(number);
    return chunk('fcTL', ...place, Buffer.from([0, 1, 0, 2, 0, 0]));
  };
  const [from, ended] = [first.indexOf('IDAT') - 4, first.indexOf('IEND') - 4];
  const at = second.indexOf('IDAT') + 4;
  const data = second.subarray(at, at + second.readUInt32BE(at - 8));
  const moving = [
    first.subarray(0, from),
    chunk('acTL', number(2), number(0)),
    frame(0),
    first.subarray(from, ended),
    frame(1),
    chunk('fdAT', number(2), data),
    first.subarray(ended),
  ];
  const path = app.scratch.file('.png');
  await writeFile(path, Buffer.concat(moving));
  return path;
}

async function expectPlain({ app, user, project_id }: World): Promise<void> {
  const { space_id } = user;
  const frames = await Promise.all(
    ['#2040C0', '#F0E020'].map((background) =>
      sharp({ create: { width: 120, height: 80, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = () => sharp(frames, { join: { animated: true } });
  const given: [name: string, path: string, size: [number, number]][] = [
    ['CMYK', await picture(app, '.jpg', (drawn) => drawn.toColourspace('cmyk').jpeg()), [120, 80]],
    ['16 位', await picture(app, '.png', (drawn) => drawn.toColourspace('rgb16').png()), [120, 80]],
    ['带色彩配置', await picture(app, '.jpg', (drawn) => drawn.withIccProfile('p3').jpeg()), [120, 80]],
    ['动图', await picture(app, '.webp', () => moving().webp()), [120, 80]],
    ['APNG', await movingPng(app, frames[0]!, frames[1]!), [120, 80]],
    ['竖拍', await picture(app, '.jpg', (drawn) => drawn.withMetadata({ orientation: 6 }).jpeg()), [80, 120]],
    ['三万像素宽', await picture(app, '.png', (drawn) => drawn.resize(30_000, 120, { fit: 'fill' }).png()), [4096, 16]],
  ];
  for (const [name, path, [width, height]] of given) {
    const material_id = await knownMaterial(app, user, project_id, path);
    const origin = { from: 'picture', picture: { material_id } } as const;
    const { data: card, message } = await app.call('sheet.add', { project_id, origin }, user);
    expect([name, message, card?.width, card?.height]).toEqual([name, '', width, height]);
    const [layer] = await layersOf(app, user, card.sheet_id);
    const vlc_ids = [layer!.picture!.source];
    const { data: pictures } = await app.call('sheet.pictures', { sheet_id: card.sheet_id, vlc_ids }, user);
    const bytes = Buffer.from(await (await fetch(new URL(pictures[0]!.url, app.url))).arrayBuffer());
    const { space, depth, hasProfile, orientation = 1, pages = 1 } = await sharp(bytes).metadata();
    expect([name, space, depth, hasProfile, orientation, pages]).toEqual([name, 'srgb', 'uchar', false, 1, 1]);
    // For services and models: upright, one frame, plain colours.
    const source = await requireSource(app, space_id, { material_id });
    const { jpeg } = await readJpeg(app, space_id, source.vlc_id, new AbortController().signal);
    const plain = await sharp(jpeg).metadata();
    expect([name, plain.format, plain.space, plain.width, plain.height]).toEqual([name, 'jpeg', 'srgb', width, height]);
  }
  // A GIF that moves is a film.
  const film = await knownMaterial(app, user, project_id, await picture(app, '.gif', () => moving().gif()));
  const origin = { from: 'picture', picture: { material_id: film } } as const;
  expect((await app.call('sheet.add', { project_id, origin }, user)).message).toContain('不是图片');
  const whole = await readFile(await picture(app, '.png', (drawn) => drawn.resize(600, 400).png()));
  const path = app.scratch.file('.png');
  await writeFile(path, whole.subarray(0, whole.length / 2));
  const material_id = await knownMaterial(app, user, project_id, path);
  const { data: card } = await app.call(
    'sheet.add',
    { project_id, origin: { from: 'empty', width: 64, height: 64 } },
    user,
  );
  const { sheet_id } = card;
  const brought = await app.call('sheet.bring', { sheet_id, picture: { material_id } }, user);
  expect(brought.code).toBe(400);
  expect(brought.message).toContain('打不开');
}

test('a picture of the library is edited in layers, drawn by the server, exported, saved and saved over; what a machine had a part in says so, on the picture and inside, in every format; odd pictures are brought as plain ones, and read for services; one that is broken says so; without models that is told at once', async () => {
  const world = await openWorld({ env: { PACKS_DIR: '/nowhere' } });
  await expectEdited(world);
  await expectLabelled(world);
  await expectPlain(world);
  await expectMissing(world);
  expect(await countSheets(world)).toBe(12);
});

test('models take backgrounds and things away, one thing out by clicks that add and take away, the picture looked at once, and the picture says so; without that model what stands out is found, and that is said; one layout with a table of products becomes a material for each row, each once', async () => {
  const world = await openWorld({ work: true, ai: { cutOut, fillHole, study, pointOut, see: async () => [] } });
  await expectRetouched(world);
  await expectBatch(world);
  expect(await countSheets(world)).toBe(2);
});
