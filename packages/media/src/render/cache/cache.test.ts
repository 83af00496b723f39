import { execFile } from 'node:child_process';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { Cache } from '#render/cache/cache.ts';
import { testFolder } from '#testing/folder.ts';

function openCache(dir = testFolder(), maxBytes = 2 ** 20): Cache {
  const cache = new Cache({ dir, maxBytes });
  onTestFinished(() => cache.close());
  return cache;
}

const fail = async (path: string) => {
  await writeFile(path, 'half');
  throw new Error('disk on fire');
};

const writes = (text: string) => (path: string) => writeFile(path, text);

test('what was made once is not made again', async () => {
  const cache = openCache();
  let made = 0;
  const make = async (path: string) => {
    made += 1;
    await writeFile(path, 'x');
  };
  const leases = await Promise.all([cache.acquire('aa1', make), cache.acquire('aa1', make)]);
  leases.push(await cache.acquire('aa1', make));
  expect(made).toBe(1);
  expect(leases.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['x', 'x', 'x']);
});

test('two processes that want the same file make it once', async () => {
  const dir = testFolder();
  const log = join(dir, 'log');
  const source = `
    import { Cache } from '${import.meta.dirname}/cache.ts';
    import { appendFileSync, writeFileSync } from 'node:fs';
    const cache = new Cache({ dir: '${dir}', maxBytes: 1e6 });
    await cache.acquire('ab1', async (path) => {
      appendFileSync('${log}', 'made\\n');
      await new Promise((resolve) => setTimeout(resolve, 400));
      writeFileSync(path, 'x');
    });
    cache.close();`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', source]);
  await Promise.all([run(), run(), run()]);
  expect(readFileSync(log, 'utf8')).toBe('made\n');
});

test('the least recently used file goes first, one in use never', async () => {
  const dir = testFolder();
  const cache = openCache(dir, 100);
  const held = await cache.acquire('aa-held', writes('x'.repeat(40)));
  (await cache.acquire('aa-old', writes('x'.repeat(40)))).release();
  age(dir, 'aa-held', 100);
  age(dir, 'aa-old', 50);
  (await cache.acquire('aa-new', writes('x'.repeat(40)))).release();
  await cache.settled();
  expect(['aa-held', 'aa-old', 'aa-new'].map((name) => cache.has(name))).toEqual([true, false, true]);
  expect(existsSync(held.path)).toBe(true);
});

test('on a disk that gets full what nobody uses goes, however small the cache is, unless a finished video has its bytes', async () => {
  const dir = testFolder();
  const first = openCache(dir);
  const held = await first.acquire('aa-held', writes('x'));
  (await first.acquire('aa-shared', writes('x'))).release();
  (await first.acquire('aa-old', writes('x'))).release();
  linkSync(join(dir, 'entries', 'aa', 'aa-shared'), join(dir, 'finished'));
  const cache = new Cache({ dir, maxBytes: 2 ** 20, freeBytes: 2 ** 60 });
  onTestFinished(() => cache.close());
  (await cache.acquire('aa-new', writes('x'))).release();
  expect(['aa-held', 'aa-shared', 'aa-old', 'aa-new'].map((name) => cache.has(name))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  held.release();
});

test('a file that another process uses is not removed', async () => {
  const dir = testFolder();
  const other = openCache(dir, 100);
  const held = await other.acquire('aa-held', writes('x'.repeat(60)));
  age(dir, 'aa-held', 100);
  const cache = openCache(dir, 100);
  (await cache.acquire('aa-new', writes('x'.repeat(60)))).release();
  await cache.settled();
  expect(cache.has('aa-held')).toBe(true);
  held.release();
});

test('the lock of a dead process is broken', async () => {
  const dir = testFolder();
  const cache = openCache(dir);
  writeFileSync(join(dir, 'locks', 'aa1'), `${hostname()}~999999~1`);
  const { path } = await cache.acquire('aa1', writes('x'));
  expect(existsSync(path)).toBe(true);
  expect(readdirSync(join(dir, 'locks'))).toEqual([]);
});

test('a lock that nobody wrote a name into is broken after a while', async () => {
  const dir = testFolder();
  const cache = openCache(dir);
  const lock = join(dir, 'locks', 'aa1');
  writeFileSync(lock, '');
  const then = new Date(Date.now() - 300_000);
  utimesSync(lock, then, then);
  expect((await cache.acquire('aa1', writes('x'))).path).toContain('aa1');
});

test('where no lock can be written the file is refused, not waited for', async () => {
  const dir = testFolder();
  const cache = openCache(dir);
  rmSync(join(dir, 'locks'), { recursive: true });
  await expect(cache.acquire('aa1', writes('x'))).rejects.toThrow(/ENOENT/);
});

test('a failure leaves nothing behind and the next try works', async () => {
  const dir = testFolder();
  const cache = openCache(dir);
  await expect(cache.acquire('aa1', fail)).rejects.toThrow('disk on fire');
  expect(cache.has('aa1')).toBe(false);
  expect(readdirSync(cache.scratch.path)).toEqual([]);
  expect((await cache.acquire('aa1', writes('x'))).path).toContain('aa1');
});

test('work goes on while anybody waits for it, and stops with the last', async () => {
  const cache = openCache();
  const stopped: boolean[] = [];
  const slow = async (path: string, signal: AbortSignal) => {
    await sleep(150, undefined, { signal }).catch(() => stopped.push(true));
    signal.throwIfAborted();
    await writeFile(path, 'x');
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const runs = [
    cache.acquire('aa1', slow, { signal: first.signal }),
    cache.acquire('aa1', slow, { signal: second.signal }),
  ];
  first.abort(new Error('left'));
  await expect(runs[0]).rejects.toThrow('left');
  expect((await runs[1]!).path).toContain('aa1');

  const third = new AbortController();
  const run = cache.acquire('aa2', slow, { signal: third.signal });
  await sleep(20);
  third.abort(new Error('left too'));
  await expect(run).rejects.toThrow('left too');
  await sleep(20);
  expect(stopped).toEqual([true]);
});

function age(dir: string, name: string, seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  utimesSync(join(dir, 'entries', name.slice(0, 2), name), then, then);
}
