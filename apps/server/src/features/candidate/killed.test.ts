import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { listenToExport } from '#testing/listen-to-export.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';
import { testMedia } from '#testing/test-media.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/export-server.ts', import.meta.url)));

test('an export, a batch and a plan go on after kill -9 of the server, then of the database: no part, video or row is made twice', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });
  const film = await testMedia.film({ seconds: 3 });
  await giveDatabase(dir);
  server = spawn(process.execPath, [SERVER, dir, film]);
  const text = listenToExport(server);
  const planned = await text.planned();
  const made = await text.until((parts) => parts.length >= 2);
  server.kill('SIGKILL');
  await text.ended;
  // Now the database is killed under it: the same process waits for the next one and goes on.
  server = spawn(process.execPath, [SERVER, dir, film]);
  const last = listenToExport(server);
  await last.until((parts) => parts.length > made.length);
  process.kill(postmasterIn(dir), 'SIGKILL');
  const ended = await last.end();
  expect(ended.tasks.map(({ status, attempt }) => `${status} ${attempt > 1}`)).toEqual(Array(3).fill('succeeded true'));
  // Five of one mix, and four rows with a mix of their own each.
  expect(ended.videos.map(({ status }) => status)).toEqual(Array(9).fill('done'));
  expect(new Set(ended.artworks.map(({ candidate_id }) => candidate_id)).size).toBe(9);
  expect(new Set(ended.artworks.map(({ mproject_id }) => mproject_id)).size).toBe(5);
  expect(ended.artworks).toHaveLength(9);
  // Rows that were written before the first one died, and none beside them.
  expect(planned).toHaveLength(4);
  expect(ended.planned).toEqual(planned);
  expect(ended.parts).toHaveLength(10);
  expect(ended.parts).toEqual(expect.arrayContaining(made));
});

function postmasterIn(dir: string): number {
  return Number(readFileSync(join(dir, 'database', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
