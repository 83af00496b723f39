import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { startServer } from '#testing/server-process.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';

const SERVER = bundled(fileURLToPath(new URL('../../testing/patch-server.ts', import.meta.url)));

test('text removal and a swapped face go on behind the last part after kill -9: once, and nothing half-made is left', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  onTestFinished(remove);
  await giveDatabase(dir);
  const [film, portrait] = [join(dir, 'film.mp4'), join(dir, 'portrait.png')];
  const scene = 'color=0x806050:s=96x72:r=1:d=11';
  const tools = await locateFfmpeg();
  await runFfmpeg(tools, [['-f', 'lavfi', '-i', scene, '-c:v', 'libx264', '-preset', 'ultrafast', film]]);
  await runFfmpeg(tools, [['-f', 'lavfi', '-i', 'color=0xa05040:s=96x72', '-frames:v', 1, portrait]]);

  const first = startServer({}, SERVER, [dir, film, portrait]);
  await first.said(/^stopped clean$/m);
  await first.said(/^stopped face$/m);
  first.child.kill('SIGKILL');
  await first.ended;

  const [, told = ''] = await startServer({}, SERVER, [dir, film, portrait]).said(/^ended (.*)\n/m);
  const { asked, ...ended } = JSON.parse(told) as { asked: { clean: number; face: number } };
  const twice = { status: 'succeeded', attempt: 2 };
  expect(ended).toEqual({
    tasks: [
      { task_type: 'face_swap', ...twice },
      { task_type: 'text_mark_removal', ...twice },
    ],
    seconds: [11, 11],
    // Those of the part that was done before are added up, not made again.
    frames: 11,
    // The film, the portrait, and what came of each task.
    files: 4,
    uses: 1,
    left: [],
  });
  // Only what lies behind the first part: the second shot without text; the portrait, and seven frames of the face with those
  // around them by which they are steadied.
  expect(asked).toEqual({ clean: 1, face: 16 });
});
