import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readPictureLabel } from '@mixreel/media';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { task as tasks } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { StoreUnavailable } from '#storage/storage.ts';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { startImageDouble } from '#testing/image-double.ts';
import { paint } from '#testing/paint-job.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { ai_job } from './ai.tables.ts';
import { callbackFor, onCallback } from './callback.ts';
import { untilMade } from './poll.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/paint-server.ts', import.meta.url)));
const ENDED = ['succeeded', 'failed', 'canceled'];

async function startDouble() {
  const service = await startImageDouble();
  onTestFinished(() => service.close());
  return service;
}
type Double = Awaited<ReturnType<typeof startDouble>>;

async function world(providers: (service: Double) => object[]) {
  const service = await startDouble();
  const env = { AI_PROVIDERS: JSON.stringify(providers(service)), PUBLIC_URL: 'https://mixreel.example' };
  const app = await createTestApp({ env, work: true, jobs: [paint] });
  const [user, admin] = [await app.signIn(), await app.signIn({ role: 'admin' })];
  const { space_id, user_uid } = user;
  const begin = async (input: { prompt: string; engine?: string; count?: number }) =>
    app.queue.add(paint, { space_id, user_uid, title: input.prompt, input: { count: 1, ...input } });
  const ended = async (task_id: string) => {
    const read = async () => (await app.db.select().from(tasks).where(eq(tasks.task_id, task_id)))[0];
    await expect.poll(async () => ENDED.includes((await read())?.status ?? '')).toBe(true);
    return (await read())!;
  };
  const make = async (input: Parameters<typeof begin>[0]) => ended(await begin(input));
  const usage = async () => (await app.call('ai.usage', {}, admin)).data;
  return { app, user, admin, service, begin, ended, make, usage };
}

test('pictures of every kind of service are asked for once, by a workflow that was pasted, too, become labelled files of the space, and are booked; who calls back is asked at once; what goes wrong is told in a sentence, and nothing is asked for or paid twice', async () => {
  const opened = await world((double) => [
    double.provider('dashscope', { name: '甲', at_once: 1 }),
    double.provider('ark', { name: '乙' }),
    double.provider('openai'),
    double.provider('midjourney'),
    double.provider('qwen-image'),
    double.provider('sd-webui'),
    double.provider('comfyui'),
  ]);
  const { app, admin, service, make, usage } = opened;
  await expectWorkflow(app, admin, service);
  await expectCallback(app);
  for (const [engine, count] of [
    ['openai', 2],
    ['ark', 1],
    ['dashscope', 2],
    ['midjourney', 4],
    ['sd-webui', 2],
    ['comfyui', 1],
    ['qwen-image', 1],
  ] as const) {
    const before = service.asked.length;
    const { status, result } = await make({ prompt: '苹果', engine, count });
    const vlc_ids = (result as { vlc_ids: string[] }).vlc_ids;
    expect([engine, status, vlc_ids.length, service.asked.length - before]).toEqual([engine, 'succeeded', count, 1]);
    for (const vlc_id of vlc_ids) {
      const [file] = await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, vlc_id));
      const bytes = await buffer(await app.storage.read(file?.sha256 ?? ''));
      expect(file?.content_type).toBe('image/png');
      expect(readPictureLabel(bytes)).toMatchObject({ Label: '1', ContentProducer: app.config.aigcProducer });
    }
  }
  expect(service.asked[2]).toMatchObject({
    headers: { 'x-dashscope-async': 'enable', authorization: `Bearer ${service.key}` },
    body: { input: { prompt: '苹果' }, parameters: { size: '1024*1024', n: 2, watermark: false } },
  });
  expect(service.asked[1]?.body).toMatchObject({ size: '2048x2048', sequential_image_generation: 'disabled' });
  // Four come as one, told apart by their flags and cut apart.
  expect(service.asked[3]?.body['prompt']).toBe('苹果 --ar 1:1');
  expect(service.asked[4]?.body).toMatchObject({ prompt: '苹果', seed: -1, n_iter: 2, width: 1024, height: 1024 });
  expect(service.asked[5]?.body['prompt']).toMatchObject({
    3: { inputs: { seed: expect.any(Number), positive: ['6', 0] } },
    5: { inputs: { width: 1024, height: 1024, batch_size: 1 } },
    6: { inputs: { text: '苹果' } },
  });
  expect(service.asked[6]?.body).toMatchObject({
    input: { messages: [{ role: 'user', content: [{ text: '苹果' }] }] },
    parameters: { size: '1328*1328', n: 1, watermark: false },
  });
  const rows = await usage();
  expect(rows.map(({ engine, amount, unit, cost }) => [engine, amount, unit, Math.round(cost * 10) / 10])).toEqual(
    expect.arrayContaining([
      ['openai', 2, '张', 0.4],
      ['ark', 1, '张', 0.2],
      ['dashscope', 2, '张', 0.4],
    ]),
  );
  const tried = await app.call('ai.testEngine', { engine: 'dashscope', ability: 'image' }, admin);
  expect(tried.data).toMatchObject({ is_ok: true, message: expect.stringContaining('画了 2 张') });
  await expectTold(opened);
});

