import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';
import { testMedia } from '#testing/test-media.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/export-server.ts', import.meta.url)));

type Parts = [name: string, inode: number][];

test('an export goes on after kill -9 of the server, then of the database: no part and no video is made twice', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });
  const film = await testMedia.film({ seconds: 3 });
  await giveDatabase(dir);
  server = spawn(process.execPath, [SERVER, dir, film]);
  const text = listen(server);
  const made = await text.until((parts) => parts.length >= 2);
  server.kill('SIGKILL');
  await text.ended;
  // Now the database is killed under it: the same process waits for the next one and goes on.
  server = spawn(process.execPath, [SERVER, dir, film]);
  const last = listen(server);
  await last.until((parts) => parts.length > made.length);
  process.kill(postmasterIn(dir), 'SIGKILL');
  const ended = await last.end();
  expect(ended.status).toBe('succeeded');
  expect(ended.attempt).toBeGreaterThan(1);
  expect(ended.videos.map(({ status }) => status)).toEqual(Array(5).fill('done'));
  expect(new Set(ended.artworks.map(({ candidate_id }) => candidate_id)).size).toBe(5);
  expect(ended.artworks).toHaveLength(5);
  expect(ended.parts).toHaveLength(6);
  expect(ended.parts).toEqual(expect.arrayContaining(made));
});

function postmasterIn(dir: string): number {
  return Number(readFileSync(join(dir, 'database', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

type Ended = {
  status: string;
  attempt: number;
  videos: { status: string }[];
  artworks: { candidate_id: string }[];
  parts: Parts;
};

function listen(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  async function find<T>(look: (lines: string[]) => T | undefined): Promise<T> {
    for (let waited = 0; waited < 240_000; waited += 20) {
      const found = look(text.split('\n').slice(0, -1));
      if (found !== undefined) return found;
      if (child.exitCode !== null) break;
      await delay(20);
    }
    throw new Error(`The server did not get there:\n${text.slice(-2000)}`);
  }
  return {
    ended,
    until: (isEnough: (parts: Parts) => boolean) =>
      find((lines) => {
        const said = lines.findLast((line) => line.startsWith('parts '));
        const parts = said && (JSON.parse(said.slice(6)) as Parts);
        return parts && isEnough(parts) ? parts : undefined;
      }),
    end: () =>
      find((lines) => {
        const said = lines.find((line) => line.startsWith('ended '));
        return said === undefined ? undefined : (JSON.parse(said.slice(6)) as Ended);
      }),
  };
}
