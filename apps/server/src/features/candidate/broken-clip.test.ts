import { readFile, writeFile } from 'node:fs/promises';
import { damageWithin, damageWords } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { eq, sql } from '#db/orm.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { inJob } from '#testing/coffee-agent.ts';
import { realFilm } from '#testing/films.ts';
import { filmMix, listOf, until } from '#testing/mixed-films.ts';
import { drawSmall } from '#testing/small-canvas.ts';
import { openBook } from './book.ts';
import { candidate, export_video } from './candidate.tables.ts';
import { readState } from './choose.ts';
import { planCovers } from './covers.ts';
import { makeVideo } from './make-video.ts';

drawSmall();

test('a deleted material marks the videos that use it; the others are exported; restored, nothing is marked', async () => {
  const { app, ann, mproject_id, films } = await filmMix([3, 1]);
  await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  expect((await listOf(app, mproject_id, ann)).map(({ problem }) => problem)).toEqual([null, null, null]);

  await app.call('material.delete', { material_ids: [films[0]!] }, ann);
  const after = await listOf(app, mproject_id, ann);
  const [broken, ...others] = after.filter(({ problem }) => problem !== null);
  expect(others).toEqual([]);
  expect(broken?.problem).toMatch('素材在回收站里');
  const { problems } = (await app.call('candidate.check', { mproject_id }, ann)).data;
  const found = problems.find(({ kind }) => kind === 'clip');
  expect(found).toMatchObject({ blocks: false, where: expect.stringMatching(/^镜头 1 · /) });
  expect(found?.message).toMatch(`第 ${broken?.number} 条用到它，不会导出`);
  expect(found?.fixes.map(({ label }) => label)).toContain('不用它');

  const all = after.map(({ candidate_id }) => candidate_id);
  const one = await app.call('candidate.export', { mproject_id, candidate_ids: [broken!.candidate_id] }, ann);
  expect(one).toMatchObject({ code: 409, message: expect.stringMatching('素材在回收站里') });
  const rest = await app.call('candidate.export', { mproject_id, candidate_ids: all }, ann);
  expect(rest.data).toMatchObject({ count: 2, left_out: [{ number: broken?.number }] });

  await app.call('material.restore', { material_ids: [films[0]!] }, ann);
  expect((await listOf(app, mproject_id, ann)).map(({ problem }) => problem)).toEqual([null, null, null]);

  // Rights that ran out are no different.
  await app.db
    .update(material)
    .set({ rights_expires_at: '2020-01-01T00:00:00Z' })
    .where(eq(material.material_id, films[0]!));
  const lapsed = (await listOf(app, mproject_id, ann)).filter(({ problem }) => problem !== null);
  expect(lapsed.map(({ number }) => number)).toEqual([broken?.number]);

  // Another material in its place: the same video can be made again, under its own id.
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const clip = shootings[0]!.clips.find(({ material_id }) => material_id === films[0])!;
  const { video_clip_id, revision } = clip;
  const source = { material_id: films[5]!, shot_id: null, start_ms: 0, end_ms: 900 };
  const replaced = await app.call('clip.replace', { video_clip_id, revision, source }, ann);
  expect(replaced.data).toMatchObject({ video_clip_id, material_id: films[5], problem: null });
  const mended = await listOf(app, mproject_id, ann);
  expect(mended.map(({ candidate_id, problem }) => [candidate_id, problem])).toEqual(all.map((id) => [id, null]));
});

test('in the middle of an export: what was away for a moment is had again, what is withdrawn is in no video to come, and what an older export makes takes no newer one’s place', async () => {
  const { app, ann, project_id, mproject_id, films } = await filmMix([2]);
  await app.call('candidate.plan', { mproject_id, count: 2 }, ann);
  const { data } = await app.call('candidate.export', { mproject_id }, ann);
  const context = inJob(app, { ...data, space_id: ann.space_id, project_id, user_uid: ann.user_uid, attempt: 1 });
  const state = await readState(app, ann.space_id, mproject_id);
  const rows = await app.db.select().from(export_video).where(eq(export_video.mproject_id, mproject_id));
  let isAway = true;
  const open = async (sha256: string) => {
    if (isAway) throw new Error('away');
    return app.storage.open(sha256);
  };
  const book = await openBook({ ...app, storage: { ...app.storage, open } }, state.document, state.heard, {
    isDraft: false,
  });
  for (const row of rows) await expect(book.build(row)).rejects.toThrow('away');
  isAway = false;

  await app.db
    .update(material)
    .set({ rights_expires_at: '2020-01-01T00:00:00Z' })
    .where(eq(material.material_id, films[0]!));
  await app.db
    .update(candidate)
    .set({ signature: sql`signature || ' changed'`, artwork_id: 'newer', exported_key: 'newer' });
  const covers = await planCovers(app, state, []);
  const ends = await Promise.allSettled(
    rows.map((row) => makeVideo(context, book, row, { covers, onProgress: async () => {} })),
  );
  await book.close();
  expect(ends.flatMap((end) => (end.status === 'rejected' ? String(end.reason) : []))).toEqual([
    expect.stringContaining('授权已过期'),
  ]);
  expect((await app.call('artwork.list', { project_id }, ann)).data.items).toHaveLength(1);
  const kept = await app.db.select().from(candidate).where(eq(candidate.mproject_id, mproject_id));
  expect(kept).toHaveLength(2);
  expect(new Set(kept.flatMap(({ artwork_id, exported_key }) => [artwork_id, exported_key]))).toEqual(
    new Set(['newer']),
  );
});

