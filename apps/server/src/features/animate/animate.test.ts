import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Generation } from '@mixreel/contract';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { ai_job } from '#features/ai/ai.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { ai_generation } from '#features/generate/generate.tables.ts';
import { keepResult } from '#features/generate/keep-result.ts';
import { startFilmDouble } from '#testing/film-double.ts';
import { knownMaterial, testProject } from '#testing/materials.ts';
import { PLAIN } from '#testing/mixes.ts';
import { labelIn } from '#testing/read-label.ts';
import { shownIn } from '#testing/shown-in.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const ENDED = ['succeeded', 'failed', 'canceled'];

async function world(providers: (double: Awaited<ReturnType<typeof startFilmDouble>>) => object[]) {
  const { testMedia } = await import('#testing/test-media.ts');
  const service = await startFilmDouble(await readFile(await testMedia.film()));
  onTestFinished(() => service.close());
  const app = await createTestApp({ env: { AI_PROVIDERS: JSON.stringify(providers(service)) }, work: true });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const picture = await pictureOf(app, 640, 640);
  const material_id = await knownMaterial(app, user, project_id, picture);
  const ask = (more: object = {}) => app.call('animate.add', { project_id, images: [{ material_id }], ...more }, user);
  const ended = async (generation_id: string): Promise<Generation> => {
    const read = async () => (await app.call('animate.detail', { generation_id }, user)).data;
    await expect.poll(async () => ENDED.includes((await read()).status)).toBe(true);
    return read();
  };
  const make = async (more: object = {}) => {
    const { data, message } = await ask(more);
    if (!data) throw new Error(message);
    return ended(data.generation_ids[0] ?? '');
  };
  return { app, user, service, project_id, material_id, ask, make, ended };
}

async function pictureOf(app: TestApp, width: number, height: number): Promise<string> {
  const path = app.scratch.file('.png');
  await sharp({ create: { width, height, channels: 3, background: '#c03030' } })
    .png()
    .toFile(path);
  return path;
}

async function bytesOf(app: TestApp, vlc_id: string): Promise<Buffer> {
  const [file] = await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, vlc_id));
  return buffer(await app.storage.read(file?.sha256 ?? ''));
}

