import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startS3Double } from '#testing/s3-double.ts';
import { type TestApp, createTestApp } from '#testing/test-app.ts';
import { addFile } from './add-file.ts';
import { signFileLink } from './file-link.ts';
import { fileRoutes } from './file.routes.ts';
import { rangeOf } from './range-header.ts';
import { removeFiles } from './remove-files.ts';

const REFUSED = { code: 403, message: '链接无效或已过期，请重新获取', data: null };

test('a member sees how much of the space is used and left', async () => {
  const app = await createApp();
  const user = await app.signIn();
  await add(app, user.space_id, { content: Buffer.alloc(1000) });
  const { data } = await app.call('file.verifyUser', {}, user);
  const quota_bytes = app.config.spaceQuotaBytes;
  expect(data).toEqual({ allowed: true, used_bytes: 1000, quota_bytes, left_bytes: quota_bytes - 1000 });
});

test('a jump link opens the file for ten minutes, without a session', async () => {
  const app = await createApp();
  const user = await app.signIn();
  const content = randomBytes(300_000);
  const { vlc_id, sha256 } = await add(app, user.space_id, { content, file_name: '成片 1.mp4' });
  const { data } = await app.call('file.jumpLink', { vlc_id }, user);
  const seconds = (Date.parse(data.expires_at) - Date.now()) / 1000;
  expect(seconds > 595 && seconds <= 660).toBe(true);

  const { status, headers, body } = await open(app.url + data.url);
  expect(status).toBe(200);
  expect(body.equals(content)).toBe(true);
  expect(Object.fromEntries(headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-disposition': `inline; filename="__ 1.mp4"; filename*=UTF-8''%E6%88%90%E7%89%87%201.mp4`,
    'content-length': '300000',
    'content-type': 'video/mp4',
    etag: `"${sha256}"`,
    'x-content-type-options': 'nosniff',
  });
});

test('nobody gets a link to a file of a space they are not in, and cannot tell it from one that is not there', async () => {
  const app = await createApp();
  const [owner, stranger] = [await app.signIn(), await app.signIn()];
  const { vlc_id } = await add(app, owner.space_id, {});
  const theirs = await app.call('file.jumpLink', { vlc_id }, stranger);
  const missing = await app.call('file.jumpLink', { vlc_id: 'nosuchfile' }, stranger);
  expect(theirs).toMatchObject({ code: 404, data: null });
  expect(missing).toEqual(theirs);
  expect(await app.call('file.jumpLink', { vlc_id: '../../etc/passwd' }, owner)).toMatchObject({ code: 400 });
});

test('a range gets its part, one behind the end is refused, several at once get everything', async () => {
  const app = await createApp();
  const content = randomBytes(1000);
  const link = await linkTo(app, { content });
  const get = async (range: string, headers: Record<string, string> = {}) => {
    const answer = await open(link, { headers: { range, ...headers } });
    return [answer.status, answer.headers.get('content-range'), answer.body.toString('hex')];
  };
  const part = (from: number, to: number) => content.subarray(from, to).toString('hex');
  expect(await get('bytes=0-0')).toEqual([206, 'bytes 0-0/1000', part(0, 1)]);
  expect(await get('bytes=0-')).toEqual([206, 'bytes 0-999/1000', part(0, 1000)]);
  expect(await get('bytes=990-5000')).toEqual([206, 'bytes 990-999/1000', part(990, 1000)]);
  expect(await get('bytes=-10')).toEqual([206, 'bytes 990-999/1000', part(990, 1000)]);
  expect(await get('bytes=-5000')).toEqual([206, 'bytes 0-999/1000', part(0, 1000)]);
  expect(await get('bytes=1000-')).toEqual([416, 'bytes */1000', '']);
  expect(await get('bytes=0-1,5-6')).toEqual([200, null, part(0, 1000)]);
  expect(await get('bytes=0-9', { 'if-range': '"an older content"' })).toEqual([200, null, part(0, 1000)]);
});

