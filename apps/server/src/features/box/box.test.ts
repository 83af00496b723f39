import type { BoxToolName } from '@mixreel/contract';
import { probe, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { analysed, testMaterial, testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';
import { soundStretches } from './film-tools.ts';

test('tools make new materials that know what they were made of; what a tool does not take is said before', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ work: true, env: { PACKS_DIR: dir, PACKS_FETCH: 'false', WORKER_CORES: '2' } });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  // A tone, a second of silence, a tone.
  const path = app.scratch.file('.mp4');
  await runFfmpeg(app.tools, [
    ['-f', 'lavfi', '-i', 'testsrc2=size=96x54:rate=10:duration=3'],
    ['-f', 'lavfi', '-i', "aevalsrc='0.4*sin(880*t)*(lt(t,1)+gt(t,2))':d=3:s=48000"],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', path],
  ]);
  const film = await testMaterial(app, user, project_id, path);
  await analysed(app, film);
  const run = async (tool: BoxToolName, options: Record<string, string | number> = {}, material_id = film) => {
    const { data, message } = await app.call('box.run', { project_id, tool, material_id, options }, user);
    return { ...data, refusal: message };
  };
  const factsOf = async (material_id = '') => {
    const [row] = await app.db
      .select({ sha256: vlc_file.sha256, made_of_id: material.made_of_id, name: material.material_name })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(eq(material.material_id, material_id));
    const opened = await app.storage.open(row?.sha256 ?? '');
    const facts = await probe(app.tools, opened.path);
    await opened.release();
    return { ...facts, made_of_id: row?.made_of_id, name: row?.name };
  };

  const cut = await run('silence_cut', { least: 0.5, keep: 0.1 });
  expect([cut.status, cut.message]).toEqual(['succeeded', null]);
  const shorter = await factsOf(cut.material_ids[0]);
  expect([shorter.made_of_id, shorter.audio.length]).toEqual([film, 1]);
  expect(Math.abs(shorter.seconds - 2.2)).toBeLessThan(0.25);

  expect((await run('frames', { count: 2 })).material_ids).toHaveLength(2);
  const clean = await factsOf((await run('speech_clean')).material_ids[0]);
  expect([clean.video?.width, clean.audio[0]?.codec]).toEqual([96, 'aac']);
  const tall = await factsOf((await run('reframe', { ratio: '9:16' })).material_ids[0]);
  expect([tall.video?.width, tall.video?.height]).toEqual([30, 54]);
  const slow = await factsOf((await run('slow_motion')).material_ids[0]);
  expect(Math.abs(slow.seconds - 6)).toBeLessThan(0.5);

  const words = [
    { text: '大家', start: 0.1, end: 0.4, from: 0, to: 2 },
    { text: '好', start: 0.4, end: 0.6, from: 2, to: 3 },
  ];
  expect((await run('subtitle_extract')).message).toContain('没有听到人声');
  await app.db
    .insert(material_sound)
    .values({ material_id: film, peaks: [], words })
    .onConflictDoUpdate({ target: material_sound.material_id, set: { words } });
  const { file_vlc_id } = await run('subtitle_extract');
  const { data: link } = await app.call('file.jumpLink', { vlc_id: file_vlc_id ?? '' }, user);
  expect(await (await fetch(`${app.url}${link.url}`)).text()).toContain('00:00:00,100 --> 00:00:00,600\n大家好');

  const picture = app.scratch.file('.png');
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c03030' } })
    .png()
    .toFile(picture);
  const declared = await testMaterial(app, user, project_id, picture, { material_type: 'ai_image', ai_origin: true });
  const large = await run('upscale', { times: '2' }, declared);
  const { data: detail } = await app.call('material.detail', { material_id: large.material_ids[0] ?? '' }, user);
  expect(detail).toMatchObject({ ai_origin: true, made_of: { material_id: declared } });
  expect((await factsOf(large.material_ids[0])).video).toMatchObject({ width: 80, height: 60 });

  expect((await run('frames', {}, declared)).refusal).toContain('不能用「截画面」处理');
  expect((await run('remove_bg', {}, declared)).refusal).not.toBe('');
  expect((await run('gif', { length: 99 })).refusal).toContain('最多 15');
  expect((await run('compress', { megabytes: 5 })).message).toContain('已经比这个小');
  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, film));
  expect((await run('gif')).message).toContain('AI 标识');
});

test('between silences the sound stays, with a little of them on either side', () => {
  const quiet = [
    { start: 0, end: 1 },
    { start: 3, end: 4 },
    { start: 5, end: 5.2 },
  ];
  expect(soundStretches(quiet, 6, 0.1)).toEqual([
    { start: 0.9, end: 3.1 },
    { start: 3.9, end: 6 },
  ]);
});