/** A service that calls back is asked at once; only what we signed is a callback, and its words are not believed. */
async function expectCallback(app: TestApp): Promise<void> {
  const job = { job_id: 'job-1' };
  let looks = 0;
  const until = Date.now() + 3_600_000;
  const look = async () => {
    looks += 1;
    return looks < 3 ? { state: 'waiting' as const, progress: null } : { state: 'made' as const, output: '好' };
  };
  // It would be asked again in an hour.
  const jobs = { poll_ms: 3_600_000, look, submit: async () => ({}) };
  const signal = new AbortController().signal;
  const made = untilMade(jobs, {}, { signal, until, onWake: (wake) => onCallback(app, job, wake) });
  await expect.poll(() => looks).toBe(1);

  const address = new URL(callbackFor(app, job)!);
  expect(address.origin).toBe('https://mixreel.example');
  const call = async (search: string, body: object) => {
    const response = await fetch(`${app.url}${address.pathname}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { code: number }).code;
  };
  expect(await call(address.search.replace('job-1', 'job-2'), { status: 'succeeded' })).toBe(404);
  expect(await call(`${address.search}x`, {})).toBe(404);
  expect(looks).toBe(1);
  expect(await call(address.search, { id: '9', status: 'failed' })).toBe(0);
  await expect.poll(() => looks).toBe(2);
  expect(await call(address.search, { id: '9', status: 'failed' })).toBe(0);
  expect(await made).toBe('好');

  // Kept open by nobody: a stopped one ends at once, and one who cannot be reached is not told an address.
  const stop = new AbortController();
  const stopped = untilMade(
    { ...jobs, look: async () => ({ state: 'waiting', progress: null }) },
    {},
    { signal: stop.signal, until },
  );
  stop.abort(new Error('gone'));
  await expect(stopped).rejects.toThrow('gone');
  const config = { ...app.config, publicUrl: 'http://10.0.0.5:8080' };
  expect(callbackFor({ ...app, config }, job)).toBeNull();
}

const node = (class_type: string, inputs: object) => ({ class_type, inputs });
/** As ComfyUI exports its first example, without what does not matter here. */
const WORKFLOW = {
  3: node('KSampler', {
    seed: 8566257,
    model: ['4', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
  }),
  4: node('CheckpointLoaderSimple', { ckpt_name: 'gone.safetensors' }),
  5: node('EmptyLatentImage', { width: 512, height: 512, batch_size: 1 }),
  6: node('CLIPTextEncode', { text: 'beautiful scenery', clip: ['4', 1] }),
  7: node('CLIPTextEncode', { text: 'text, watermark', clip: ['4', 1] }),
  9: node('SaveImage', { filename_prefix: 'ComfyUI', images: ['3', 0] }),
};

/** A workflow is given on the page: what is wrong with it is said, what belongs where is found, and it is used at once. */
async function expectWorkflow(app: TestApp, admin: TestUser, { next, json, looks, asked }: Double): Promise<void> {
  const which = { engine: 'comfyui', ability: 'image' };
  const model = async () =>
    (await app.call('picture.models', {}, admin)).data.find(({ engine }) => engine === 'comfyui');
  const give = async (workflow: string) => (await app.call('ai.setWorkflow', { ...which, workflow }, admin)).message;
  expect(await model()).toMatchObject({ is_ready: false, reason: expect.stringContaining('贴上') });
  const { 7: negative, ...rest } = WORKFLOW;
  for (const [text, told] of [
    ['{"3": ', 'JSON'],
    ['{"nodes": [], "links": []}', '界面格式'],
    [JSON.stringify(rest), '节点 3（KSampler）的 negative 连着节点 7'],
    [JSON.stringify({ 7: node('CLIPTextEncode', { text: '' }) }), 'SaveImage'],
    [JSON.stringify(WORKFLOW), '{{prompt}}（画面描述）'],
    [JSON.stringify({ ...WORKFLOW, 7: node('CLIPTextEncode', { text: '{{promt}}' }) }), '{{promt}} 不认识'],
    [JSON.stringify({ ...WORKFLOW, 5: node('EmptyLatentImage', { width: '{{width}}px' }) }), '只写 {{width}}'],
  ] as const) {
    expect([text, await give(text)]).toEqual([text, expect.stringContaining(told)]);
  }
  expect(await model()).toMatchObject({ is_ready: false });
  const { data: marked } = await app.call(
    'ai.readWorkflow',
    { workflow: JSON.stringify(WORKFLOW), is_marking: true },
    admin,
  );
  expect(marked.problem).toBeNull();
  expect(marked.marks.map(({ mark, node: at, input }) => `${mark} ${at} ${input}`)).toEqual([
    'seed 3 seed',
    'width 5 width',
    'height 5 height',
    'count 5 batch_size',
    'prompt 6 text',
    'negative 7 text',
  ]);
  // What is not marked is not offered: it would be typed in vain.
  const plain = JSON.parse(marked.workflow) as typeof WORKFLOW;
  expect(await give(JSON.stringify({ ...plain, 7: negative }))).toBe('');
  expect(await model()).toMatchObject({ is_ready: true, can: { has_negative: false, has_seed: true, count_max: 4 } });
  expect(await give(marked.workflow)).toBe('');
  expect((await app.call('ai.workflow', which, admin)).data).toMatchObject({ ...marked, is_given: true });
  expect(await app.call('ai.workflow', { engine: 'openai', ability: 'image' }, admin)).toMatchObject({ code: 404 });

  // What ComfyUI has against it names the node.
  const fault = { type: 'value_not_in_list', message: 'Value not in list', details: "ckpt_name: 'gone.safetensors'" };
  next.push((response) => json(response, 400, { error: {}, node_errors: { 4: { errors: [fault] } } }));
  const { data: tried } = await app.call('ai.testEngine', which, admin);
  expect(tried).toMatchObject({
    is_ok: false,
    message: expect.stringMatching(/节点 4（CheckpointLoaderSimple）.*gone\.safetensors/),
  });
  asked.length = 0;
  looks.clear();
}

type World = Awaited<ReturnType<typeof world>>;

async function expectTold({ app, user, service, make, ended, begin, usage }: World): Promise<void> {
  const paidOf = async () => (await usage()).find(({ engine }) => engine === 'dashscope')?.amount ?? 0;
  const paidBefore = await paidOf();
  const { next, asked, wishes, json } = service;
  const first = { prompt: '苹果', engine: 'dashscope' };

  // A clear no: the next one does it, and the result says so.
  next.push((response) => json(response, 400, { code: 'InvalidParameter', message: 'no' }));
  expect((await make({ prompt: '苹果' })).result).toMatchObject({ note: '「甲」没有完成，这次由「乙」完成' });
  // Refused as improper: nobody else is shown it.
  next.push((response) => json(response, 400, { code: 'DataInspectionFailed', message: 'inappropriate' }));
  const before = asked.length;
  expect((await make({ prompt: '苹果' })).error?.message).toContain('不合规');
  expect(asked).toHaveLength(before + 1);

  // A gateway gave up, and a connection broke: perhaps it was taken. Neither asked again, nor given to another, also not by a retry.
  for (const broken of [
    (response: Parameters<(typeof next)[number]>[0]) => response.writeHead(504).end('<html>'),
    (response: Parameters<(typeof next)[number]>[0]) => response.destroy(),
  ]) {
    const count = asked.length;
    next.push(broken);
    const { task_id, error } = await make({ prompt: '苹果' });
    expect(error).toMatchObject({ message: expect.stringContaining('没有再次提交'), can_retry: false });
    await app.call('task.retry', { task_id }, user);
    expect((await ended(task_id)).error?.message).toContain('没有再次提交');
    expect(asked).toHaveLength(count + 1);
  }

  // While it is made, a service may be away for a moment; it may fail at it, too.
  wishes.looked.push(
    (response) => response.writeHead(502).end(),
    (response) => response.destroy(),
  );
  expect((await make(first)).status).toBe('succeeded');
  wishes.looked.push((response) => json(response, 200, { output: { task_status: 'FAILED', code: 'X', message: 'y' } }));
  expect((await make(first)).error?.message).toContain('没有完成');

  // Results that are no results; the job is not given again, and a retry fetches what was made.
  for (const [link, told] of [
    ['http://127.0.0.1:9/a.png', '不是公网地址'],
    ['http://[::ffff:10.0.0.1]/a.png', '不是公网地址'],
    [`${service.url}/files/gone`, '404'],
    [`${service.url}/files/a.html`, '不是图片'],
  ] as const) {
    wishes.links = [link];
    const { task_id, error } = await make(first);
    expect([link, error?.message]).toEqual([link, expect.stringContaining(told)]);
    const count = asked.length;
    wishes.links = [];
    await app.call('task.retry', { task_id }, user);
    expect((await ended(task_id)).status).toBe('succeeded');
    expect(asked).toHaveLength(count);
  }

  // An account with room for one gets the second when the first is over; a canceled one is canceled there, too.
  wishes.polls = 1000;
  const [one, two] = [await begin(first), await begin(first)];
  const state = async (task_id: string) =>
    (await app.db.select().from(ai_job).where(eq(ai_job.task_id, task_id)))[0]?.state;
  await expect.poll(async () => [await state(one), await state(two)]).toContain('submitted');
  expect([await state(one), await state(two)]).toContain(undefined);
  const running = (await state(one)) === 'submitted' ? one : two;
  await app.call('task.cancel', { task_id: running }, user);
  expect((await ended(running)).status).toBe('canceled');
  expect(await state(running)).toBe('canceled');
  await expect.poll(() => asked.at(-1)?.path).toContain('/cancel');
  wishes.polls = 0;
  expect((await ended(running === one ? two : one)).status).toBe('succeeded');

  expect((await paidOf()) - paidBefore).toBe(2 * 6);
  expect(JSON.stringify(await app.db.select().from(ai_job))).not.toContain(service.key);
}

test('what was painted and cannot be kept is neither painted again by itself nor by another; a space without room is told first', async () => {
  const { app, user, service, make, ended } = await world((double) => [
    double.provider('openai', { name: '甲' }),
    double.provider('dashscope', { name: '乙' }),
    double.provider('ark', { name: '丙' }),
  ]);
  const { asked, next, wishes, json } = service;
  const stage = vi.spyOn(app.storage, 'stage').mockRejectedValue(new StoreUnavailable('away'));
  const lost = await make({ prompt: '苹果' });
  expect(lost.error).toMatchObject({ can_retry: true, message: expect.stringMatching(/甲.*再次收费/) });
  expect(asked).toHaveLength(1);
  stage.mockRestore();
  await app.call('task.retry', { task_id: lost.task_id }, user);
  expect((await ended(lost.task_id)).status).toBe('succeeded');
  expect(asked).toHaveLength(2);

  // A job whose word or file cannot be had goes on once that is put right, and is given to nobody else.
  for (const [link, told] of [
    [`${service.url}/files/gone`, '404'],
    ['', '密钥'],
  ] as const) {
    const count = asked.length;
    next.push((response) => json(response, 400, {}));
    if (link) wishes.links = [link];
    else wishes.looked.push((response) => json(response, 401, {}));
    const left = await make({ prompt: '苹果' });
    expect(left.error).toMatchObject({ can_retry: true, message: expect.stringContaining(told) });
    wishes.links = [];
    await app.call('task.retry', { task_id: left.task_id }, user);
    expect((await ended(left.task_id)).status).toBe('succeeded');
    expect(asked).toHaveLength(count + 2);
  }

  const count = asked.length;
  const quota = (quota_bytes: number) =>
    app.db.update(space).set({ quota_bytes }).where(eq(space.space_id, user.space_id));
  await quota(1_000_000);
  expect((await make({ prompt: '苹果' })).error?.message).toContain('容量');
  expect(asked).toHaveLength(count);
  await quota(app.config.spaceQuotaBytes);
});

test('canceled while a service paints, what it answers is kept and paid, takes no room of the account, and is there for a retry', async () => {
  const { app, user, service, make, begin, ended, usage } = await world((double) => [
    double.provider('openai', { at_once: 1 }),
  ]);
  const { asked, next, json, wishes } = service;
  const held: ((body: object) => void)[] = [];
  next.push((response) => void held.push((body) => json(response, 200, body)));
  const task_id = await begin({ prompt: '苹果' });
  await expect.poll(() => held.length).toBe(1);
  await app.call('task.cancel', { task_id }, user);
  held[0]?.({ created: 1, data: [{ b64_json: wishes.png.toString('base64') }] });
  expect((await ended(task_id)).status).toBe('canceled');
  expect((await usage()).map(({ amount }) => amount)).toEqual([1]);
  expect((await make({ prompt: '梨' })).status).toBe('succeeded');
  expect(asked).toHaveLength(2);
  await app.call('task.retry', { task_id }, user);
  const shown = await ended(task_id);
  expect([shown.status, shown.result]).toEqual(['succeeded', expect.objectContaining({ cost: 0.2, note: null })]);
  expect(asked).toHaveLength(2);
});

test('killed in the middle, a job that was taken is asked for again and not given again; what is uncertain is told', async () => {
  const service = await startDouble();
  const { dir, remove } = makeTempDir(fastestPlace());
  await giveDatabase(dir);
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });
  const providers = [service.provider('dashscope', { timeout_s: 600 }), service.provider('openai', { timeout_s: 600 })];
  const start = () => {
    server = spawn(process.execPath, [SERVER, dir, JSON.stringify(providers), 'dashscope', 'openai']);
    return server;
  };
  service.wishes.polls = 1_000_000;
  service.wishes.isHeld = (path) => path.startsWith('/v1/');
  const first = start();
  const isTaken = () => [...service.looks.values()].some((looks) => looks > 0);
  await expect.poll(isTaken, { interval: 50 }).toBe(true);
  // The other one is being asked right now, and will never hear the answer.
  await expect.poll(() => service.asked.length).toBe(2);
  first.kill('SIGKILL');
  await new Promise((done) => first.once('close', done));

  service.wishes.polls = 0;
  const second = start();
  const states = new Map<string, { status: string; error: { message: string } | null }>();
  for await (const line of createInterface({ input: second.stdout! })) {
    for (const { title, ...rest } of JSON.parse(line)) states.set(title, rest);
    if ([...states.values()].every(({ status }) => ENDED.includes(status))) break;
  }
  expect(states.get('dashscope')).toMatchObject({ status: 'succeeded' });
  expect(states.get('openai')).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('没有再次提交') },
  });
  expect(service.asked.map(({ path }) => path).filter((path) => !path.endsWith('/cancel'))).toHaveLength(2);
});
