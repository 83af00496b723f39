import { setTimeout as delay } from 'node:timers/promises';
import { Task } from '@mixreel/contract';
import { AppError } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { eq } from '#db/orm.ts';
import { defineJob, NotYet } from '#queue/job.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { task } from './task.tables.ts';

const count = defineJob({
  name: 'test.count',
  task_type: 'ai_box',
  input: z.object({ to: z.int() }),
  async run({ to }, { report }) {
    for (let i = 1; i <= to; i += 1) report(i / to);
    return { result: { counted: to } };
  },
});

const wait = defineJob({
  name: 'test.wait',
  task_type: 'ai_box',
  input: z.object({}),
  async run(_input, { signal }) {
    await delay(60_000, null, { signal });
    return {};
  },
});

let failures = 0;
const stumble = defineJob({
  name: 'test.stumble',
  task_type: 'ai_box',
  input: z.object({ times: z.int() }),
  steps: [
    { key: 'first', label: '第一步' },
    { key: 'second', label: '第二步' },
  ],
  backoff_s: 0,
  async run({ times }, { step }) {
    const first = await step('first', async () => ({ made_at_failure: failures }));
    await step('second', async () => {
      if (failures < times) {
        failures += 1;
        throw new Error('the disk hiccups');
      }
    });
    return { result: first };
  },
});

const refuse = defineJob({
  name: 'test.refuse',
  task_type: 'ai_box',
  input: z.object({}),
  async run() {
    throw new AppError('invalid', '素材已被删除');
  },
});

let waits = 0;
const patience = defineJob({
  name: 'test.patience',
  task_type: 'ai_box',
  input: z.object({}),
  async run() {
    waits += 1;
    if (waits <= 5) throw new NotYet('正在准备', 0);
    return {};
  },
});

/** Works at a known speed: a unit takes as long as it is told. */
const paced = defineJob({
  name: 'test.paced',
  task_type: 'ai_box',
  input: z.object({ units: z.int(), unit_ms: z.int() }),
  async run({ units, unit_ms }, { report, signal }) {
    const began = performance.now();
    for (let n = 1; n <= units; n += 1) {
      await delay(Math.max(0, began + n * unit_ms - performance.now()), null, { signal });
      report(n / units);
    }
    return {};
  },
});

const fill = defineJob({
  name: 'test.fill',
  task_type: 'dedup',
  input: z.object({}),
  attempts: 1,
  async run() {
    throw new AppError('disk_full');
  },
});

const say = defineJob({
  name: 'test.say',
  task_type: 'ai_audio',
  input: z.object({}),
  kind: 'model',
  lane: 'now',
  async run() {
    return {};
  },
});

const jobs = [say, count, wait, stumble, refuse, patience, paced, fill] as never[];

async function until(app: TestApp, user: TestUser, task_id: string, status: Task['status'][]): Promise<Task> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const { data } = await app.call('task.check', { task_ids: [task_id] }, user);
    const [found] = data.items;
    if (found && status.includes(found.status)) return found;
    await delay(50);
  }
  throw new Error(`the task never became ${status.join(' or ')}`);
}

async function appWithUser({ cores = 2 } = {}) {
  const app = await createTestApp({ jobs, work: true, env: { WORKER_CORES: String(cores) } });
  const user = await app.signIn();
  const add = { space_id: user.space_id, user_uid: user.user_uid, title: '一件事' };
  return { app, user, add };
}

test('a task runs to its end and keeps its result', async () => {
  const { app, user, add } = await appWithUser();
  const task_id = await app.queue.add(count, { ...add, input: { to: 5 } });
  const done = await until(app, user, task_id, ['succeeded', 'failed']);
  expect(done).toMatchObject({ status: 'succeeded', progress: 100, attempt: 1, result: { counted: 5 }, error: null });
});

test('a cancel reaches the running work at once', async () => {
  const { app, user, add } = await appWithUser();
  const task_id = await app.queue.add(wait, { ...add, input: {} });
  await until(app, user, task_id, ['running']);
  const asked = Date.now();
  const { data } = await app.call('task.cancel', { task_id }, user);
  expect(data.status).toMatch(/cancel/);
  await until(app, user, task_id, ['canceled']);
  expect(Date.now() - asked).toBeLessThan(20_000);

  const again = await app.call('task.cancel', { task_id }, user);
  expect(again).toMatchObject({ code: 30003, message: '任务已经结束，不能取消' });
});