test('films of every kind of service are asked for once, labelled, paid, and become materials, or candidates of a mix; what a service would not take is told before it is sent, and what goes wrong in a sentence, paid once', async () => {
  const kinds = ['ark', 'dashscope', 'minimax', 'runway', 'openai'] as const;
  const opened = await world((double) => [
    double.provider('kling', { engine: 'kling', model: 'kling-v1-6', ...double.signed }),
    double.provider('kling', { engine: 'kling-new', model: 'kling-2.6' }),
    double.provider('kling', { engine: 'first', model: 'kling-v1' }),
    double.provider('kling', { engine: 'slow', longest_s: 0.3, at_once: 1, ...double.signed }),
    ...kinds.map((kind) => double.provider(kind)),
  ]);
  const { app, user, service, make, project_id } = opened;
  const camera = { type: 'simple', config: { zoom: 5 } };
  for (const engine of ['kling', 'kling-new', ...kinds]) {
    const before = service.asked.length;
    const { status, files, cost, engine_name, error } = await make({ engine, prompt: '花在风里摇', camera });
    // Hailuo makes six seconds where five are asked for, Sora four.
    const paid = { minimax: 3, openai: 2 }[engine] ?? 2.5;
    expect([engine, status, error, files.length, cost]).toEqual([engine, 'succeeded', null, 1, paid]);
    expect([service.asked.length - before, engine_name]).toEqual([1, engine.startsWith('kling') ? 'kling' : engine]);
    expect(files[0]).toMatchObject({ width: 96, height: 54, cover_url: expect.stringContaining('/files/') });
    expect(await labelIn(app, 'a.mp4', await bytesOf(app, files[0]!.vlc_id))).toMatchObject({ Label: '1' });
  }
  const [legacy, newer] = service.asked;
  expect(legacy).toMatchObject({
    path: '/v1/videos/image2video',
    body: { model_name: 'kling-v1-6', duration: '5', mode: 'std', camera_control: camera },
  });
  expect(String(legacy?.body['image'])).toMatch(/^\/9j\//);
  expect(newer?.body).toMatchObject({
    contents: [{ type: 'prompt' }, { type: 'first_frame' }],
    settings: { duration: 5 },
  });

  const { data: page } = await app.call('animate.history', { project_id, keyword: '风' }, user);
  expect(page.page_info.total).toBe(7);
  const [newest] = page.items;
  const generation_id = newest?.generation_id ?? '';
  // Saved once, however often it is asked for.
  const saved = (await app.call('generate.save', { generation_id }, user)).data.materials;
  expect((await app.call('generate.save', { generation_id }, user)).data.materials).toEqual(saved);
  const { data: detail } = await app.call('material.detail', { material_id: saved[0]?.material_id ?? '' }, user);
  expect(detail).toMatchObject({ material_type: 'video', material_sub_type: 'ai_video', ai_origin: true });

  expect(await shownIn(app, newest?.files[0]?.vlc_id ?? '', [opened.material_id])).toEqual([opened.material_id]);

  // What is taken away has the notice that people see, and still the label inside.
  const wish = { generation_id, vlc_id: newest?.files[0]?.vlc_id ?? '' };
  const { data: link } = await app.call('generate.download', wish, user);
  const [row] = await app.db.select().from(ai_generation).where(eq(ai_generation.generation_id, generation_id));
  const marked = row?.files[0]?.marked_vlc_id ?? '';
  expect(link.url).toContain(`/files/${marked}`);
  expect(await labelIn(app, 'a.mp4', await bytesOf(app, marked))).toMatchObject({ Label: '1' });
  expect((await app.call('generate.download', wish, user)).data.url.split('?')[0]).toBe(link.url.split('?')[0]);
  // An attempt after an interruption tells the same once more: what has been done with it since then stays.
  const task = { task_id: '', space_id: user.space_id, project_id, user_uid: user.user_uid, attempt: 2 };
  const again = { ...app, task, signal: AbortSignal.timeout(1000), report() {}, step: async () => expect.fail() };
  await keepResult(again, generation_id, { files: newest!.files, engine_name: '', cost: 0, note: null });
  const [still] = await app.db.select().from(ai_generation).where(eq(ai_generation.generation_id, generation_id));
  expect(still).toMatchObject({ cost: row?.cost, files: row?.files });

  // Deleted, and back again with what came of it.
  await app.call('generate.remove', { generation_ids: [generation_id] }, user);
  expect((await app.call('animate.history', { project_id }, user)).data.page_info.total).toBe(6);
  await app.call('generate.restore', { generation_ids: [generation_id] }, user);
  expect((await app.call('animate.detail', { generation_id }, user)).data.files).toHaveLength(1);
  await expectPlaced(opened);
  await expectTold(opened);
});

/** A film that was wished for in a mix becomes a candidate of its shooting by itself, once. */
async function expectPlaced({ app, user, ask, ended, make, project_id }: Awaited<ReturnType<typeof world>>) {
  const added = await app.call(
    'mix.add',
    { project_id, mproject_name: '夏季上新', lines: ['第一句'], config: PLAIN },
    user,
  );
  const { mproject_id, shootings } = added.data;
  const shooting_id = shootings[0]?.shooting_id ?? '';
  const clips = async () => (await app.call('mix.detail', { mproject_id }, user)).data.shootings[0]?.clips ?? [];
  const { files } = await make({ engine: 'kling', shooting_id });
  const [clip, ...others] = await clips();
  expect([others.length, clip?.material_id]).toEqual([0, files[0]?.material_id]);
  expect(clip?.source_ms).toBeGreaterThan(2000);
  expect((await ask({ engine: 'kling', shooting_id: 'nowhere' })).message).toContain('镜头不存在');
  // Gone while it was made: the film is there all the same.
  const { data } = await ask({ engine: 'kling', shooting_id });
  await app.call('mix.delete', { mproject_id }, user);
  expect(await ended(data.generation_ids[0] ?? '')).toMatchObject({ status: 'succeeded' });
}

async function expectTold({ app, user, service, ask, make, ended, project_id }: Awaited<ReturnType<typeof world>>) {
  const { asked, next, wishes, json } = service;
  const before = asked.length;
  const refusalOf = async (width: number, height: number) => {
    const small = await knownMaterial(app, user, project_id, await pictureOf(app, width, height));
    return (await ask({ engine: 'kling', images: [{ material_id: small }] })).message;
  };
  expect(await refusalOf(200, 400)).toContain('每边至少 300 像素');
  expect(await refusalOf(300, 1200)).toContain('2.5 倍');
  // Whom nobody has chosen: where none would take it, that is told as soon.
  const sliver = await knownMaterial(app, user, project_id, await pictureOf(app, 900, 20));
  expect((await ask({ images: [{ material_id: sliver }] })).message).toContain('每边至少');
  expect((await ask({ engine: 'kling', way: 'turntable', images: [] })).message).toContain('图片');
  expect((await ask({ engine: 'kling', way: 'morph' })).message).toContain('尾帧');
  expect((await ask({ engine: 'kling', prompt: '字'.repeat(2501) })).message).toContain('2500');
  const brush = { strokes: [{ width: 0.1, points: [0.5, 0.5] }], path: [0.5, 0.5, 0.75, 0.25] };
  expect((await ask({ engine: 'kling', brushes: [brush] })).message).toContain('没有运动笔刷');
  expect((await ask({ engine: 'first', brushes: [brush], duration: 10 })).message).toContain('5 秒');
  // Half a file has a whole head: that it ends is found when it is read, and nobody is asked.
  const noisy = app.scratch.file('.png');
  await writeFile(noisy, (await readFile(await pictureOf(app, 700, 700))).subarray(0, 900));
  const broken = await knownMaterial(app, user, project_id, noisy);
  expect((await make({ engine: 'kling', images: [{ material_id: broken }] })).error?.message).toContain('打不开');
  expect(asked).toHaveLength(before);

  // What was painted is drawn in the picture's size, and its way counted from below, as the service wants it.
  expect((await make({ engine: 'first', brushes: [brush], camera: { type: 'down_back' } })).status).toBe('succeeded');
  const sent = asked.at(-1)?.body as {
    dynamic_masks: { mask: string; trajectories: object[] }[];
    camera_control?: object;
  };
  expect(sent.camera_control).toBeUndefined();
  expect(sent.dynamic_masks[0]?.trajectories).toEqual([
    { x: 320, y: 320 },
    { x: 480, y: 480 },
  ]);
  const mask = sharp(Buffer.from(sent.dynamic_masks[0]?.mask ?? '', 'base64'));
  expect(await mask.metadata()).toMatchObject({ width: 640, height: 640 });
  expect((await mask.stats()).channels[0]?.mean).toBeCloseTo((255 * Math.PI * 32 ** 2) / 640 ** 2, 0);

  next.push((response) => json(response, 400, { code: 1301, message: 'content safety' }));
  expect((await make({ engine: 'kling' })).error?.message).toContain('不合规');
  // Not heard whether it was taken: nothing is sent again, not even by a retry.
  next.push((response) => response.destroy());
  const unclear = await make({ engine: 'kling' });
  const count = asked.length;
  await app.call('task.retry', { task_id: unclear.task_id }, user);
  expect((await ended(unclear.generation_id)).error?.message).toContain('没有再次提交');
  expect(asked).toHaveLength(count);

  // A result that is no film, or lies where nobody may look; a retry fetches what was made and pays nothing again. Until then
  // it takes no room from others.
  const lost = [];
  for (const [link, told] of [
    [`${service.url}/films/a.html`, '不是视频'],
    ['http://10.0.0.1/a.mp4', '不是公网地址'],
  ] as const) {
    wishes.link = link;
    const made = await make({ engine: 'kling' });
    expect(made.error?.message).toContain(told);
    lost.push(made);
  }
  wishes.link = '';
  expect((await make({ engine: 'kling' })).status).toBe('succeeded');
  const submitted = asked.length;
  for (const { task_id, generation_id } of lost) {
    await app.call('task.retry', { task_id }, user);
    expect(await ended(generation_id)).toMatchObject({ status: 'succeeded', cost: 2.5 });
    expect(asked).toHaveLength(submitted);
  }

  // Taken and not made in time: told with what to do. It takes no room, and goes on where it was when somebody waits for it again.
  wishes.polls = 1_000_000;
  const late = await make({ engine: 'slow' });
  expect(late.error).toMatchObject({ can_retry: true, message: expect.stringContaining('不会再次提交或收费') });
  const [left] = await app.db.select().from(ai_job).where(eq(ai_job.task_id, late.task_id));
  expect(left).toMatchObject({ state: 'submitted', ended_at: expect.any(String) });
  wishes.polls = 0;
  const taken = asked.length;
  await app.call('task.retry', { task_id: late.task_id }, user);
  expect(await ended(late.generation_id)).toMatchObject({ status: 'succeeded', cost: 2.5 });
  expect(asked).toHaveLength(taken);

  // Canceled while it is made: an answer that comes later changes nothing.
  wishes.polls = 1_000_000;
  const { data } = await ask({ engine: 'kling' });
  const task_id = data.task_ids[0] ?? '';
  const state = async () => (await app.db.select().from(ai_job).where(eq(ai_job.task_id, task_id)))[0]?.state;
  await expect.poll(state).toBe('submitted');
  await app.call('task.cancel', { task_id }, user);
  wishes.polls = 0;
  expect(await ended(data.generation_ids[0] ?? '')).toMatchObject({ status: 'canceled', files: [] });
  expect(JSON.stringify(await app.db.select().from(ai_job))).not.toContain(service.key);
}
