import { readFile, writeFile } from 'node:fs/promises';
import { type CleanMark, CLEAN_DECLARATION, DEFAULT_CAPTION_STYLE } from '@mixreel/contract';
import { aigcLabel, labelPicture, probe, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { stream_event } from '#http/http.tables.ts';
import { knownMaterial, testProject } from '#testing/materials.ts';
import { shownIn } from '#testing/shown-in.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { clean } from './clean.tables.ts';
import { makeClean } from './make-clean.ts';

const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];
const [WIDTH, HEIGHT, FRAMES] = [128, 96, 16];
const BOX = { x: 52, y: 42, width: 24, height: 12 };
const declaration_version = CLEAN_DECLARATION.version;

/** No models: people draw, and what lies behind is borrowed from other frames. */
async function world() {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ work: true, env: { PACKS_DIR: dir, PACKS_FETCH: 'false', WORKER_CORES: '2' } });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const add = async (path: string, more: object = {}) => {
    const material_id = await knownMaterial(app, user, project_id, path, more);
    const film = { width: WIDTH, height: HEIGHT, fps: 12, duration: FRAMES / 12 };
    if (path.endsWith('.mp4')) await app.db.update(material).set(film).where(eq(material.material_id, material_id));
    return material_id;
  };
  const ended = async (task_id: string) => {
    const read = async () => (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0];
    await expect.poll(async () => ENDED.includes((await read())?.status ?? ''), { timeout: 60_000 }).toBe(true);
    return read();
  };
  const begin = async (material_ids: string[]) => {
    const { data, message } = await app.call('clean.add', { project_id, material_ids }, user);
    expect(message).toBe('');
    for (const task_id of data.task_ids) expect((await ended(task_id))?.status).toBe('succeeded');
    return data.clean_ids;
  };
  return { app, user, project_id, add, ended, begin };
}

/** A picture that is moved past the camera, with a box over it that stays: raw frames of both, and a film of the latter. */
async function films(app: TestApp): Promise<{ plain: Buffer; path: string }> {
  const noise = Buffer.alloc(90 * 70 * 3);
  for (let n = 0; n < noise.length; n += 1) noise[n] = (n * 2654435761) % 251;
  const scene = app.scratch.file('.png');
  await sharp(noise, { raw: { width: 90, height: 70, channels: 3 } })
    .resize(360, 280, { kernel: 'cubic' })
    .png()
    .toFile(scene);
  const [plain, path] = [app.scratch.file('.yuv'), app.scratch.file('.mp4')];
  const pan = `crop=${WIDTH}:${HEIGHT}:x='n*5':y=60,format=yuv420p`;
  const still = ['-f', 'image2', '-loop', 1, '-framerate', 12, '-i', scene];
  await runFfmpeg(app.tools, [still, ['-vf', pan, '-frames:v', FRAMES, '-f', 'rawvideo', plain]]);
  await runFfmpeg(app.tools, [
    [...still, '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1.33:sample_rate=44100'],
    [
      '-filter_complex',
      `[0:v]${pan},drawbox=x=${BOX.x}:y=${BOX.y}:w=${BOX.width}:h=${BOX.height}:color=white:t=fill[v]`,
      '-map',
      '[v]',
      '-map',
      '1:a',
    ],
    ['-frames:v', FRAMES, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 0, '-c:a', 'aac', path],
  ]);
  return { plain: await readFile(plain), path };
}

const mark = (more: Partial<CleanMark> = {}): CleanMark => ({
  mark_id: 'm1',
  kind: 'drawn',
  text: '',
  is_on: true,
  start_ms: 0,
  end_ms: 2000,
  keys: [
    {
      at_ms: 0,
      box: { x: BOX.x / WIDTH, y: BOX.y / HEIGHT, width: BOX.width / WIDTH, height: BOX.height / HEIGHT },
    },
  ],
  way: 'temporal',
  is_strokes: false,
  colour: '#000000',
  cover: null,
  ...more,
});

