import { expect, onTestFinished, test } from 'vitest';
import { makeBadFiles } from '#testing/bad-files.ts';
import { analysed, testMaterial, testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';

test('each of forty bad files ends in a clear state, and the queue goes on', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ work: true, env: { PACKS_DIR: dir, WORKER_CORES: '8' } });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const files = await makeBadFiles(app.media, dir);
  const ids: string[] = [];
  for (const { path } of files) ids.push(await testMaterial(app, user, project_id, path));
  const good = await testMaterial(app, user, project_id, await app.media.film());

  const wrong: unknown[] = [];
  for (const [i, { name, refused, said, seconds }] of files.entries()) {
    const row = await analysed(app, ids[i] ?? '');
    const told = row.analysis_message ?? '';
    const isRight = refused
      ? row.analysis_status === 'failed' && refused.test(told)
      : row.analysis_status === 'done' && (said ? said.test(told) : true) && row.shots_count === 1;
    const isLong = seconds === undefined || Math.abs((row.duration ?? 0) - seconds) < 1;
    if (!isRight || !isLong) wrong.push({ name, status: row.analysis_status, told, duration: row.duration });
  }
  expect(wrong).toEqual([]);
  expect(files.length).toBeGreaterThanOrEqual(40);
  expect(await analysed(app, good)).toMatchObject({ analysis_status: 'done', shots_count: 1 });
});
