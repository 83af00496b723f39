import { readFileSync } from 'node:fs';
import { footage, testFootage } from '@mixreel/media/testing';
import { expect, onTestFinished, test } from 'vitest';
import { eq, isNotNull } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { search_lesson } from '#features/search/search.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { analysed } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { upload, uploadWorld } from '#testing/uploads.ts';

/** Two seconds each of two pictures that have nothing in common. */
function twoScenes(): Promise<string> {
  const parts = ['smptebars', 'mandelbrot'].map(
    (source, i) => `${source}=size=320x180:rate=30,trim=duration=2,setsar=1,format=yuv420p[p${i}]`,
  );
  return footage('mp4', [
    ['-filter_complex', `${parts.join(';')};[p0][p1]concat=n=2[v]`, '-map', '[v]'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 12],
  ]);
}

test('a film replaced while it is analysed: its analysis ends, writes nothing into the new one, and can be made up for', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const { app, user, project_id } = await uploadWorld({ work: true, env: { PACKS_DIR: dir, WORKER_CORES: '4' } });
  const { db } = app;
  // Made first: on a fresh machine that takes longer than the analysis which is to be met half-way.
  const long = readFileSync(await testFootage({ width: 640, height: 360, seconds: 15 }));
  const short = readFileSync(await twoScenes());
  const first = await upload(app, user, project_id, long, { file_name: '口播.mp4' });
  const material_id = first.material_data?.material_id ?? '';
  const { analysis_task_id } = await analysed(app, material_id, ['running']);
  const lesson = { lesson_id: 'l', space_id: user.space_id, material_id, at_ms: 100, user_uid: user.user_uid };
  await db.insert(search_lesson).values({ ...lesson, words: ['咖啡'] });

  await upload(app, user, project_id, short, { file_name: '口播.mp4', same_name: 'replace' });
  expect(await analysed(app, material_id)).toMatchObject({ analysis_status: 'done', shots_count: 2, width: 320 });
  const statusOf = async () =>
    (
      await db
        .select()
        .from(task)
        .where(eq(task.task_id, analysis_task_id ?? ''))
    )[0]?.status;
  await expect.poll(statusOf).toBe('canceled');
  const [binned] = await db.select().from(material).where(isNotNull(material.deleted_at));
  expect(binned).toMatchObject({ analysis_status: 'stopped', shots_count: 0, width: null });
  expect(await db.$count(shot)).toBe(2);
  // What somebody said of a picture was said of the old film.
  expect(await db.select().from(search_lesson)).toMatchObject([{ material_id: binned?.material_id }]);

  const material_ids = [binned?.material_id ?? ''];
  await app.call('material.restore', { material_ids }, user);
  await app.call('analysis.start', { project_id, material_ids }, user);
  expect(await analysed(app, material_ids[0] ?? '')).toMatchObject({ analysis_status: 'done', width: 640 });
  expect(await analysed(app, material_id)).toMatchObject({ shots_count: 2, width: 320 });
});
