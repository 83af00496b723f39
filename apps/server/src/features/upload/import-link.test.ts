import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { routes } from '#features/index.ts';
import { material } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { type TestApp, type TestUser } from '#testing/test-app.ts';
import { testMedia } from '#testing/test-media.ts';
import { uploadWorld } from '#testing/uploads.ts';
import { defineImport } from './import-link.jobs.ts';
import { createUploadRoutes, uploadRoutes } from './upload.routes.ts';

/** Names of this test's internet. `rebinding` answers differently every time it is asked. */
let asked = 0;
const NAMES: Record<string, () => string[]> = {
  'public.example': () => ['127.0.0.1'],
  'private.example': () => ['10.0.0.7'],
  'mixed.example': () => ['127.0.0.1', '192.168.1.1'],
  'rebinding.example': () => (asked++ % 2 === 0 ? ['127.0.0.1'] : ['169.254.169.254']),
};
const limits = { answerMs: 1000, silenceMs: 1000, totalMs: 8000 };
const resolve = async (name: string) => NAMES[name]?.() ?? [];
const testImport = defineImport('test.import', { allowLoopback: true, resolve, ...limits });

const film = readFileSync(await testMedia.film());
const PNG_SIGN = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

async function world(answer: RequestListener) {
  const site = createServer(answer);
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => {
    site.close();
    site.closeAllConnections();
  });
  const others = routes.filter((route) => !uploadRoutes.includes(route));
  const made = await uploadWorld({
    routes: [...others, ...createUploadRoutes(testImport)],
    jobs: [testImport],
    work: true,
  });
  const { port } = site.address() as AddressInfo;
  return { ...made, port, site: `http://127.0.0.1:${port}` };
}

function ask(app: TestApp, user: TestUser, project_id: string, url: string[]) {
  return app.call('upload.byUrl', { project_id, url }, user);
}

/** Waits until none of the imports is under way. */
async function ended(app: TestApp, user: TestUser, record_uuids: string[]) {
  const read = async () => (await app.call('upload.read', { record_uuids }, user)).data.items;
  await expect
    .poll(async () => (await read()).every(({ status }) => status !== 'uploading' && status !== 'verifying'), {
      interval: 200,
    })
    .toBe(true);
  return read();
}

test('a link becomes a material with the name that its site gives, whatever type it claims', async () => {
  const { app, user, project_id, site } = await world((request, response) => {
    if (request.url === '/go') return response.writeHead(302, { location: '/v/%E5%8F%A3%E6%92%AD.mp4?x=1' }).end();
    const headers: Record<string, string> = { 'content-type': 'text/plain', 'content-length': String(film.length) };
    const disposition = `attachment; filename*=UTF-8''%E6%88%90%E7%89%87.mov`;
    if (request.url === '/named') headers['content-disposition'] = disposition;
    return response.writeHead(200, headers).end(film);
  });
  const { data } = await ask(app, user, project_id, [`${site}/go`, `${site}/named`, `${site}/download?id=3`]);
  expect(data.records).toMatchObject([
    { status: 'uploading', source_url: `${site}/go`, upload_url: null, task_id: expect.any(String) },
    {},
    {},
  ]);
  const records = await ended(
    app,
    user,
    data.records.map(({ record_uuid }) => record_uuid),
  );
  expect(records).toMatchObject([
    { status: 'completed', file_name: '口播.mp4', bytes: film.length, received_bytes: film.length },
    { status: 'completed', file_name: '成片.mov' },
    { status: 'completed', file_name: 'download.mp4' },
  ]);
  expect(records.map(({ material_data }) => material_data?.material_source)).toEqual(Array(3).fill('link_import'));
  const [row] = await app.db.select().from(material).where(eq(material.material_name, '口播.mp4'));
  expect(row?.origin_url).toBe(`${site}/go`);
  // The material is there a moment before its task has ended.
  const readTask = async () => {
    const [found] = await app.db
      .select()
      .from(task)
      .where(eq(task.task_id, records[0]?.task_id ?? ''));
    return found;
  };
  await expect.poll(async () => (await readTask())?.status).toBe('succeeded');
  expect(await readTask()).toMatchObject({
    task_type: 'material_import',
    result: { material_id: row?.material_id },
  });
});

