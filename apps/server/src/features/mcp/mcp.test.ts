import { EventEmitter } from 'node:events';
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import type { TokenScope } from '@mixreel/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addFile } from '#features/file/add-file.ts';
import { identify } from '#http/authorize.ts';
import { makeContext } from '#http/call.ts';
import { EXAMPLES } from '#http/docs-page.ts';
import { testProject } from '#testing/materials.ts';
import { startS3Double } from '#testing/s3-double.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

async function connect(app: TestApp, token: string, headers = bearing(token)) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const use = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    return isError ? { refused: text } : { data: JSON.parse(text) as Record<string, unknown> };
  };
  return { client, use };
}

const bearing = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function tokenFor(app: TestApp, ann: Awaited<ReturnType<TestApp['signIn']>>, scopes: TokenScope[]) {
  const { data } = await app.call('token.add', { token_name: '剪辑助手', team_id: '', scopes, days: 7 }, ann);
  return data;
}

test('an agent works in one space within its scopes, until its token is revoked', async () => {
  const app = await createTestApp();
  const [ann, bob] = [await app.signIn({ name: '小安' }), await app.signIn({ name: '小北' })];
  const project_id = await testProject(app, ann);
  const others = await testProject(app, bob);
  const { token, personal_token } = await tokenFor(app, ann, ['read', 'edit']);
  const { client, use } = await connect(app, token);

  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('add_mix');
  expect(names).not.toContain('export_videos');
  const made = await use('add_mix', { project_id, mproject_name: '夏季上新', lines: ['早上来一杯', '一天从它开始'] });
  expect(made).toMatchObject({ data: { mproject_name: '夏季上新', shootings: [{}, {}] } });
  const { mproject_id } = made.data as { mproject_id: string };
  expect(await use('list_mixes', { project_id })).toMatchObject({ data: { items: [{ mproject_id }] } });

  expect(await use('add_mix', { project_id })).toMatchObject({ refused: expect.stringMatching(/[\p{Script=Han}]/u) });
  expect(await use('list_mixes', { project_id: others })).toMatchObject({ refused: '内容不存在或已被删除' });
  const other = await connect(app, token, { 'access-token': token });
  expect(await other.use('list_mixes', { project_id })).toMatchObject({ data: { items: [{ mproject_id }] } });
  const bare = await app.call('candidate.export', { mproject_id, best: 1 }, { token });
  expect(bare.message).toBe('这个访问令牌没有「制作」权限，请换一个令牌');

  // Who one is and where one works is for people; so is whatever else they have.
  const team_id = await app.team([[ann, 'owner']]);
  expect(await app.call('token.list', {}, { token })).toMatchObject({ code: 403 });
  expect(await app.call('team.switch', { space_type: 'TEAM', team_id }, { token })).toMatchObject({ code: 403 });
  expect(await app.call('project.list', { team_id }, { token })).toMatchObject({ code: 404 });
  expect(await app.call('project.list', { team_id }, ann)).toMatchObject({ code: 0 });

  for (const { call, input } of EXAMPLES) {
    const { method, path } = call;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = method === 'POST' ? JSON.stringify(input) : null;
    expect(await (await fetch(`${app.url}${path}`, { method, headers, body })).json()).toMatchObject({ code: 0 });
  }

  const { data } = await app.call('token.list', {}, ann);
  expect(data.tokens).toMatchObject([{ token_name: '剪辑助手', last_used_at: expect.any(String) }]);
  await app.call('token.revoke', { token_id: personal_token.token_id }, ann);
  await expect(client.listTools()).rejects.toThrow(/401|登录/);
});

test('what a program has asked for ends with its token, and no other work of the person does', async () => {
  const app = await createTestApp();
  const ann = await app.signIn();
  const [revoked, other] = [await tokenFor(app, ann, ['edit']), await tokenFor(app, ann, ['edit'])];
  const asking = async (token: string) => {
    const { caller } = await identify(app, token, 'call', null);
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
    onTestFinished(() => void reply.raw.emit('close'));
    const about = { caller, space: null, stopping: new AbortController().signal };
    return makeContext(app, { headers: {} } as FastifyRequest, reply, about).signal;
  };
  const [its, others, own] = [await asking(revoked.token), await asking(other.token), await asking(ann.token)];
  await app.call('token.revoke', { token_id: revoked.personal_token.token_id }, ann);
  await vi.waitFor(() => expect(its.aborted).toBe(true));
  expect([others.aborted, own.aborted]).toEqual([false, false]);
});

test('a request that is too large is refused, and the next one of the same connection answered', async () => {
  const app = await createTestApp();
  const { token } = await tokenFor(app, await app.signIn(), ['read']);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const headers = {
    ...bearing(token),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (params: object, whole: boolean) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
    const length = whole ? { 'content-length': Buffer.byteLength(body) } : {};
    return new Promise<number | undefined>((done, fail) => {
      const sent = request(
        `${app.url}/mcp`,
        { agent, method: 'POST', headers: { ...headers, ...length } },
        (answer) => {
          answer.resume().once('end', () => done(answer.statusCode));
        },
      );
      sent.once('error', fail).end(body);
    });
  };
  const long = { x: '长'.repeat(500_000) };
  const codes = [await send(long, true), await send({}, true), await send(long, false), await send({}, true)];
  expect(codes).toEqual([413, 200, 413, 200]);
});

test('an agent sees files of a store that has an address of its own, and a large one is not read for it', async () => {
  const double = await startS3Double();
  onTestFinished(() => double.close());
  const app = await createTestApp({
    env: {
      S3_ENDPOINT: double.endpoint,
      S3_PUBLIC_URL: double.endpoint,
      S3_BUCKET: double.bucket,
      S3_ACCESS_KEY_ID: double.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: double.credentials.secretAccessKey,
    },
  });
  const ann = await app.signIn();
  const { client } = await connect(app, (await tokenFor(app, ann, ['read'])).token);
  const read = async (content: Buffer) => {
    const file = { space_id: ann.space_id, file_name: 'a.mp4', content_type: 'video/mp4', created_by: ann.user_uid };
    const { vlc_id } = await addFile(app.db, app.storage, { ...file, source: Readable.from([content]) });
    return client.readResource({ uri: `mixreel://file/${vlc_id}` });
  };
  const { contents } = await read(Buffer.from('small'));
  expect(contents).toMatchObject([{ mimeType: 'video/mp4', blob: Buffer.from('small').toString('base64') }]);

  let taken = 0;
  const { read: readStored } = app.storage;
  app.storage.read = async (sha256, range) => {
    const stream = await readStored(sha256, range);
    return stream.on('data', (part: Buffer) => (taken += part.length));
  };
  await expect(read(Buffer.alloc(24 * 1024 ** 2))).rejects.toThrow('文件太大，请用链接读取');
  expect(taken).toBeLessThan(21 * 1024 ** 2);
});
