import { expect, onTestFinished, test } from 'vitest';
import { startS3Double } from '#testing/s3-double.ts';
import { startServer } from '#testing/server-process.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestDatabase } from '#testing/test-app.ts';

test('two API processes and three workers share one database and one S3', { timeout: 120_000 }, async () => {
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
  const start = (ROLE: string) => {
    const { dir, remove } = makeTempDir();
    onTestFinished(remove);
    return startServer({ ...shared, ROLE, DATA_DIR: dir });
  };
  const apis = [start('api'), start('api')];
  const workers = [start('worker'), start('worker'), start('worker')];

  const links = await Promise.all(apis.map((api) => api.said(/(http:\/\/localhost:\d+)(?:[^]*code=([\w-]+))/)));
  await Promise.all(workers.map((worker) => worker.said(/工作进程已启动，使用 \d+ 个核心，状态 (http:\S+)\/healthz/)));
  const [a, b] = links.map(([, url]) => url);
  // The later of the two has replaced the earlier one's code; either process takes it.
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const answers = await Promise.all(
    links.map(async ([, , code]) =>
      (await fetch(`${a}/api/user/login`, { ...post, body: JSON.stringify({ code }) })).json(),
    ),
  );
  const session = (answers as { code: number; data: { access_token: string } }[]).find(({ code }) => code === 0);
  const headers = { authorization: `Bearer ${session?.data.access_token}` };
  const info = await (await fetch(`${b}/api/user/info`, { headers })).json();
  expect(info).toMatchObject({ code: 0, data: { role: 'admin' } });

  for (const one of [...apis, ...workers]) one.child.kill('SIGTERM');
  expect(await Promise.all([...apis, ...workers].map(({ ended }) => ended))).toEqual([0, 0, 0, 0, 0]);
});