test('a task that was canceled in line and brought back is done once', async () => {
  const { app, user, add } = await appWithUser();
  const before = [30, 30].map((units) => app.queue.add(paced, { ...add, input: { units, unit_ms: 50 } }));
  for (const task_id of await Promise.all(before)) await until(app, user, task_id, ['running']);
  const task_id = await app.queue.add(paced, { ...add, input: { units: 40, unit_ms: 50 } });
  await app.call('task.cancel', { task_id }, user);
  await app.call('task.retry', { task_id }, user);
  expect(await until(app, user, task_id, ['succeeded', 'failed', 'canceled'])).toMatchObject({
    status: 'succeeded',
    attempt: 1,
  });
});

test('a failed try is repeated, and goes on behind the last finished step', async () => {
  const { app, user, add } = await appWithUser();
  failures = 0;
  const task_id = await app.queue.add(stumble, { ...add, input: { times: 2 } });
  const done = await until(app, user, task_id, ['succeeded', 'failed']);
  expect(done).toMatchObject({
    status: 'succeeded',
    attempt: 3,
    result: { made_at_failure: 0 },
    steps: [
      { key: 'first', label: '第一步', done: true },
      { key: 'second', label: '第二步', done: true },
    ],
  });
});

test('steps tell when they began and ended, and what is done keeps its times when it is tried again', async () => {
  const { app, user, add } = await appWithUser();
  failures = -100;
  const task_id = await app.queue.add(stumble, { ...add, input: { times: -97 } });
  const failed = await until(app, user, task_id, ['failed']);
  const [first, second] = failed.steps;
  expect(first).toMatchObject({ done: true, started_at: expect.any(String), finished_at: expect.any(String) });
  expect(second).toMatchObject({ done: false, started_at: expect.any(String), finished_at: null });

  await app.call('task.retry', { task_id }, user);
  const done = await until(app, user, task_id, ['succeeded']);
  expect(done.steps[0]).toEqual(first);
  expect(Date.parse(done.steps[1]?.started_at ?? '')).toBeGreaterThan(Date.parse(second?.started_at ?? ''));
  expect(Date.parse(done.steps[1]?.finished_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse(done.steps[1]?.started_at ?? ''),
  );
});

test('what fails for good can be retried by a person and keeps its attempt count', async () => {
  const { app, user, add } = await appWithUser();
  failures = -100;
  const task_id = await app.queue.add(stumble, { ...add, input: { times: -97 } });
  const failed = await until(app, user, task_id, ['succeeded', 'failed']);
  expect(failed).toMatchObject({
    status: 'failed',
    attempt: 3,
    progress: 50,
    error: { message: '处理失败，请稍后重试', can_retry: true },
  });
  await app.db.update(task).set({ progress: 99 }).where(eq(task.task_id, task_id));
  // In line again it is as far as its finished steps, not as it looked when it failed.
  expect(await app.queue.retry(task_id, { ...user, session_id: '', scopes: null })).toMatchObject({
    status: 'queued',
    progress: 50,
  });
  const done = await until(app, user, task_id, ['succeeded', 'failed']);
  expect(done).toMatchObject({ status: 'succeeded', attempt: 4, error: null });
});

test('a refusal is not tried again and says why in words', async () => {
  const { app, user, add } = await appWithUser();
  const task_id = await app.queue.add(refuse, { ...add, input: {} });
  const failed = await until(app, user, task_id, ['failed']);
  expect(failed).toMatchObject({ attempt: 1, error: { code: 400, message: '素材已被删除', can_retry: false } });
});

test('a failure says what to do about it', async () => {
  const { app, user, add } = await appWithUser();
  const full = await app.queue.add(fill, { ...add, input: {} });
  const refused = await app.queue.add(refuse, { ...add, input: {} });
  expect(await until(app, user, full, ['failed'])).toMatchObject({ error: { can_retry: true, next: 'free_space' } });
  expect(await until(app, user, refused, ['failed'])).toMatchObject({
    error: { can_retry: false, next: 'open_source' },
  });
});

test("全部重试 takes up one's own failures where trying again can help, and nothing else", async () => {
  const { app, user, add } = await appWithUser();
  const colleague = await app.signIn({ name: '同事' });
  const space_id = await app.team([
    [user, 'editor'],
    [colleague, 'editor'],
  ]);
  const given = { ...add, space_id };
  const mine = [
    await app.queue.add(fill, { ...given, input: {} }),
    await app.queue.add(fill, { ...given, input: {} }),
    await app.queue.add(fill, { ...add, input: {} }),
    await app.queue.add(refuse, { ...given, input: {} }),
    await app.queue.add(fill, { ...given, user_uid: colleague.user_uid, input: {} }),
  ];
  for (const task_id of mine) await until(app, user, task_id, ['failed']);

  await app.call('team.switch', { space_type: 'TEAM', team_id: space_id }, user);
  const none = await app.call('task.retryAll', { task_type: ['mix_export'] }, user);
  expect(none.data).toEqual({ retried: 0 });
  const { data } = await app.call('task.retryAll', {}, user);
  expect(data).toEqual({ retried: 2 });
  for (const task_id of mine) await until(app, user, task_id, ['failed']);
  const attempts = await Promise.all(
    mine.map(async (task_id) => (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0]?.attempt),
  );
  expect(attempts).toEqual([2, 2, 1, 1, 1]);
});

test('a task of known speed has a time left that is true, and so has one that waits behind it', async () => {
  const { app, user, add } = await appWithUser({ cores: 1 });
  const addPaced = (units: number) => app.queue.add(paced, { ...add, work: units, input: { units, unit_ms: 50 } });
  const look = async (task_id: string) =>
    (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0] as Task;

  const first = await addPaced(30);
  const unknown = await addPaced(1);
  expect((await look(unknown)).eta_s).toBeNull();
  await until(app, user, unknown, ['succeeded']);
  expect((await look(first)).eta_s).toBeNull();

  const now = await addPaced(80);
  const next = await addPaced(40);
  const last = await addPaced(20);
  await until(app, user, now, ['running']);
  const { data } = await app.call('task.list', {}, user);
  const toldAt = Date.now();
  const etas = Object.fromEntries(data.items.map(({ task_id, eta_s }) => [task_id, eta_s]));
  expect(etas[now]).toBeGreaterThan(3);
  expect(etas[next]).toBeGreaterThanOrEqual((etas[now] ?? 0) + 1.5);
  expect(etas[last]).toBeGreaterThan(etas[next] ?? 0);

  const told: number[] = [];
  for (;;) {
    const { eta_s, status } = await look(now);
    if (status !== 'running') break;
    if (eta_s !== null) told.push(eta_s);
    await delay(100);
  }
  // How fast this machine is today shows in both: what was told, and what it took.
  const secondsOf = () => (Date.now() - toldAt) / 1000;
  expectNear(secondsOf(), etas[now]);
  expect(told.length).toBeGreaterThan(5);
  for (const [n, eta_s] of told.entries()) {
    expect(eta_s).toBeGreaterThan(0);
    expect(eta_s - (told[n - 1] ?? Infinity)).toBeLessThanOrEqual(1);
  }
  await until(app, user, last, ['succeeded']);
  expectNear(secondsOf(), etas[last]);
});

/** A machine may have become faster or slower since, by half as much again as another run beside this one does to it. */
function expectNear(took: number, eta_s: number | null | undefined): void {
  expect(took / (eta_s ?? 0)).toBeGreaterThan(0.35);
  expect(took / (eta_s ?? 0)).toBeLessThan(3);
}

test('a job that says nothing on its way has a time left all the same, once it was done before', async () => {
  const { app, user, add } = await appWithUser({ cores: 1 });
  await app.pool.query(`insert into render_cost (kind, cpu_seconds, samples) values ('job:test.wait', 20, 5)`);
  const task_id = await app.queue.add(wait, { ...add, input: {} });
  const began = await until(app, user, task_id, ['running']);
  expect(began.eta_s).toBeGreaterThan(15);
  await delay(3500);
  const later = await until(app, user, task_id, ['running']);
  expect(later.eta_s).toBeLessThan(18);
  await app.call('task.cancel', { task_id }, user);
  await until(app, user, task_id, ['canceled']);
});

test('tasks are found by the time they were asked for', async () => {
  const { app, user, add } = await appWithUser();
  const old = await app.queue.add(count, { ...add, input: { to: 1 } });
  const recent = await app.queue.add(count, { ...add, input: { to: 1 } });
  await app.pool.query(`update task set created_at = '2026-01-05T10:00:00Z' where task_id = $1`, [old]);
  const ids = async (range: { created_from?: string; created_to?: string }) =>
    (await app.call('task.list', range, user)).data.items.map(({ task_id }) => task_id);
  expect(await ids({ created_from: '2026-01-05T10:00:00Z', created_to: '2026-01-06T00:00:00Z' })).toEqual([old]);
  expect(await ids({ created_from: '2026-01-06T00:00:00Z' })).toEqual([recent]);
  expect(await ids({ created_to: '2026-01-05T10:00:00Z' })).toEqual([]);
});

test('tasks are listed newest first, counted as unread until they are read', async () => {
  const { app, user, add } = await appWithUser();
  const first = await app.queue.add(count, { ...add, title: '夏季 50% 折扣', input: { to: 1 } });
  const second = await app.queue.add(count, { ...add, input: { to: 1 } });
  await until(app, user, second, ['succeeded']);

  const { data } = await app.call('task.list', {}, user);
  expect(data.items.map(({ task_id }) => task_id)).toEqual([second, first]);
  expect(data.unread_count).toBe(2);

  await app.call('task.markRead', { task_ids: [first] }, user);
  const unread = await app.call('task.list', { unread: true }, user);
  expect(unread.data.items.map(({ task_id }) => task_id)).toEqual([second]);
  const found = await app.call('task.list', { keyword: '50%' }, user);
  expect(found.data.items.map(({ task_id }) => task_id)).toEqual([first]);
});

test('quiet tasks are seen only when somebody has to know of them', async () => {
  const { app, user, add } = await appWithUser();
  const fine = await app.queue.add(count, { ...add, is_quiet: true, input: { to: 1 } });
  const bad = await app.queue.add(refuse, { ...add, is_quiet: true, input: {} });
  await until(app, user, fine, ['succeeded']);
  await until(app, user, bad, ['failed']);
  const { data } = await app.call('task.list', {}, user);
  expect(data.items.map(({ task_id }) => task_id)).toEqual([bad]);
  expect(data.unread_count).toBe(1);
  const { rows } = await app.pool.query<{ task_id: string }>(`select data->>'task_id' as task_id from stream_event`);
  expect(rows).toEqual([{ task_id: bad }]);
});

test('what has to wait for something is tried again, without counting as a failure', async () => {
  const { app, user, add } = await appWithUser();
  waits = 0;
  const task_id = await app.queue.add(patience, { ...add, input: {} });
  const done = await until(app, user, task_id, ['succeeded', 'failed']);
  expect(done).toMatchObject({ status: 'succeeded', attempt: 6, error: null });
});

test('what somebody waits for does not stand behind work that takes all cores', async () => {
  const { app, user, add } = await appWithUser({ cores: 1 });
  const long = await app.queue.add(wait, { ...add, input: {} });
  await until(app, user, long, ['running']);
  const behind = await app.queue.add(count, { ...add, input: { to: 1 } });
  const spoken = await app.queue.add(say, { ...add, input: {} });
  await until(app, user, spoken, ['succeeded']);
  expect(await until(app, user, behind, ['queued', 'running', 'succeeded'])).toMatchObject({ status: 'queued' });
});

test("workers' deaths do not count as failed tries; only one task at which many died in a row is given up", async () => {
  const app = await createTestApp({ jobs });
  const user = await app.signIn();
  const add = { space_id: user.space_id, user_uid: user.user_uid, title: '一件事' };
  const [killed, deadly] = await Promise.all([1, 2].map((to) => app.queue.add(count, { ...add, input: { to } })));
  // As a killed worker leaves them.
  const left = { status: 'running' as const, attempt: 30 };
  await app.db
    .update(task)
    .set({ ...left, deaths: 1 })
    .where(eq(task.task_id, killed ?? ''));
  await app.db
    .update(task)
    .set({ ...left, deaths: 11 })
    .where(eq(task.task_id, deadly ?? ''));
  app.queue.work();
  expect(await until(app, user, killed ?? '', ['succeeded', 'failed'])).toMatchObject({ status: 'succeeded' });
  expect(await until(app, user, deadly ?? '', ['succeeded', 'failed'])).toMatchObject({
    status: 'failed',
    error: {
      can_retry: true,
      message: '任务多次让处理程序意外退出，已停止；请换掉可能损坏的素材后重试',
    },
  });
});

test('a stranger sees neither the task nor whether it exists', async () => {
  const { app, add } = await appWithUser();
  const task_id = await app.queue.add(count, { ...add, input: { to: 1 } });
  const stranger = await app.signIn({ name: '外人' });
  for (const answer of [
    await app.call('task.check', { task_ids: [task_id] }, stranger),
    await app.call('task.cancel', { task_id }, stranger),
    await app.call('task.cancel', { task_id: 'nothing-like-this' }, stranger),
  ]) {
    expect(answer).toMatchObject({ code: 404, message: '内容不存在或已被删除', data: null });
  }
});

test('a viewer may look but not cancel', async () => {
  const { app, user } = await appWithUser();
  const viewer = await app.signIn({ name: '访客' });
  const space_id = await app.team([
    [user, 'owner'],
    [viewer, 'viewer'],
  ]);
  const task_id = await app.queue.add(wait, { space_id, user_uid: user.user_uid, title: '团队的事', input: {} });
  const seen = await app.call('task.check', { task_ids: [task_id] }, viewer);
  expect(seen.data.items).toHaveLength(1);
  const refused = await app.call('task.cancel', { task_id }, viewer);
  expect(refused).toMatchObject({ status: 403, code: 403 });
  await app.call('task.cancel', { task_id }, user);
});
