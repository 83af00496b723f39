import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { AppError, calls, entries, plain, post, stream } from '@mixreel/contract';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#config.ts';
import { routes } from '#features/index.ts';
import { implement } from '#http/route.ts';
import { createHttpServer } from '#http/server.ts';
import { taskTopic } from '#queue/task-state.ts';
import { longestSilence, SILENCE_MAX_MS } from '#testing/event-loop-watch.ts';
import { createTestApp } from '#testing/test-app.ts';

/** The calls that answer without a session. A new one belongs here only on purpose. */
const PUBLIC = [
  '/api/project_config',
  '/api/user/login',
  '/api/auth/code_info',
  '/api/auth/loginByFeishuQr/',
  '/api/auth/qr/start',
  '/api/auth/qr/wait',
  '/api/auth/qr/info',
  '/api/user/refreshToken',
  '/api/auth/loadTokenByKey',
  '/api/user/login/password',
  '/api/user/login/passkey/start',
  '/api/user/login/passkey',
  '/api/share/detail',
  '/api/share/share_list',
  '/api/share/story_board',
  '/api/share/share_download_v2',
  // Signed by us, for services.
  '/api/ai/callback',
  // By the code of a phone, which is no session.
  '/api/shoot/list',
  '/api/shoot/order',
  '/api/shoot/mark',
  '/api/shoot/take_start',
  '/api/shoot/take_end',
  '/api/shoot/changes',
];

test('every entry of the contract is served, and nothing else is', () => {
  expect(routes.map(({ entry }) => nameOf(entry)).toSorted()).toEqual(entries.map(nameOf).toSorted());
});

test('only the listed calls answer without a session', async () => {
  const app = await createTestApp();
  const open: string[] = [];
  for (const { method, path } of calls) {
    const body = method === 'POST' ? '{}' : null;
    const response = await fetch(app.url + path, { method, body, headers: { 'content-type': 'application/json' } });
    const { code } = (await response.json()) as { code: number };
    if (code !== 401 || response.status !== 401) open.push(path);
  }
  expect(open).toEqual(PUBLIC);
});

test('a token is taken from any of the three headers', async () => {
  const app = await createTestApp();
  const { token, user_uid } = await app.signIn();
  const ways = [
    ['authorization', `Bearer ${token}`],
    ['access-token', token],
    ['token', token],
  ] as const;
  for (const [header, value] of ways) {
    const response = await fetch(`${app.url}/api/user/info`, { headers: { [header]: value } });
    expect(await response.json()).toMatchObject({ code: 0, data: { user_uid } });
  }
});

