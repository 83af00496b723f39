import { fileURLToPath } from 'node:url';
import { footage } from '@mixreel/media/testing';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { startServer } from '#testing/server-process.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/analysis-server.ts', import.meta.url)));

/** Four scenes of three seconds. */
function film(): Promise<string> {
  const scenes = ['testsrc2', 'smptebars', 'mandelbrot', 'testsrc'].map(
    (source, i) => `${source}=size=320x180:rate=30,trim=duration=3,setsar=1,format=yuv420p[p${i}]`,
  );
  return footage('mkv', [
    ['-filter_complex', `${scenes.join(';')};[p0][p1][p2][p3]concat=n=4[v]`, '-map', '[v]'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 10],
  ]);
}

test('an analysis goes on after kill -9 in its middle, without a shot or a file too many', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  onTestFinished(remove);
  await giveDatabase(dir);
  const path = await film();
  const first = startServer({}, SERVER, [dir, path]);
  await first.said(/^running/m);
  first.child.kill('SIGKILL');
  await first.ended;
  const [, told = ''] = await startServer({}, SERVER, [dir, path]).said(/^ended (.*)\n/m);
  const ended = JSON.parse(told) as {
    status: string;
    attempt: number;
    shots: { index: number; start_ms: number }[];
    files: number;
  };
  expect(ended.status).toBe('done');
  expect(ended.attempt).toBeGreaterThan(1);
  expect(ended.shots.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(ended.shots.map(({ start_ms }) => Math.round(start_ms / 1000))).toEqual([0, 3, 6, 9]);
  // The film, its cover, sprite and preview, and a cover for each shot.
  expect(ended.files).toBe(8);
});
