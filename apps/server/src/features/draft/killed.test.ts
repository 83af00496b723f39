import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';
import { testMedia } from '#testing/test-media.ts';

const SERVER = fileURLToPath(new URL('../../testing/draft-server.ts', import.meta.url));

test('drafts are written after kill -9: one archive, and nothing half-made is left', { timeout: 180_000 }, async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });
  const film = await testMedia.film({ seconds: 12 });
  for (const least of [1, 20]) {
    server = spawn(process.execPath, [SERVER, dir, film]);
    const said = listen(server);
    await said.until((line) => line.startsWith('running') && Number(line.split(' ')[2]) >= least);
    server.kill('SIGKILL');
    await said.ended;
  }
  server = spawn(process.execPath, [SERVER, dir, film]);
  const line = await listen(server).until((one) => one.startsWith('ended '));
  const ended = JSON.parse(line.slice('ended '.length)) as { status: string; attempt: number; deliveries: unknown[] };
  expect(ended.status).toBe('succeeded');
  expect(ended.attempt).toBeGreaterThan(1);
  expect(ended.deliveries).toHaveLength(1);
  const left = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('draft-'));
  expect(left).toEqual([]);
});

function listen(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  async function until(isWanted: (line: string) => boolean): Promise<string> {
    for (let waited = 0; waited < 120_000; waited += 20) {
      const found = text.split('\n').slice(0, -1).find(isWanted);
      if (found !== undefined) return found;
      await delay(20);
    }
    throw new Error(text.slice(-2000));
  }
  return { ended, until };
}
