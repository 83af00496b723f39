import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope, Session } from '@mixreel/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startS3Double } from '#testing/s3-double.ts';
import { startServer } from '#testing/server-process.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestDatabase } from '#testing/test-app.ts';

test('two API processes and a worker share one database and one S3', async () => {
  const start = await prepareInstallation();
  const apis = [start('api'), start('api')];
  const worker = start('worker');

  const links = await Promise.all(apis.map((api) => api.said(LINK)));
  await worker.said(/工作进程已启动，使用 \d+ 个核心，状态 (http:\S+)\/healthz/);
  const [a = '', b = ''] = links.map(([, url]) => url ?? '');
  const admin = await signInFirst(a, links);
  expect(await get(b, '/api/user/info', admin.access_token)).toMatchObject({ code: 0, data: { role: 'admin' } });
  await expectOutAtOnce(a, b, admin);

  for (const one of [...apis, worker]) one.child.kill('SIGTERM');
  expect(await Promise.all([...apis, worker].map(({ ended }) => ended))).toEqual([0, 0, 0]);
});

/** Whoever is disabled by one API process is out of the other within 0.2 s. */
async function expectOutAtOnce(a: string, b: string, admin: Session): Promise<void> {
  const { data: invited } = await post<{ code: string }>(a, '/api/admin/invitation/add', {}, admin.access_token);
  const { data: member } = await post<Session>(b, '/api/user/login', { code: invited.code, name: '小明' });

  const headers = { authorization: `Bearer ${member.access_token}` };
  const stream = await fetch(`${b}/api/task/changes`, { headers });
  expect(stream.status).toBe(200);
  const streamEnd = stream.text().then(() => Date.now());
  // Asked without a pause, so that the other process always has a fresh answer in hand.
  let isOut = false;
  const lastIn = (async () => {
    for (let last = Date.now(); ;) {
      const asked = Date.now();
      isOut = (await get(b, '/api/user/info', member.access_token)).code !== 0;
      if (isOut) return last;
      last = asked;
      await delay(5);
    }
  })();
  await delay(300);
  expect(isOut).toBe(false);

  const { user_uid } = member.user_info;
  await post(a, '/api/users/user/status/update', { user_uid, status: 'disabled' }, admin.access_token);
  const disabled = Date.now();
  expect(await get(a, '/api/user/info', member.access_token)).toMatchObject({ code: 401 });
  // Who asks later than that is refused, however long a busy machine takes for the answer.
  expect((await lastIn) - disabled).toBeLessThanOrEqual(200);
  expect((await streamEnd) - disabled).toBeLessThan(10_000);
  const { refresh_token } = member;
  expect(await post(b, '/api/user/refreshToken', { refresh_token })).toMatchObject({ code: 401 });
}

const LINK = /(http:\/\/localhost:\d+)(?:[^]*code=([\w-]+))/;

/** One database and one S3, and how to start processes on them. */
async function prepareInstallation() {
  const s3 = await startS3Double();
  onTestFinished(() => s3.close());
  const shared = {
    DATABASE_URL: await createTestDatabase(),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    PORT: '0',
  };
  return (ROLE: string) => {
    const { dir, remove } = makeTempDir();
    onTestFinished(remove);
    return startServer({ ...shared, ROLE, DATA_DIR: dir });
  };
}

/** The later of the two processes has replaced the earlier one's code; either takes it. */
async function signInFirst(url: string, links: RegExpExecArray[]): Promise<Session> {
  const answers = await Promise.all(links.map(([, , code]) => post<Session>(url, '/api/user/login', { code })));
  const session = answers.find(({ code }) => code === 0);
  if (!session) throw new Error('Neither code signs in');
  return session.data;
}

async function get(url: string, path: string, token: string): Promise<Envelope> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as Envelope;
}

async function post<T>(url: string, path: string, input: object, token = ''): Promise<Envelope<T>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(input) });
  return (await response.json()) as Envelope<T>;
}