test('bad input of every kind is answered in the envelope and never as our fault', async () => {
  const app = await createTestApp();
  const { token } = await app.signIn();
  const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const list = '/api/v2/materials/list';
  const bodies: [string, RequestInit, { status: number; code: number; message?: string }][] = [
    [list, { body: '{"page_size": "ten"}', headers: json }, { status: 200, code: 400, message: 'page_size：应为数字' }],
    [
      list,
      { body: '{"page_size": 101}', headers: json },
      { status: 200, code: 400, message: 'page_size：不能大于 100' },
    ],
    [list, { body: '{"page_index": 1e999}', headers: json }, { status: 200, code: 400 }],
    [
      list,
      { body: '{"project_id": "a b"}', headers: json },
      { status: 200, code: 400, message: 'project_id：编号格式不正确' },
    ],
    [list, { body: '{"material_type": "text"}', headers: json }, { status: 200, code: 400 }],
    [list, { body: '{"page_size":', headers: json }, { status: 200, code: 400, message: '提交的内容不是有效的 JSON' }],
    [list, { body: '[1]', headers: json }, { status: 200, code: 400 }],
    [list, { body: 'null', headers: json }, { status: 200, code: 400 }],
    [
      list,
      { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), headers: json },
      { status: 200, code: 400, message: '提交的内容不是有效的 UTF-8 文本' },
    ],
    [
      '/api/v2/task/list',
      { body: '{"keyword": "a\\u0000b"}', headers: json },
      { status: 200, code: 400, message: '文字中有无法保存的字符' },
    ],
    ['/api/v2/task/list', { body: '{"keyword": "\\ud800"}', headers: json }, { status: 200, code: 400 }],
    [list, { body: `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, headers: json }, { status: 200, code: 400 }],
    [list, { body: `{"a":"${'x'.repeat(3 * 1024 * 1024)}"}`, headers: json }, { status: 413, code: 413 }],
    [list, { body: '<a/>', headers: { ...json, 'content-type': 'text/xml' } }, { status: 415, code: 415 }],
    ['/api/nothing/here', { body: '{}', headers: json }, { status: 404, code: 404 }],
    [`${list}%ff%zz`, { body: '{}', headers: json }, { status: 200, code: 400 }],
    [list, { method: 'DELETE', headers: { authorization: json.authorization } }, { status: 404, code: 404 }],
  ];
  for (const [path, init, expected] of bodies) {
    const response = await fetch(app.url + path, { method: 'POST', ...init });
    const { status } = response;
    const answer = (await response.json()) as object;
    expect({ path, status, ...answer }).toMatchObject({ path, ...expected });
    expect(JSON.stringify(answer)).not.toMatch(/at \/|node_modules|select |\.ts:/);
  }
  const health = await fetch(`${app.url}/healthz`);
  expect(health.status).toBe(200);
});

test('every wrong field is named, not only the first', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data } = await app.call(
    'task.list',
    { page_size: 0, status: ['done' as never], keyword: 'x'.repeat(101) },
    user,
  );
  expect(data).toEqual({
    fields: {
      page_size: '不能小于 1',
      'status.0': '只能是：queued、running、succeeded、partial、failed、canceling、canceled',
      keyword: '最多 100 个字',
    },
  });
});

test('a broken request line gets an answer and leaves the server alive', async () => {
  const app = await createTestApp();
  const { hostname, port } = new URL(app.url);
  const answer = await new Promise<string>((done, fail) => {
    const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('close', () => done(text));
    socket.on('error', fail);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

const writes = {
  count: post('/test/count', {
    summary: '',
    input: z.object({ by: z.int() }),
    output: z.object({ total: z.int() }),
    access: 'session',
  }),
};

test('the same request sent twice is carried out once, also when both come at the same time', async () => {
  let total = 0;
  const counting = implement(writes, {
    async count({ by }) {
      await new Promise((done) => setTimeout(done, 100));
      if (by < 0) throw new AppError('invalid', '不能为负');
      return { total: (total += by) };
    },
  });
  const app = await createTestApp({ routes: counting });
  const { token } = await app.signIn();
  const send = async (by: number, id: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-request-id': id };
    const response = await fetch(`${app.url}/test/count`, { method: 'POST', headers, body: JSON.stringify({ by }) });
    expect(response.headers.get('x-request-id')).toBe(id);
    return response.json();
  };
  const once = { code: 0, message: '', data: { total: 1 } };
  expect(await Promise.all([send(1, 'a'), send(1, 'a'), send(1, 'a')])).toEqual([once, once, once]);
  expect(await send(1, 'a')).toEqual(once);
  expect(await send(1, 'b')).toMatchObject({ data: { total: 2 } });
  expect(await send(5, 'a')).toMatchObject({ code: 409 });
  expect(await send(-1, 'c')).toMatchObject({ code: 400 });
  expect(await send(3, 'c')).toMatchObject({ code: 0, data: { total: 5 } });
});

test('what the contract does not name never leaves the server', async () => {
  const leaky = implement(writes, {
    async count() {
      return { total: 1, password: 'secret' } as { total: number };
    },
  });
  const app = await createTestApp({ routes: leaky });
  const { token } = await app.signIn();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${app.url}/test/count`, { method: 'POST', headers, body: '{"by":1}' });
  expect(await response.json()).toEqual({ code: 0, message: '', data: { total: 1 } });
});

const faulty = { crash: plain('GET', '/test/crash', { summary: '' }) };

test('an unforeseen error says nothing about the inside', async () => {
  const app = await createTestApp({
    routes: implement(faulty, {
      async crash() {
        throw new Error('select * from secrets at /srv/app.ts:12');
      },
    }),
  });
  const response = await fetch(`${app.url}/test/crash`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ code: 500, message: '请求失败，请稍后重试', data: null });
});