test('this network is out of reach, by address, by name and by redirect, and one bad link stops no other', async () => {
  let secrets = 0;
  const { app, user, project_id, site, port } = await world((request, response) => {
    if (request.url === '/secret') secrets += 1;
    if (request.url === '/to-private') return response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
    if (request.url === '/to-metadata') {
      return response.writeHead(307, { location: 'http://[::ffff:169.254.169.254]/latest' }).end();
    }
    const location = `http://private.example:${port}/secret`;
    if (request.url === '/to-name') return response.writeHead(302, { location }).end();
    if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    if (request.url === '/to-file') return response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    return response.end(film);
  });
  const bad = [
    'http://10.0.0.1/a.mp4',
    'http://[fd00::1]/a.mp4',
    'http://0x7f000001.example.invalid/a.mp4',
    `http://private.example:${port}/secret`,
    `http://mixed.example:${port}/secret`,
    `${site}/to-private`,
    `${site}/to-metadata`,
    `${site}/to-name`,
    `${site}/to-file`,
    `${site}/loop`,
    'ftp://public.example/a.mp4',
    'javascript:alert(1)',
    'not a link',
    `http://user:secret@public.example:${port}/a.mp4`,
  ];
  const good = [`http://public.example:${port}/好.mp4`];
  const { data } = await ask(app, user, project_id, [...bad, ...good]);
  const records = await ended(
    app,
    user,
    data.records.map(({ record_uuid }) => record_uuid),
  );
  expect(records.map(({ source_url, status }) => [source_url, status])).toEqual([
    ...bad.map((url) => [url, 'failed']),
    ...good.map((url) => [url, 'completed']),
  ]);
  expect(records.every(({ status, message }) => status === 'completed' || /链接|地址/.test(message ?? ''))).toBe(true);
  expect(secrets).toBe(0);
});

test('a name that changes its mind between question and connection gains nothing', async () => {
  const { app, user, project_id, port } = await world((request, response) => {
    const location = `http://rebinding.example:${port}/a.mp4`;
    if (request.url === '/again') return response.writeHead(302, { location }).end();
    return response.end(film);
  });
  asked = 0;
  const url = `http://rebinding.example:${port}/again`;
  const { data } = await ask(app, user, project_id, [url]);
  const [record] = await ended(app, user, [data.records[0]?.record_uuid ?? '']);
  // The first answer is connected to as it was checked; the redirect asks again, and gets the private address.
  expect(record).toMatchObject({ status: 'failed', message: expect.stringContaining('不能访问这个地址') });
  expect(asked).toBe(2);
});