test('broken pictures in the range of a clip are told before export, with another range of it', async () => {
  const { app, ann, mproject_id, films } = await filmMix([1, 1]);
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const { video_clip_id, start_ms, end_ms } = shootings[0]!.clips[0]!;
  const [from, to] = [start_ms / 1000, end_ms / 1000];
  const setDamage = async (duration: number, seconds = 0.6) => {
    const damaged = [{ start: from + 0.2, end: from + 0.2 + seconds }];
    const marks = { black: [], frozen: [], blurred: [], shaky: [], damaged };
    await app.db.update(material_facts).set({ marks }).where(eq(material_facts.material_id, films[0]!));
    await app.db.update(material).set({ duration }).where(eq(material.material_id, films[0]!));
    const { problems } = (await app.call('candidate.check', { mproject_id }, ann)).data;
    return problems.find(({ kind }) => kind === 'damage');
  };
  // What is whole is long enough for the shot: nothing to tell, and nothing broken in the video. The editor marks it.
  expect(await setDamage(to + 5, 0.2)).toBeUndefined();
  const [marked] = (await app.call('mix.detail', { mproject_id }, ann)).data.shootings[0]!.clips;
  expect(marked!.damage).toEqual([{ start_ms: start_ms + 200, end_ms: start_ms + 400 }]);
  const words = `第 ${(from + 0.2).toFixed(1)} 到 ${(from + 0.4).toFixed(1)} 秒的画面损坏`;
  expect(damageWords(damageWithin(marked!.damage, marked!))).toBe(words);
  expect(damageWithin(marked!.damage, { start_ms: start_ms + 350, end_ms })).toEqual([]);
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const [video] = await listOf(app, mproject_id, ann);
  const { document, heard } = await readState(app, ann.space_id, mproject_id);
  const book = await openBook(app, document, heard, { isDraft: false });
  expect(book.places(video!)[0]?.clip.clip).toMatchObject({ start_ms: start_ms + 400, end_ms });
  await book.close();

  const found = await setDamage(to + 5);
  expect(found).toMatchObject({ video_clip_id, blocks: false, at_ms: start_ms + 200 });
  expect(found?.where).toMatch(/^镜头 1 · .* · 第 \d\.\d 秒$/);
  expect(found?.fixes[0]).toMatchObject({ clip: { start_ms: start_ms + 800, end_ms: end_ms + 800 } });
  const tight = await setDamage(to);
  expect(tight?.message).toMatch('请换一个片段');
  expect(tight?.fixes.map(({ label }) => label)).toEqual(['不用它']);
});

test('a video that shows broken pictures nobody knew of is made, and its task says which film and where', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([1], { work: true });
  const bytes = await readFile(await app.media.film({ seconds: 4, hasSound: false, width: 192, height: 108 }));
  const start = bytes.indexOf('mdat');
  const at = Math.floor(start + (bytes.length - start) * 0.45);
  const path = app.scratch.file('.mp4');
  await writeFile(path, bytes.fill(0x5a, at, at + 3000));
  const material_id = await realFilm(app, ann, project_id, path);
  const { data: mix } = await app.call('mix.detail', { mproject_id }, ann);
  const config = { ...mix.config, duration: { rule: 'clip' as const } };
  await app.call('mix.updateConfig', { mproject_id, config, revision: mix.revision }, ann);
  const { video_clip_id, revision } = mix.shootings[0]!.clips[0]!;
  const source = { material_id, shot_id: null, start_ms: 1200, end_ms: 2600 };
  await app.call('clip.replace', { video_clip_id, revision, source }, ann);

  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  const { task_id } = (await app.call('candidate.export', { mproject_id }, ann)).data;
  const task = await until(
    async () => (await app.call('task.check', { task_ids: [task_id] }, ann)).data.items[0],
    (found) => found?.finished_at !== null,
  );
  expect(task?.status).toBe('partial');
  expect(task?.error?.message).toMatch(/^成片已做好，但用到了损坏的画面：「.+」第 1\.\d 到 2\.\d 秒；/);
  expect(task?.result).toMatchObject({ made: 1, failed: 0 });
});