test('what lies behind a mark comes back from other frames, the rest of the picture and the sound stay, and the result is kept with its origin', async () => {
  const { app, user, project_id, add, begin, ended } = await world();
  const { plain, path } = await films(app);
  const source = await add(path);
  const [clean_id = ''] = await begin([source]);
  const { data: found } = await app.call('clean.detail', { clean_id }, user);
  expect(found).toMatchObject({ marks: [], refusal: null, note: expect.stringContaining('自己') });

  const undeclared = await app.call('clean.make', { clean_ids: [clean_id] } as never, user);
  expect(undeclared.code).toBe(400);
  const nothing = await app.call('clean.make', { clean_ids: [clean_id], declaration_version }, user);
  expect(nothing.message).toContain('请先勾选');
  const { revision } = found;
  const change = { clean_id, revision, marks: [mark()] };
  expect((await app.call('clean.update', change, user)).code).toBe(0);
  // Whoever has it open in another window is told, and works on what is there now.
  const told = (await app.db.select().from(stream_event)).map(({ topic }) => topic);
  expect(told).toContain(`cleans:${project_id}`);
  expect((await app.call('clean.update', change, user)).code).toBe(409);

  const asked = { clean_ids: [clean_id], declaration_version, quality: 'fine' as const };
  const { data } = await app.call('clean.make', asked, user);
  const task = await ended(data.task_ids[0] ?? '');
  expect([task?.status, task?.error]).toEqual(['succeeded', null]);
  const { data: done } = await app.call('clean.detail', { clean_id }, user);
  expect(done.result).toMatchObject({ ai_origin: false, declared_by_name: user.name, made_share: 0 });
  expect(done.result?.seen_share).toBeGreaterThan(0.9);

  const answer = await fetch(`${app.url}${done.result?.url}`);
  const [film, raw] = [app.scratch.file('.mp4'), app.scratch.file('.yuv')];
  await writeFile(film, Buffer.from(await answer.arrayBuffer()));
  await runFfmpeg(app.tools, [['-i', film, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', raw]]);
  const made = await readFile(raw);
  expect(made.length).toBe(plain.length);
  // Behind the box and elsewhere: as before, but for what a fine encoder loses.
  expect(psnr(plain, made, true)).toBeGreaterThan(33);
  expect(psnr(plain, made, false)).toBeGreaterThan(40);
  const { audio, seconds } = await probe(app.tools, film);
  expect([audio[0]?.codec, Math.round(seconds)]).toEqual(['aac', 1]);

  const { data: saved } = await app.call('clean.save', { clean_id, mode: 'new' }, user);
  const { data: again } = await app.call('clean.save', { clean_id, mode: 'new' }, user);
  expect(again).toEqual(saved);
  const { data: detail } = await app.call('material.detail', { material_id: saved.material_id }, user);
  expect(detail).toMatchObject({
    material_source: 'text_mark_remove',
    made_of: { material_id: source },
    ai_origin: false,
  });
  await app.call('clean.remove', { clean_ids: [clean_id] }, user);
  expect(await app.db.$count(clean)).toBe(0);
});

/** Inside the box of the mark or outside of it. */
function psnr(a: Buffer, b: Buffer, isInside: boolean): number {
  let [sum, count] = [0, 0];
  for (let frame = 3; frame < FRAMES - 3; frame += 1) {
    for (let n = 0; n < WIDTH * HEIGHT; n += 1) {
      const [x, y] = [n % WIDTH, Math.floor(n / WIDTH)];
      const isNear = x >= BOX.x - 8 && x < BOX.x + BOX.width + 8 && y >= BOX.y - 8 && y < BOX.y + BOX.height + 8;
      if (isNear !== isInside) continue;
      const at = (frame * WIDTH * HEIGHT * 3) / 2 + n;
      sum += (a[at]! - b[at]!) ** 2;
      count += 1;
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count + 1e-9));
}

/** The picture, with what a machine's says of itself. */
async function labelled(path: string): Promise<string> {
  const label = aigcLabel({ producer: 'ENGINE', contentId: 'one' });
  await writeFile(path, labelPicture(await readFile(path), label));
  return path;
}

test('nothing is taken away from AI content, without consent, or over a notice; marks go to the same place of a batch', async () => {
  const { app, user, project_id, add, begin, ended } = await world();
  const draw = async (background: string) => {
    const path = app.scratch.file('.png');
    await sharp({ create: { width: 96, height: 64, channels: 3, background } })
      .png()
      .toFile(path);
    return path;
  };
  const ids = [await add(await draw('#c03030')), await add(await draw('#3060c0'))];
  // Made by a machine by their own words; nobody has looked through them yet.
  const drawn = await labelled(await draw('#00ff00'));
  const sticker = await add(drawn);
  const made = await add(await draw('#30c060'), { material_type: 'ai_image', ai_origin: true });
  const refused = await app.call('clean.add', { project_id, material_ids: [made] }, user);
  expect(refused.message).toContain('AI 生成标识');
  const unread = await app.call('clean.add', { project_id, material_ids: [sticker] }, user);
  expect(unread.message).toContain('AI 生成标识');

  const [first = '', second = ''] = await begin(ids);
  const { data: found } = await app.call('clean.detail', { clean_id: first }, user);
  const over = (mark_id: string, x: number, more: Partial<CleanMark>) => {
    const box = { x, y: 0.25, width: 0.25, height: 0.25 };
    return mark({ mark_id, end_ms: 0, way: 'colour', colour: '#102030', keys: [{ at_ms: 0, box }], ...more });
  };
  const cover = { under: 'colour' as const, material_id: sticker, text: '好', style: DEFAULT_CAPTION_STYLE };
  const covered = over('m1', 0.05, {});
  const marks = [covered, over('m2', 0.35, { way: 'sticker', cover }), over('m3', 0.65, { way: 'caption', cover })];
  const change = { clean_id: first, revision: found.revision, marks };
  const stranger = await app.signIn();
  const theirs = { ...cover, material_id: await knownMaterial(app, stranger, project_id, await draw('#000000')) };
  const stolen = { ...change, marks: [over('m2', 0.35, { way: 'sticker', cover: theirs })] };
  expect((await app.call('clean.update', stolen, user)).message).toContain('贴图不存在');
  const { data: changed } = await app.call('clean.update', change, user);
  expect(changed.stickers).toMatchObject([{ material_id: sticker, problem: null, url: expect.any(String) }]);
  const mark_ids = ['m1', 'm2', 'm3'];
  const edge = { at_ms: 0, box: { x: 0, y: 0.55, width: 1, height: 0.45 } };
  const spread = () => app.call('clean.spread', { clean_id: first, mark_ids }, user);
  expect((await spread()).data).toEqual({ changed: 1 });
  const spreadTo = async () => (await app.db.select().from(clean).where(eq(clean.clean_id, second)))[0]!.marks;
  const put = await spreadTo();
  // Once more, they are there once; and where there is no room for them nothing is said to have been done.
  expect([(await spread()).data, (await spreadTo()).length]).toEqual([{ changed: 1 }, 3]);
  const many = Array.from({ length: 300 }, (_, n) => over(`f${n}`, 0.05, { keys: [{ at_ms: 0, box: edge.box }] }));
  await app.db.update(clean).set({ marks: many }).where(eq(clean.clean_id, second));
  expect((await spread()).data).toEqual({ changed: 0 });
  await app.db.update(clean).set({ marks: put }).where(eq(clean.clean_id, second));

  const notice = mark({
    mark_id: 'n',
    keys: [{ at_ms: 0, box: { x: 0.1, y: 0.3, width: 0.3, height: 0.1 } }],
    end_ms: 0,
  });
  await app.db
    .update(clean)
    .set({ notices: [notice] })
    .where(eq(clean.clean_id, first));
  const asked = { clean_ids: [first, second], declaration_version };
  // Nor is the picture cut so that it is gone.
  await app.db
    .update(clean)
    .set({ marks: [{ ...covered, way: 'crop', keys: [edge] }] })
    .where(eq(clean.clean_id, first));
  const cropped = await app.call('clean.make', { ...asked, clean_ids: [first] }, user);
  expect(cropped.message).toContain('看不全');
  await app.db
    .update(clean)
    .set({ marks: [covered] })
    .where(eq(clean.clean_id, first));
  const { data } = await app.call('clean.make', asked, user);
  expect(data.refused).toMatchObject([{ clean_id: first, reason: expect.stringContaining('标识') }]);
  expect((await ended(data.task_ids[0] ?? ''))?.status).toBe('succeeded');
  const { data: done } = await app.call('clean.detail', { clean_id: second }, user);
  expect(done.result?.ai_origin).toBe(true);
  const bytes = Buffer.from(await (await fetch(`${app.url}${done.result?.url}`)).arrayBuffer());
  const { data: pixels } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...pixels.subarray((y * 96 + x) * 3, (y * 96 + x) * 3 + 3)];
  // The colour, the sticker in its box and the colour around it, words on the colour, and all else.
  const ground = [0x10, 0x20, 0x30];
  expect([at(16, 24), at(46, 24), at(46, 15), at(64, 17), at(4, 4)]).toEqual([
    ground,
    [0, 255, 0],
    ground,
    ground,
    [0x30, 0x60, 0xc0],
  ]);
  const words = Array.from({ length: 24 * 16 }, (_, n) => at(62 + (n % 24), 16 + Math.floor(n / 24)).join());
  expect(words).toContain('255,255,255');
  // Whoever takes a consent back finds what lies over it, too.
  const under = [ids[1]!, sticker];
  expect(await shownIn(app, done.result!.vlc_id, under)).toEqual(under);
  // A sticker that nobody may use any more is told, and nothing begins.
  await app.db
    .update(material)
    .set({ rights_expires_at: new Date(0).toISOString() })
    .where(eq(material.material_id, sticker));
  const over_due = await app.call('clean.make', { clean_ids: [second], declaration_version }, user);
  expect(over_due.message).toContain('授权已经到期');

  // A newer file that somebody put there meanwhile is not thrown away for it.
  const place = (vlc_id: string) => app.db.update(material).set({ vlc_id }).where(eq(material.material_id, ids[1]!));
  const own = await vlcOf(app, ids[1]!);
  await place(await vlcOf(app, ids[0]!));
  const newer = await app.call('clean.save', { clean_id: second, mode: 'replace' }, user);
  expect([newer.code, newer.message]).toEqual([409, '原素材后来换过文件，不能替换，请存成新素材']);
  await place(own);
  const { data: kept } = await app.call('clean.save', { clean_id: second, mode: 'replace' }, user);
  expect(kept.material_id).toBe(ids[1]);
  const rights = { licence: 'own' as const, consent: 'missing' as const, region: '', expires_at: null, note: '' };
  await app.db.update(material).set({ rights }).where(eq(material.material_id, ids[0]!));
  const late = await app.call('clean.make', { clean_ids: [first], declaration_version }, user);
  expect(late.message).toContain('没有同意');
});

test('another attempt hides what is marked now, and never takes the place of what was begun later', async () => {
  const { app, user, project_id, add, begin } = await world();
  const path = app.scratch.file('.png');
  await sharp({ create: { width: 96, height: 64, channels: 3, background: '#c03030' } })
    .png()
    .toFile(path);
  const [clean_id = ''] = await begin([await add(path)]);
  const box = { x: 0.1, y: 0.25, width: 0.25, height: 0.25 };
  const change = async (x: number, make_task_id: string) => {
    const marks = [mark({ end_ms: 0, way: 'colour', colour: '#102030', keys: [{ at_ms: 0, box: { ...box, x } }] })];
    const declaration = { version: 1, user_uid: user.user_uid, user_name: user.name, at: new Date().toISOString() };
    await app.db.update(clean).set({ marks, declaration, make_task_id }).where(eq(clean.clean_id, clean_id));
  };
  const memory = new Map<string, unknown>();
  const attempt = (task_id: string, dies: boolean) => {
    const step = async <T>(key: string, run: () => Promise<T>) => {
      if (dies && key === 'keep') throw new Error('killed');
      if (!memory.has(key)) memory.set(key, await run());
      return memory.get(key) as T;
    };
    const task = { task_id, space_id: user.space_id, project_id, user_uid: user.user_uid, attempt: 1 };
    const context = { ...app, task, step, signal: new AbortController().signal, report: () => {} };
    return makeClean(context, clean_id, 'fast');
  };
  await change(0.1, 'one');
  await expect(attempt('one', true)).rejects.toThrow('killed');
  await change(0.6, 'one');
  await attempt('one', false);
  const resultOf = async () => (await app.call('clean.detail', { clean_id }, user)).data.result;
  const made = await resultOf();
  const bytes = Buffer.from(await (await fetch(`${app.url}${made?.url}`)).arrayBuffer());
  const pixels = await sharp(bytes).raw().toBuffer();
  expect([20, 68].map((x) => pixels[(24 * 96 + x) * 3])).toEqual([0xc0, 0x10]);

  await change(0.6, 'two');
  memory.clear();
  await expect(attempt('one', false)).rejects.toThrow('重新开始');
  expect((await resultOf())?.vlc_id).toBe(made?.vlc_id);

  const saves = await Promise.all([1, 2].map(() => app.call('clean.save', { clean_id, mode: 'new' }, user)));
  expect(saves.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409]);
  expect(await app.db.$count(material, eq(material.material_source, 'text_mark_remove'))).toBe(1);

  // Begun before anybody read what the file says of itself.
  const said = await add(await labelled(path));
  const [row] = await app.db
    .select()
    .from(vlc_file)
    .where(eq(vlc_file.vlc_id, await vlcOf(app, said)));
  await app.db.update(clean).set({ sha256: row!.sha256 }).where(eq(clean.clean_id, clean_id));
  await expect(attempt('two', false)).rejects.toThrow('AI 生成标识');
});

async function vlcOf({ db }: TestApp, material_id: string): Promise<string> {
  const [row] = await db.select().from(material).where(eq(material.material_id, material_id));
  return row!.vlc_id!;
}
