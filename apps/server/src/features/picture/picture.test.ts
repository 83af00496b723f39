import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { LABEL_CLAUSE } from '@mixreel/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { startImageDouble } from '#testing/image-double.ts';
import { knownMaterial, testProject } from '#testing/materials.ts';
import { labelIn } from '#testing/read-label.ts';
import { shownIn } from '#testing/shown-in.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';

const PROMPT = '新品上市：冷萃咖啡液，三秒一杯好咖啡，0糖0脂、冷热皆宜，到手价¥29.9 日常价49.9';

/** A round thing in the middle, as a model would find it. */
const ROUND = 64;
const looks = { count: 0 };
async function cutOut() {
  looks.count += 1;
  const data = new Uint8Array(ROUND * ROUND);
  for (let n = 0; n < data.length; n += 1) {
    const [x, y] = [(n % ROUND) - ROUND / 2, Math.floor(n / ROUND) - ROUND / 2];
    data[n] = Math.hypot(x, y) < ROUND * 0.3 ? 255 : 0;
  }
  return { data, width: ROUND, height: ROUND };
}

async function world(env: Record<string, string> = {}) {
  const app = await createTestApp({ env, work: true, ai: { cutOut, see: async () => [] } });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const photo = app.scratch.file('.jpg');
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#A33B20' } })
    .jpeg()
    .toFile(photo);
  const material_id = await knownMaterial(app, user, project_id, photo);
  const finished = async (generation_id: string) => {
    const read = async () => {
      const { data } = await app.call('picture.history', { project_id }, user);
      return data.items.find((one) => one.generation_id === generation_id);
    };
    await expect.poll(async () => (await read())?.status).toMatch(/succeeded|failed/);
    return (await read())!;
  };
  return { app, user, project_id, material_id, finished };
}

async function bytesOf(app: TestApp, vlc_id: string): Promise<Buffer> {
  const [file] = await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, vlc_id));
  return buffer(await app.storage.read(file!.sha256));
}

function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).removeAlpha().raw().toBuffer();
}

