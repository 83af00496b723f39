import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { listenToExport } from '#testing/listen-to-export.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';
import { testMedia } from '#testing/test-media.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/export-server.ts', import.meta.url)));

test('a batch goes on after kill -9 behind what was made: no part and no row is made twice', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });
  const film = await testMedia.film({ seconds: 3 });
  await giveDatabase(dir);
  server = spawn(process.execPath, [SERVER, dir, film, 'batch']);
  const first = listenToExport(server);
  const made = await first.until((parts) => parts.length >= 2);
  server.kill('SIGKILL');
  await first.ended;
  server = spawn(process.execPath, [SERVER, dir, film, 'batch']);
  const ended = await listenToExport(server).end();
  expect(ended).toMatchObject({ status: 'succeeded', error: null });
  expect(ended.attempt).toBeGreaterThan(1);
  expect(ended.artworks).toHaveLength(4);
  expect(new Set(ended.artworks.map(({ mproject_id }) => mproject_id)).size).toBe(4);
  expect(ended.parts).toHaveLength(4);
  expect(ended.parts).toEqual(expect.arrayContaining(made));
});