test('what is no media, too large, missing, endless or silent ends in words', async () => {
  const waits: NodeJS.Timeout[] = [];
  onTestFinished(() => waits.forEach((timer) => clearInterval(timer)));
  const answers: Record<string, RequestListener> = {
    '/page.mp4': (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('<html>登录'),
    '/setup.mp4': (_request, response) => response.end(Buffer.from('MZ\x90\0'.padEnd(99, '\0'), 'latin1')),
    // Seen to be too long when all of it lies on the disk.
    '/long.mp4': (_request, response) => response.end(withHours(film, 3)),
    '/empty.mp4': (_request, response) => response.end(),
    '/missing.mp4': (_request, response) => response.writeHead(404).end(),
    '/closed.mp4': (_request, response) => response.writeHead(403).end(),
    '/large.png': (_request, response) =>
      response.writeHead(200, { 'content-length': '10000001' }).write(Buffer.concat([PNG_SIGN, Buffer.alloc(70_000)])),
    '/endless.png': (_request, response) => {
      response.write(PNG_SIGN);
      const more = Buffer.alloc(1_000_000);
      const pump = () => {
        while (!response.destroyed && response.write(more));
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    },
    // A byte now and then keeps every shorter patience, but not the whole.
    '/dripping.mp4': (_request, response) => {
      response.write(film.subarray(0, 100));
      waits.push(setInterval(() => response.write('x'), 200));
    },
  };
  const { app, user, project_id, site } = await world((request, response) =>
    answers[request.url ?? '']?.(request, response),
  );
  const { data } = await ask(
    app,
    user,
    project_id,
    Object.keys(answers).map((path) => site + path),
  );
  const records = await ended(
    app,
    user,
    data.records.map(({ record_uuid }) => record_uuid),
  );
  expect(records.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^链接打开的是网页，不是文件/),
    expect.stringMatching(/^链接的内容是可执行程序/),
    expect.stringMatching(/^视频不能超过 2\.5 小时/),
    expect.stringMatching(/^链接的内容是空文件/),
    '对方服务器答复找不到文件（404），请检查链接',
    '对方服务器答复需要登录或没有权限（403），请检查链接',
    '图片不能超过 10 MB（10,000,000 字节）',
    '图片不能超过 10 MB（10,000,000 字节）',
    '下载超过 1 分钟，已停止',
  ]);
  expect(records.every(({ status }) => status === 'failed')).toBe(true);
  // A site may put its file back or be faster another time; what it gave is what it is.
  expect(records.map(({ can_retry }) => can_retry)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(await Array.fromAsync(app.storage.list())).toEqual([]);
  expect(readdirSync(join(app.config.dataDir, 'storage', 'tmp'))).toEqual([]);
});

test('a site that falls silent is tried again, then given up in words', async () => {
  let tries = 0;
  const { app, user, project_id, site } = await world((request, response) => {
    tries += 1;
    if (request.url === '/recovers.mp4' && tries > 1) response.end(film);
    // Nothing more comes.
    else response.write(film.subarray(0, 100));
  });
  const { data } = await ask(app, user, project_id, [`${site}/recovers.mp4`]);
  const [record] = await ended(app, user, [data.records[0]?.record_uuid ?? '']);
  expect(record).toMatchObject({ status: 'completed', message: null });
  expect(tries).toBe(2);
});

test('an import is cancelled while it runs, and leaves nothing', async () => {
  let isClosed = false;
  const { app, user, project_id, site } = await world((_request, response) => {
    response.once('close', () => (isClosed = true));
    response.write(film.subarray(0, 100_000));
  });
  const { data } = await ask(app, user, project_id, [`${site}/a.mp4`]);
  const record_uuid = data.records[0]?.record_uuid ?? '';
  const task_id = data.records[0]?.task_id ?? '';
  const running = async () => (await app.db.select().from(task).where(eq(task.task_id, task_id)))[0]?.status;
  await expect.poll(running).toBe('running');
  const canceled = await app.call('upload.cancelUrl', { record_uuid }, user);
  expect(canceled.data.status).toBe('canceled');
  await expect.poll(running).toBe('canceled');
  await expect.poll(() => isClosed).toBe(true);
  expect((await app.call('upload.detail', { record_uuid }, user)).data.status).toBe('canceled');
  expect([await app.db.$count(material), await Array.fromAsync(app.storage.list())]).toEqual([0, []]);
});

test('an import cancelled in the task centre is cancelled in the list as well', async () => {
  const { app, user, project_id, site } = await world((_request, response) => void response.write('\0'));
  const { data } = await ask(app, user, project_id, [`${site}/a.mp4`]);
  const [record] = data.records;
  await app.call('task.cancel', { task_id: record?.task_id ?? '' }, user);
  const [after] = await ended(app, user, [record?.record_uuid ?? '']);
  expect(after?.status).toBe('canceled');
});

test('a space that is full takes no import', async () => {
  const { app, user, project_id, site } = await world((_request, response) => response.end(film));
  await app.db.update(space).set({ quota_bytes: film.length - 1 });
  const { data } = await ask(app, user, project_id, [`${site}/a.mp4`]);
  const [record] = await ended(app, user, [data.records[0]?.record_uuid ?? '']);
  expect(record).toMatchObject({ status: 'failed', message: expect.stringContaining('空间容量已用完') });
});

/** The same film, which says that it lasts this long. */
function withHours(bytes: Buffer, hours: number): Buffer {
  const copy = Buffer.from(bytes);
  for (const box of ['mvhd', 'mdhd']) {
    for (let at = copy.indexOf(box); at >= 0; at = copy.indexOf(box, at + 1)) {
      copy.writeUInt32BE(1, at + 16);
      copy.writeUInt32BE(hours * 3600, at + 20);
    }
  }
  return copy;
}