/** Posters come of a prompt and a picture: labelled, with layers, kept in the library as AI pictures. */
async function expectPosters({ app, user, project_id, material_id, finished }: Awaited<ReturnType<typeof world>>) {
  const square = { ratio: '1:1' as const, seed: 7, engine: 'builtin' };
  const wish = { project_id, prompt: PROMPT, ...square, references: [{ material_id }] };
  const { data: added } = await app.call('picture.add', { ...wish, count: 2 }, user);
  const done = await finished(added.generation_id);
  expect(done).toMatchObject({ status: 'succeeded', engine_name: '海报合成（内置）', cost: 0, kind: 'image' });
  expect(done.files.map(({ width, height }) => `${width}x${height}`)).toEqual(Array(2).fill('1080x1080'));
  for (const { vlc_id } of done.files) {
    expect(await labelIn(app, 'a.jpg', await bytesOf(app, vlc_id))).toMatchObject({ Label: '1' });
  }
  const { generation_id, files } = done;
  await expectNotice(app, user, { generation_id, vlc_id: files[0]!.vlc_id }, { format: 'jpeg', name: 'AI图片-1.jpg' });
  const { data: opened } = await app.call('picture.sheet', { generation_id, vlc_id: files[0]!.vlc_id }, user);
  const { layers } = opened.sheet;
  expect(layers.map(({ text }) => text?.text.replaceAll('\n', '') ?? '').join('')).toContain('冷萃咖啡液');
  const sources = layers.flatMap(({ picture }) => picture?.source ?? []);
  expect(Object.keys(opened.urls)).toEqual(expect.arrayContaining(sources));

  // In the editor it has the same layers, looks the same, and says that a machine put it together.
  const origin = { from: 'poster', generation_id, vlc_id: files[0]!.vlc_id } as const;
  const { data: card } = await app.call('sheet.add', { project_id, origin }, user);
  expect(card).toMatchObject({ width: 1080, height: 1080, layer_count: layers.length });
  const { sheet_id } = card;
  await app.call('label.updateDuty', { project_id, is_accepted: true, clause_version: LABEL_CLAUSE.version }, user);
  const { data: drawn } = await app.call('sheet.export', { sheet_id, format: 'png' }, user);
  const taken = Buffer.from(await (await fetch(new URL(drawn.url, app.url))).arrayBuffer());
  expect(String((await sharp(taken).metadata()).xmp)).toContain('AIGC');
  const [mine, theirs] = [await pixelsOf(taken), await pixelsOf(await bytesOf(app, files[0]!.vlc_id))];
  let off = 0;
  for (let n = 0; n < mine.length; n += 1) if (Math.abs(mine[n]! - theirs[n]!) > 8) off += 1;
  expect(off / mine.length).toBeLessThan(0.01);

  const { data: saved } = await app.call('generate.save', { generation_id }, user);
  const [row] = await app.db.select().from(material).where(eq(material.material_id, saved.materials[0]!.material_id));
  expect(row).toMatchObject({ material_type: 'ai_image', ai_origin: true });
  const { data: usage } = await app.call('ai.usage', {}, await app.signIn({ role: 'admin' }));
  const used = usage.find(({ engine, ability }) => engine === 'builtin' && ability === 'image');
  expect(used).toMatchObject({ engine: 'builtin', ability: 'image', amount: 2, cost: 0 });
  expect(used?.cpu_seconds).toBeGreaterThan(0);

  // The same wish with the same seed is the same picture; labels differ.
  const { data: second } = await app.call('picture.add', { ...wish, count: 1 }, user);
  const same = await finished(second.generation_id);
  expect((await pixelsOf(await bytesOf(app, same.files[0]!.vlc_id))).equals(theirs)).toBe(true);

  // What somebody has cut out already needs no model, and a logo no white box.
  const [thing, mark] = [
    await knownClear(app, user, project_id, '#2050C0'),
    await knownClear(app, user, project_id, '#F8F8F8'),
  ];
  const before = looks.count;
  const clear = { ...wish, count: 1, references: [{ material_id: thing }], logo: { material_id: mark } };
  const { data: third } = await app.call('picture.add', clear, user);
  const poster = await finished(third.generation_id);
  expect([poster.status, looks.count]).toEqual(['succeeded', before]);
  const found = { generation_id: poster.generation_id, vlc_id: poster.files[0]!.vlc_id };
  expect(await shownIn(app, found.vlc_id, [thing, mark])).toEqual([thing, mark]);
  const { data: shown } = await app.call('picture.sheet', found, user);
  for (const url of Object.values(shown.urls)) {
    const part = await sharp(await (await fetch(new URL(url, app.url))).arrayBuffer()).stats();
    expect(part.isOpaque).toBe(false);
  }
  expect(Object.keys(shown.urls)).toHaveLength(2);
  // A white one stands on something dark.
  const [plate] = shown.sheet.layers.slice(-2);
  expect(plate?.shape?.fill).toMatchObject({ colour: '#16181DE6' });

  // A space keeps prompts to use again, each once.
  await app.call('picture.keepPrompt', { prompt: PROMPT }, user);
  const { data: kept } = await app.call('picture.keepPrompt', { prompt: PROMPT }, user);
  expect(kept.map(({ prompt }) => prompt)).toEqual([PROMPT]);
  expect((await app.call('picture.prompts', {}, await app.signIn())).data).toEqual([]);
  await app.call('picture.dropPrompt', { prompt_id: kept[0]!.prompt_id }, user);
  expect((await app.call('picture.prompts', {}, user)).data).toEqual([]);
}

