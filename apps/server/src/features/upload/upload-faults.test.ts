import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { NoSpaceLeft } from '#storage/storage.ts';
import { bundled } from '#testing/bundle.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { filmOf, partsIn, sendBytes, sha256, start, tus, uploadWorld } from '#testing/uploads.ts';
import { createParts } from './parts.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/upload-server.ts', import.meta.url)));

/** Another server on the same database and folder, as after a restart. */
async function startAnother(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [SERVER], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await expect.poll(() => /listening on (\d+)/.exec(text)?.[1]).toBeDefined();
  const url = `http://127.0.0.1:${/listening on (\d+)/.exec(text)?.[1]}`;
  return {
    url,
    async kill(signal: 'SIGKILL' | 'SIGTERM') {
      child.kill(signal);
      await gone;
    },
  };
}

test('an upload goes on byte by byte after its server was killed and stopped in the middle', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 12_000_000);
  const { record } = (await start(app, user, project_id, content.length)).data;
  const env = { DATABASE_URL: app.config.database.url ?? '', DATA_DIR: app.config.dataDir };
  const sizes: number[] = [];
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const server = await startAnother(env);
    const head = await fetch(server.url + record.upload_url, { method: 'HEAD', headers: tus(user.token) });
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBe(sizes.at(-1) ?? 0);
    // The rest is promised, but comes too slowly to arrive.
    const slow = Readable.from(
      (async function* () {
        yield content.subarray(offset, offset + 4_000_000);
        await new Promise(() => {});
      })(),
    );
    const sending = fetch(server.url + record.upload_url, {
      method: 'PATCH',
      headers: {
        ...tus(user.token),
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(content.length - offset),
      },
      body: Readable.toWeb(slow) as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit).catch(() => null);
    const size = () =>
      statSync(join(env.DATA_DIR, 'uploads', record.record_uuid), { throwIfNoEntry: false })?.size ?? 0;
    // Up to a mebibyte waits in memory until more of it has come.
    await expect.poll(size).toBeGreaterThan(offset + 2_900_000);
    await server.kill(signal);
    await sending;
    sizes.push(size());
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  await sendBytes(app, user.token, record, content);
  const ended = await app.call('upload.end', { record_uuid: record.record_uuid, sha256: sha256(content) }, user);
  expect(ended.data.status).toBe('completed');
  expect((await buffer(await app.storage.read(sha256(content)))).equals(content)).toBe(true);
});

const isMountable = process.platform === 'linux' && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'mount-test-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir]).status === 0;
  if (isMounted) spawnSync('umount', [dir]);
  rmSync(dir, { recursive: true, force: true });
  return isMounted;
}

/** A disk of its own, of this size. */
function mountDisk(megabytes: number): string {
  const { dir, remove } = makeTempDir();
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]);
  onTestFinished(() => {
    spawnSync('umount', ['-l', dir]);
    remove();
  });
  return dir;
}

test.skipIf(!isMountable)(
  'a disk that is full in the middle keeps what fits, and the rest follows when there is room',
  async () => {
    const dir = mountDisk(8);
    const parts = createParts(join(dir, 'uploads'), { reservedBytes: 0 });
    const filler = join(dir, 'filler');
    writeFileSync(filler, Buffer.alloc(4_000_000));
    const content = randomBytes(7_000_000);
    const source = (from: number) => Readable.from(pieces(content.subarray(from)));
    await expect(parts.write('r', 0, source(0))).rejects.toThrow(NoSpaceLeft);
    const offset = await parts.size('r');
    expect(offset).toBeGreaterThan(2_000_000);
    expect(offset).toBeLessThan(content.length);
    rmSync(filler);
    expect(await parts.write('r', offset, source(offset))).toBe(content.length);
    expect((await parts.digest('r')).sha256).toBe(sha256(content));
  },
);

test.skipIf(!isMountable)('a sender is told that the disk is full, and goes on when it is not', async () => {
  const dir = mountDisk(300);
  const { app, user, project_id } = await uploadWorld({ env: { DATA_DIR: join(dir, 'data') } });
  const content = await filmOf(app, 20_000_000);
  const { record } = (await start(app, user, project_id, content.length)).data;
  const { record_uuid } = record;
  await sendBytes(app, user.token, record, content.subarray(0, 5_000_000));
  const filler = join(dir, 'filler');
  writeFileSync(filler, Buffer.alloc(60_000_000));

  expect(await start(app, user, project_id, content.length)).toMatchObject({
    code: 30004,
    message: '服务器磁盘空间不足，没有保存；请联系管理员清理磁盘后重试（清空回收站腾出的空间要等约一天）',
  });
  const refused = await fetch(app.url + record.upload_url, {
    method: 'PATCH',
    headers: { ...tus(user.token), 'upload-offset': '5000000', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(content.subarray(5_000_000)),
  });
  expect(refused.status).toBe(507);
  expect(await refused.json()).toEqual({
    code: 30004,
    message: '服务器磁盘空间不足，没有保存；请联系管理员清理磁盘后重试（清空回收站腾出的空间要等约一天）',
    data: null,
  });
  const now = await app.call('upload.detail', { record_uuid }, user);
  expect(now.data).toMatchObject({ status: 'uploading', received_bytes: 5_000_000 });
  expect([await app.db.$count(material), await app.db.$count(vlc_file)]).toEqual([0, 0]);

  rmSync(filler);
  await sendBytes(app, user.token, record, content);
  const ended = await app.call('upload.end', { record_uuid, sha256: sha256(content) }, user);
  expect(ended.data.status).toBe('completed');
  expect(partsIn(app)).toEqual([]);
});

test('without room for everything else nothing is taken', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  mkdirSync(join(dir, 'uploads'));
  const parts = createParts(join(dir, 'uploads'), { reservedBytes: 1e18 });
  await expect(parts.write('r', 0, Readable.from(['a']))).rejects.toThrow(NoSpaceLeft);
  expect(await parts.size('r')).toBe(0);
});

function* pieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}
