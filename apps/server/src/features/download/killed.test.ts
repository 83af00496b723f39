import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';
import { testMedia } from '#testing/test-media.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/delivery-server.ts', import.meta.url)));

test('what is put together for download or to be published goes on after kill -9: once, and nothing half-made is offered or left', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });
  await giveDatabase(dir);
  const film = await testMedia.film({ seconds: 12, width: 96, height: 54 });
  server = spawn(process.execPath, [SERVER, dir, film]);
  const first = listen(server);
  // In the middle of all: some videos are read, some drafts have their files.
  await first.until(
    (lines) =>
      lines.filter((line) => line.startsWith('read ')).length >= 6 &&
      lines.some((line) => line.startsWith('progress ') && line.split(' ').every((part) => part !== '0')),
  );
  server.kill('SIGKILL');
  const before = await first.ended;
  expect(before.some((line) => line.startsWith('ended '))).toBe(false);

  server = spawn(process.execPath, [SERVER, dir, film]);
  const after = await listen(server).until((lines) => lines.some((line) => line.startsWith('ended ')));
  const told = after.find((line) => line.startsWith('ended ')) ?? '';
  const { tasks, ...ended } = JSON.parse(told.slice('ended '.length)) as { tasks: object[] };
  const twice = { status: 'succeeded', attempt: 2 };
  expect(tasks).toEqual([
    { task_type: 'artwork_download', ...twice },
    { task_type: 'artwork_download', ...twice },
    { task_type: 'capcut_export', ...twice },
  ]);
  // The videos of the archive are counted once, those of the drafts not at all.
  const posts = ['2026-11-18 1210', '2026-11-18 1830', '2026-11-18 2100', '2026-11-19 1210'].map((time) => [
    `抖音/${time} 片.mp4`,
    10_000,
  ]);
  const counts = [...Array(6).fill(1), ...Array(4).fill(0), ...Array(2).fill(0)];
  expect(ended).toEqual({ deliveries: 3, zips: 3, counts, posts: [...posts, ['发布表.xlsx', 0]] });
  expect([...before, ...after].filter((line) => line.startsWith('offered '))).toEqual([]);
  const reads = [...before, ...after].filter((line) => line.startsWith('read '));
  expect(new Set(reads).size).toBe(10);
  // At most those that were being read at the end.
  expect(reads.length).toBeLessThanOrEqual(12);
  const left = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('draft-'));
  expect(left).toEqual([]);
});

function listen(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const lines = () => text.split('\n').slice(0, -1);
  const ended = new Promise<string[]>((done) => child.once('close', () => done(lines())));
  async function until(isSaid: (lines: string[]) => boolean): Promise<string[]> {
    for (let waited = 0; waited < 240_000; waited += 20) {
      if (isSaid(lines())) return lines();
      if (child.exitCode !== null) break;
      await delay(20);
    }
    throw new Error(text.slice(-2000));
  }
  return { ended, until };
}