test('too many calls from one address are told to wait', async () => {
  const app = await createTestApp({ env: { RATE_PER_MINUTE: '5' } });
  const answers = await Promise.all(Array.from({ length: 7 }, () => fetch(`${app.url}/api/project_config`)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  expect(await refused[0]?.json()).toMatchObject({ code: 429 });
});

test('answers carry the security headers', async () => {
  const app = await createTestApp();
  const { headers } = await fetch(`${app.url}/api/docs`);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const api = await fetch(`${app.url}/api/project_config`);
  expect(api.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
});

test('the OpenAPI document describes every entry', async () => {
  const app = await createTestApp();
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  for (const { path, method } of entries) {
    expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase());
  }
});

const talk = {
  listen: stream('/test/listen', {
    summary: '',
    input: z.object({}),
    output: z.object({ n: z.int() }),
    access: 'session',
  }),
};

test('an event stream resumes after the last event that was seen, and loses none', async () => {
  const app = await createTestApp({ routes: implement(talk, { listen: async () => ({ topic: 'numbers' }) }) });
  const { token } = await app.signIn();
  const say = (n: number) => app.db.transaction((tx) => app.streams.publish(tx, 'numbers', 'message', { n }));

  const first = await listen(`${app.url}/test/listen`, { authorization: `Bearer ${token}` });
  await say(1);
  await say(2);
  const seen = await first.take(2);
  expect(seen.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
  first.close();

  await Promise.all([3, 4, 5, 6].map(say));
  const second = await listen(`${app.url}/test/listen`, {
    authorization: `Bearer ${token}`,
    'last-event-id': String(seen[0]?.id),
  });
  await say(7);
  const rest = await second.take(6);
  expect(rest.map(({ data }) => (data as { n: number }).n).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(rest.map(({ id }) => id)).toEqual(rest.map(({ id }) => id).toSorted((a, b) => a - b));
  second.close();
});

test('what is said while nobody listens, short or long, is told in its order afterwards', async () => {
  const app = await createTestApp();
  const heard: number[] = [];
  const say = (n: number, words = '') =>
    app.db.transaction((tx) => app.streams.publish(tx, 'numbers', 'message', { n, words }));
  await app.streams.subscribe('numbers', null, ({ data }) => heard.push((data as { n: number }).n));
  await Promise.all([1, 2, 3].map((n) => say(n)));
  await expect.poll(() => heard.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  await app.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mixreel-listen' and datname = current_database()",
  );
  await say(4);
  await say(5, '长'.repeat(5000));
  await expect.poll(() => heard.slice(3)).toEqual([4, 5]);
  await say(6);
  await say(7, '长'.repeat(5000));
  await say(8);
  await expect.poll(() => heard.slice(5)).toEqual([6, 7, 8]);
});

test('one connection carries many streams; each is resumed, and refused, by itself', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const stranger = await app.signIn();
  const { project_id } = (await app.call('project.add', { project_name: '我的' }, user)).data;
  const theirs = (await app.call('project.add', { project_name: '别人的' }, stranger)).data.project_id;
  const say = (topic: string, n: number) =>
    app.db.transaction((tx) => app.streams.publish(tx, topic, 'message', { n }));
  const open = (streams: object[]) =>
    listen(`${app.url}/api/events`, { authorization: `Bearer ${user.token}` }, { streams });
  const tasks = { name: 'tasks', path: '/api/task/changes', input: { team_id: '' } };
  const mine = { name: 'mine', path: '/api/mix-artwork/changes', input: { project_id } };

  const first = await open([
    tasks,
    mine,
    { name: 'theirs', path: '/api/mix-artwork/changes', input: { project_id: theirs } },
    { name: 'nothing', path: '/api/task/list', input: {} },
  ]);
  const begun = await first.take(4);
  const told = new Map(begun.map(({ event, data }) => [(data as { name: string }).name, event]));
  expect(Object.fromEntries(told)).toEqual({ tasks: 'open', mine: 'open', theirs: 'refused', nothing: 'refused' });
  await say(taskTopic(user.space_id), 1);
  expect((await first.take(5)).at(-1)).toMatchObject({ event: 'message', data: { name: 'tasks', data: { n: 1 } } });
  first.close();

  await say(taskTopic(user.space_id), 2);
  const { id } = begun.find(({ data }) => (data as { name: string }).name === 'tasks') ?? { id: 0 };
  const second = await open([{ ...tasks, last_event_id: id }, mine]);
  const heard = (await second.take(4)).filter(({ event }) => event === 'message');
  expect(heard.map(({ data }) => data)).toEqual([1, 2].map((n) => ({ name: 'tasks', data: { n } })));
  second.close();

  const refused = await fetch(`${app.url}/api/events`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(refused.status).toBe(401);
});

test('a stream is opened by a ticket for it alone, once, never by the session token in the address', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data } = await app.call('auth.streamTicket', { address: '/api/task/changes' }, user);
  const open = (path: string) => fetch(`${app.url}${path}ticket=${data.ticket}`);
  expect((await open('/api/task/changes?task_ids=["x"]&')).status).toBe(401);
  expect((await open('/api/mproject/changes?mproject_id=x&')).status).toBe(401);
  const opened = await open('/api/task/changes?');
  expect(opened.status).toBe(200);
  await opened.body?.cancel();
  expect((await open('/api/task/changes?')).status).toBe(401);
  const refused = await fetch(`${app.url}/api/task/changes?ticket=${user.token}`);
  expect(refused.status).toBe(401);
  const misused = await app.call('auth.info', {}, { token: data.ticket });
  expect(misused.code).toBe(401);
});

test('whatever strangers ask for, everybody else is answered meanwhile', async () => {
  const app = await createTestApp();
  // Packed as browsers get it, and not unpacked: that would be this test's work, not the server's.
  const ask = (path: string) =>
    new Promise<void>((done, fail) => {
      const headers = { 'accept-encoding': 'br' };
      get(`${app.url}${path}`, { headers }, (answer) => answer.resume().on('end', () => done())).on('error', fail);
    });
  const many = async (path: string) => void (await Promise.all(Array.from({ length: 30 }, () => ask(path))));
  for (const path of ['/api/openapi.json', '/api/docs']) {
    let user = 0;
    const silence = await longestSilence(async () => {
      // The first makes it, for all.
      await ask(path);
      const before = process.threadCpuUsage();
      await many(path);
      ({ user } = process.threadCpuUsage(before));
    });
    expect(silence).toBeLessThan(SILENCE_MAX_MS);
    expect([path, user / 30_000 < 30]).toEqual([path, true]);
  }

  const signedIn = await app.signIn();
  const zeros = `[${'0,'.repeat(990_000)}0]`;
  const bodies: [path: string, token: string, body: string, status: number][] = [
    ['/api/share/share_download_v2', '', `{"record_uuid":"x","item_ids":${zeros}}`, 413],
    ['/api/user/login', '', `{"code":"${'x'.repeat(1_900_000)}"}`, 413],
    ['/api/share/add', signedIn.token, `{"material_ids":${zeros}}`, 200],
  ];
  for (const [path, token, body, status] of bodies) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    let answered = 0;
    const send = async () => {
      answered = (await fetch(`${app.url}${path}`, { method: 'POST', headers, body })).status;
    };
    const silence = await longestSilence(send);
    expect([path, answered, silence < SILENCE_MAX_MS || silence]).toEqual([path, status, true]);
  }
});

test('who asks is told by the proxies in front, and never by whoever asks', async () => {
  const echo = implement(
    { who: plain('GET', '/test/who', { summary: '' }) },
    { who: async (request, reply) => reply.send({ ip: request.ip }) },
  );
  const askers: [TRUST_PROXY: string, told: string, believed: string][] = [
    ['false', '6.6.6.6', '127.0.0.1'],
    ['1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['true', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['2', '6.6.6.6, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    ['10.0.0.0/8', '6.6.6.6', '127.0.0.1'],
    ['10.0.0.0/8,127.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ];
  const app = await createTestApp();
  for (const [TRUST_PROXY, told, believed] of askers) {
    const server = await createHttpServer({ ...app, config: readConfig({ TRUST_PROXY }) }, echo);
    const { ip } = (await server.inject({ url: '/test/who', headers: { 'x-forwarded-for': told } })).json();
    expect([TRUST_PROXY, ip]).toEqual([TRUST_PROXY, believed]);
  }
});

test('a stop waits for answers under way but not for connections that are kept open', async () => {
  const arrived = Promise.withResolvers<void>();
  const slow = implement(
    { wait: plain('GET', '/test/wait', { summary: '' }) },
    {
      async wait(_request, reply) {
        arrived.resolve();
        await new Promise((done) => setTimeout(done, 400));
        return reply.send({ done: true });
      },
    },
  );
  const app = await createTestApp({ routes: slow });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const answer = new Promise<number | undefined>((done, fail) => {
    get(`${app.url}/test/wait`, { agent }, (response) => {
      response.resume();
      response.once('end', () => done(response.statusCode));
    }).once('error', fail);
  });
  await arrived.promise;
  const began = Date.now();
  await app.stop();
  expect(await answer).toBe(200);
  // Such a connection is kept for more than a minute.
  expect(Date.now() - began).toBeLessThan(30_000);
});

type Heard = { id: number; event: string; data: unknown };

async function listen(url: string, headers: Record<string, string>, body?: object) {
  const abort = new AbortController();
  const response = await fetch(url, {
    signal: abort.signal,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The stream has no body');
  let text = '';
  return {
    close: () => abort.abort(),
    async take(count: number): Promise<Heard[]> {
      for (;;) {
        const blocks = text
          .split('\n\n')
          .slice(0, -1)
          .filter((block) => block.includes('data:'));
        if (blocks.length >= count) return blocks.map(parse);
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream ended');
        text += value;
      }
    },
  };
}

function parse(block: string): Heard {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
  return { id: Number(field('id')), event: field('event'), data: JSON.parse(field('data')) };
}

function nameOf({ method, path }: { method: string; path: string }): string {
  return `${path} ${method}`;
}