/** Who takes it away gets it with both labels: what people read lies in its upper left corner, and nothing else has changed. */
async function expectNotice(
  app: TestApp,
  user: TestUser,
  made: { generation_id: string; vlc_id: string },
  { format, name }: { format: string; name: string },
): Promise<void> {
  const { data } = await app.call('generate.download', made, user);
  const response = await fetch(new URL(data.url, app.url));
  const [taken, kept] = [Buffer.from(await response.arrayBuffer()), await bytesOf(app, made.vlc_id)];
  expect([data.file_name, (await sharp(taken).metadata()).format]).toEqual([name, format]);
  expect(response.headers.get('content-type')).toBe(`image/${format}`);
  expect(await labelIn(app, name, taken)).toEqual(await labelIn(app, name, kept));
  expect(await labelIn(app, name, taken)).toMatchObject({ Label: '1' });
  const { width, height, hasAlpha } = await sharp(kept).metadata();
  expect(await sharp(taken).metadata()).toMatchObject({ width, height, hasAlpha });
  // A quarter of a poster is enough to see it.
  const side = Math.min(300, width);
  const small = (bytes: Buffer) => sharp(bytes).ensureAlpha().resize(side).raw().toBuffer({ resolveWithObject: true });
  const [{ data: theirs, info }, { data: mine }] = await Promise.all([small(taken), small(kept)]);
  const changed: number[] = [];
  for (const [n, value] of theirs.entries()) if (Math.abs(value - mine[n]!) > 40) changed.push(Math.floor(n / 4));
  const inCorner = changed.filter((n) => n % side < side * 0.6 && n / side < info.height * 0.3).length;
  expect(inCorner).toBeGreaterThan(side * info.height * 0.001);
  expect(inCorner / changed.length).toBeGreaterThan(0.98);
}

/** A thing that was cut out already, up to its own edges. */
async function knownClear(app: TestApp, user: TestUser, project_id: string, colour: string): Promise<string> {
  return knownMaterial(app, user, project_id, await clearPicture(app, colour));
}

