import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';

const SERVER = fileURLToPath(new URL('../../testing/pack-server.ts', import.meta.url));

test('packing goes on after kill -9: one archive, counted once, and next to nothing read twice', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });
  const reads: string[] = [];
  for (const least of [4, 8]) {
    server = spawn(process.execPath, [SERVER, dir]);
    const said = listen(server);
    await said.until((lines) => lines.filter((line) => line.startsWith('read ')).length >= least);
    server.kill('SIGKILL');
    reads.push(...(await said.ended).filter((line) => line.startsWith('read ')));
  }
  server = spawn(process.execPath, [SERVER, dir]);
  const said = await listen(server).until((lines) => lines.some((line) => line.startsWith('ended ')));
  reads.push(...said.filter((line) => line.startsWith('read ')));
  const line = said.find((one) => one.startsWith('ended ')) ?? '';
  expect(JSON.parse(line.slice('ended '.length))).toEqual({
    status: 'succeeded',
    attempt: expect.any(Number),
    deliveries: 1,
    zips: 1,
    counts: Array(30).fill(1),
  });
  expect(new Set(reads).size).toBe(30);
  // At most the one that was being read at each end.
  expect(reads.length).toBeLessThanOrEqual(32);
}, 180_000);

function listen(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const lines = () => text.split('\n').slice(0, -1);
  const ended = new Promise<string[]>((done) => child.once('close', () => done(lines())));
  async function until(isSaid: (lines: string[]) => boolean): Promise<string[]> {
    for (let waited = 0; waited < 120_000; waited += 20) {
      if (isSaid(lines())) return lines();
      if (child.exitCode !== null) break;
      await delay(20);
    }
    throw new Error(text.slice(-2000));
  }
  return { ended, until };
}