test.each<[string | undefined, number, ReturnType<typeof rangeOf>]>([
  [undefined, 10, null],
  ['bytes=2-5', 10, { start: 2, end: 5 }],
  ['bytes=9-9', 10, { start: 9, end: 9 }],
  ['bytes=10-10', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=5-2', 10, null],
  ['bytes=-', 10, null],
  ['bytes=a-b', 10, null],
  ['items=0-1', 10, null],
  ['bytes=0-1, 3-4', 10, null],
])('the range %j of %i bytes is %j', (header, bytes, range) => {
  expect(rangeOf(header, bytes)).toEqual(range);
});

test('HEAD tells the same as GET, without the bytes', async () => {
  const app = await createApp();
  const link = await linkTo(app, { content: randomBytes(5000) });
  const part = await open(link, { method: 'HEAD', headers: { range: 'bytes=0-99' } });
  expect([part.status, part.headers.get('content-length'), part.body.length]).toEqual([206, '100', 0]);
  const whole = await open(link, { method: 'HEAD' });
  expect([whole.status, whole.headers.get('content-length'), whole.body.length]).toEqual([200, '5000', 0]);
});

test('what the browser has is not sent again', async () => {
  const app = await createApp();
  const link = await linkTo(app, {});
  const etag = (await open(link)).headers.get('etag') ?? '';
  expect((await open(link, { headers: { 'if-none-match': `"other", W/${etag}` } })).status).toBe(304);
  expect((await open(link, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('an empty file is sent as such', async () => {
  const app = await createApp();
  const { status, headers, body } = await open(await linkTo(app, { content: Buffer.alloc(0) }));
  expect([status, headers.get('content-length'), body.length]).toEqual([200, '0', 0]);
});

test('only what browsers play or draw is shown, everything else is saved, and nothing is compressed', async () => {
  const app = await createApp();
  const types = [
    ['video/mp4', 'inline', 'video/mp4'],
    ['image/png', 'inline', 'image/png'],
    ['application/pdf', 'inline', 'application/pdf'],
    ['image/svg+xml', 'attachment', 'image/svg+xml'],
    ['text/html; charset=utf-8', 'attachment', 'text/html; charset=utf-8'],
    ['text/html\r\nX-Evil: 1', 'attachment', 'application/octet-stream'],
  ] as const;
  for (const [content_type, disposition, sent] of types) {
    const { headers } = await open(await linkTo(app, { content_type, content: Buffer.alloc(5000, 'a') }));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': sent,
      'content-disposition': expect.stringMatching(new RegExp(`^${disposition};`)),
      'content-length': '5000',
    });
  }
});

test('a link for saving saves what could be shown', async () => {
  const app = await createApp();
  const { space_id } = await app.signIn();
  const { url } = signFileLink(app, await add(app, space_id, {}), { seconds: 60, disposition: 'attachment' });
  expect((await open(app.url + url)).headers.get('content-disposition')).toMatch(/^attachment;/);
});

test('a link that was changed in any part opens nothing', async () => {
  const app = await createApp();
  const { space_id } = await app.signIn();
  const [file, other] = [await add(app, space_id, {}), await add(app, space_id, { content: Buffer.from('other') })];
  const { url } = signFileLink(app, file, { seconds: 60 });
  const signature = new URL(url, app.url).searchParams.get('signature') ?? '';
  // A name that goes on as a link to another file would.
  const file_name = `a\n${other.vlc_id}\n9999999999\ninline\nb`;
  const named = new URL(signFileLink(app, { ...file, file_name }, { seconds: 60, by: 'ann' }).url, app.url)
    .searchParams;
  const moved = new URLSearchParams({
    expires: '9999999999',
    name: 'b',
    by: ['ann', file.vlc_id, named.get('expires'), 'inline', 'a'].join('\n'),
    signature: named.get('signature') ?? '',
  });
  const forgeries = [
    `/files/${other.vlc_id}?${moved}`,
    url.replace(file.vlc_id, other.vlc_id),
    url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 1}`),
    url.replace(/name=[^&]+/, 'name=virus.exe'),
    `${url}&download=1`,
    url.replace(signature, `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`),
    url.replace(signature, ''),
    url.replace(/signature=.*/, ''),
    signFileLink({ secret: 'another installation' }, file, { seconds: 60 }).url,
    `/files/${file.vlc_id}`,
    `/files/%00?expires=9999999999&name=a&signature=${signature}`,
    `${url}&signature=${signature}`,
  ];
  for (const forgery of forgeries) {
    const { status, body } = await open(app.url + forgery);
    expect([forgery, status, JSON.parse(String(body))]).toEqual([forgery, 403, REFUSED]);
  }
  expect((await open(app.url + url)).status).toBe(200);
});

test('an expired link opens nothing', async () => {
  const app = await createApp();
  const { space_id } = await app.signIn();
  const file = await add(app, space_id, {});
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 700_000 });
  const { url } = signFileLink(app, file, { seconds: 600 });
  vi.useRealTimers();
  const { status, body } = await open(app.url + url);
  expect([status, JSON.parse(String(body))]).toEqual([403, REFUSED]);
});

test('links made soon after one another are equal', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const links = [0, 1, 30, 59].map((seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_001_000 + seconds * 1000 });
    return signFileLink({ secret: 's' }, { vlc_id: 'v', file_name: 'n' }, { seconds: 600 }).url;
  });
  expect(new Set(links).size).toBe(1);
});

test('the link of a removed file says that it is gone', async () => {
  const app = await createApp();
  const { space_id } = await app.signIn();
  const file = await add(app, space_id, {});
  const { url } = signFileLink(app, file, { seconds: 60 });
  await removeFiles(app.db, space_id, [file.vlc_id]);
  const { status, body } = await open(app.url + url);
  expect([status, JSON.parse(String(body))]).toEqual([404, { code: 404, message: '文件不存在或已被删除', data: null }]);
});

test.each(['through the server', 'from the store itself'])('files in S3 are read %s', async (way) => {
  const double = await startS3Double();
  onTestFinished(() => double.close());
  const app = await createApp({
    S3_ENDPOINT: double.endpoint,
    S3_BUCKET: double.bucket,
    S3_ACCESS_KEY_ID: double.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: double.credentials.secretAccessKey,
    ...(way === 'from the store itself' && { S3_PUBLIC_URL: double.endpoint }),
  });
  const content = randomBytes(10_000);
  const link = await linkTo(app, { content });
  const { status } = await open(link, { redirect: 'manual' });
  expect(status === 302).toBe(way === 'from the store itself');

  const followed = await open(link, { headers: { range: 'bytes=5000-' } });
  expect([followed.status, followed.headers.get('content-type')]).toEqual([206, 'video/mp4']);
  expect(followed.body.equals(content.subarray(5000))).toBe(true);
  double.requests.length = 0;
  expect((await open(link, { method: 'HEAD' })).headers.get('content-length')).toBe('10000');
  expect(double.requests).toEqual([]);
});

function createApp(env: Record<string, string> = {}): Promise<TestApp> {
  return createTestApp({ routes: fileRoutes, env });
}

type Given = { content?: Buffer; file_name?: string; content_type?: string };

function add({ db, storage }: TestApp, space_id: string, given: Given) {
  const { content = Buffer.from('bytes'), file_name = 'a.mp4', content_type = 'video/mp4' } = given;
  const source = Readable.from([content]);
  return addFile(db, storage, { space_id, file_name, content_type, created_by: null, source });
}

type Request = { method?: string; headers?: Record<string, string>; redirect?: 'manual' };

/** One connection for each: a server that closes waits for those that are kept open. */
async function open(link: string, { headers, ...init }: Request = {}) {
  const answer = await fetch(link, { ...init, headers: { ...headers, connection: 'close' } });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

async function linkTo(app: TestApp, given: Given): Promise<string> {
  const { space_id } = await app.signIn();
  return app.url + signFileLink(app, await add(app, space_id, given), { seconds: 60 }).url;
}