async function clearPicture(app: TestApp, colour: string): Promise<string> {
  const path = app.scratch.file('.png');
  const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="150" fill="${colour}"/></svg>`;
  await sharp(Buffer.from(ring)).png().toFile(path);
  return path;
}

test('a service paints what was asked for, goes on with it where it can, and what it costs is told before and after; posters come of a prompt and a picture', async () => {
  const service = await startImageDouble();
  const opened = await world({
    AI_PROVIDERS: JSON.stringify([
      service.provider('openai', { name: '画师' }),
      service.provider('midjourney'),
      service.provider('sd-webui'),
      service.provider('qwen-image', { name: '千问' }),
    ]),
  });
  const { app, user, project_id, material_id, finished } = opened;
  const { data: models } = await app.call('picture.models', {}, user);
  expect(models.map(({ engine, is_ready, price, can }) => [engine, is_ready, price, can.references_max])).toEqual([
    ['openai', true, 0.2, 4],
    ['midjourney', true, 0.2, 4],
    ['sd-webui', true, 0.2, 1],
    ['qwen-image', true, 0.2, 0],
    ['builtin', true, 0, 4],
  ]);
  const can = (name: 'has_mask' | 'has_describe' | 'has_variation') =>
    models.filter((one) => one.can[name]).map(({ engine }) => engine);
  expect([can('has_mask'), can('has_describe'), can('has_variation')]).toEqual([
    ['openai', 'sd-webui'],
    ['midjourney', 'sd-webui'],
    ['midjourney'],
  ]);
  // What may not be printed, and what an engine cannot do, is told before anything is begun.
  const printed = { project_id, prompt: '全网最低价的咖啡', engine: 'builtin' };
  expect((await app.call('picture.add', printed, user)).message).toMatch(/最低价.*不能印在图上/);
  const empty = { ...printed, prompt: '🎉🎉！！' };
  expect((await app.call('picture.add', empty, user)).message).toContain('要有能印的字');
  const dot = app.scratch.file('.png');
  await sharp({ create: { width: 9, height: 99, channels: 3, background: '#A33B20' } }).toFile(dot);
  const tiny = {
    ...printed,
    prompt: PROMPT,
    references: [{ material_id: await knownMaterial(app, user, project_id, dot) }],
  };
  expect((await app.call('picture.add', tiny, user)).message).toContain('太小（9×99）');
  const referred = { project_id, prompt: PROMPT, engine: 'qwen-image', count: 1, references: [{ material_id }] };
  expect((await app.call('picture.add', referred, user)).message).toBe('「千问」不能用参考图');
  const mask = [{ width: 0.2, points: [0.5, 0.5] }];
  expect((await app.call('picture.add', { ...referred, references: [], mask }, user)).message).toContain('局部重绘');
  expect(service.asked).toEqual([]);
  // What it paints is transparent around the thing.
  service.wishes.png = await readFile(await clearPicture(app, '#A03020'));
  const wish = { project_id, prompt: '一只苹果', count: 2, brand_colours: ['#FF0000'] };
  const { data: added } = await app.call('picture.add', wish, user);
  const done = await finished(added.generation_id);
  expect(done).toMatchObject({ status: 'succeeded', cost_asked: 0.4, cost: 0.4 });
  expect(done.files.length).toBe(2);
  expect(service.asked.map(({ body }) => body['prompt'])).toEqual(['一只苹果\n主色：#FF0000']);
  const painted = { generation_id: done.generation_id, vlc_id: done.files[0]!.vlc_id };
  await expectNotice(app, user, painted, { format: 'png', name: 'AI图片-1.png' });
  const refused = await app.call('picture.change', { generation_id: done.generation_id, way: 'reroll' }, user);
  expect(refused.message).toBe('这张图不能重做一组');

  const four = await app.call('picture.add', { project_id, prompt: '一只梨', engine: 'midjourney' }, user);
  const { generation_id, files } = await finished(four.data.generation_id);
  const change = { generation_id, vlc_id: files[2]!.vlc_id };
  const larger = await app.call('picture.change', { ...change, way: 'upscale' }, user);
  const one = await finished(larger.data.generation_id);
  expect(one).toMatchObject({ cost: 0.2, parent_id: generation_id, files: [{ width: 4 }] });
  expect(service.asked.at(-1)).toMatchObject({
    path: '/mj/submit/change',
    body: { taskId: 'job-1', action: 'UPSCALE', index: 3 },
  });
  const again = { generation_id: one.generation_id, vlc_id: one.files[0]!.vlc_id, way: 'variation' as const };
  expect((await app.call('picture.change', again, user)).message).toBe('这张图不能出变体');
  const varied = await app.call('picture.change', { ...change, way: 'variation' }, user);
  expect((await finished(varied.data.generation_id)).files).toHaveLength(4);

  // A part of a picture is painted anew: each service hears of it in its own way.
  for (const engine of ['openai', 'sd-webui']) {
    const anew = { project_id, prompt: '换成绿苹果', engine, count: 1, references: [{ material_id }], mask };
    const { data, message } = await app.call('picture.add', anew, user);
    expect([engine, message, (await finished(data.generation_id)).status]).toEqual([engine, '', 'succeeded']);
  }
  const [edited, inpainted] = service.asked.slice(-2);
  expect([edited?.path, inpainted?.path]).toEqual(['/v1/images/edits', '/sdapi/v1/img2img']);
  const holes = sharp(edited?.body['mask'] as Buffer);
  expect(await holes.metadata()).toMatchObject({ width: 400, height: 300, hasAlpha: true });
  const part = (Math.PI * 30 ** 2) / (400 * 300);
  expect((await holes.stats()).channels[3]?.mean).toBeCloseTo(255 * (1 - part), 0);
  const white = Buffer.from(String(inpainted?.body['mask']).split(',')[1] ?? '', 'base64');
  expect((await sharp(white).stats()).channels[0]?.mean).toBeCloseTo(255 * part, 0);

  // Page by page every record comes once, the newest first.
  const all = (await app.call('picture.history', { project_id }, user)).data.items.map((item) => item.generation_id);
  const paged: string[] = [];
  for (let page_index = 1; page_index <= Math.ceil(all.length / 4); page_index += 1) {
    const { data } = await app.call('picture.history', { project_id, page_index, page_size: 4 }, user);
    paged.push(...data.items.map((item) => item.generation_id));
  }
  expect([paged, all.length]).toEqual([all.toSorted().toReversed(), 6]);

  // A picture in words: of who can tell, else of this machine.
  const seen = { project_id, picture: { material_id } };
  expect((await app.call('picture.describe', { ...seen, engine: 'midjourney' }, user)).data).toEqual({
    prompts: ['一只红苹果，柔光', '木桌上的苹果'],
    engine_name: 'midjourney',
    cost: 0.2,
    note: null,
  });
  const { data: told } = await app.call('picture.describe', { ...seen, engine: 'sd-webui' }, user);
  expect(told.prompts).toEqual(['a red apple on a table']);
  const own = await app.call('picture.describe', { ...seen, engine: 'openai' }, user);
  expect([own.code, own.message]).toEqual([expect.any(Number), expect.stringContaining('没有看出')]);
  await expectPosters(opened);
  await service.close();
});
