import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BoxStep, type BoxToolName, IMAGE_PIXELS_MAX } from '@mixreel/contract';
import { locateFfmpeg, probe, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { understandMaterial } from '#features/analysis/understand.jobs.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts, material_sound } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { type JobContext, NotYet } from '#queue/job.ts';
import { startChatDouble } from '#testing/chat-double.ts';
import { analysed, knownMaterial, testMaterial, testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';
import { box_recipe_run } from './box.tables.ts';
import { cutStretches, soundStretches } from './film-tools.ts';
import { type Kept, keepOutputs } from './keep-outputs.ts';
import { placeIn, writePlain } from './picture-tools.ts';
import { runChain } from './run-chain.ts';

/** All of the picture is the person. */
async function cutOut({ width, height }: { width: number; height: number }) {
  return { width, height, data: new Uint8Array(width * height).fill(255) };
}

test('tools make new materials that know what they were made of; what a tool does not take is said before', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const service = await startChatDouble();
  onTestFinished(() => service.close());
  service.translates((line, to) => `${to} ${line.replace('大家好', 'hello')}`);
  const AI_PROVIDERS = JSON.stringify([service.provider]);
  const env = { PACKS_DIR: dir, PACKS_FETCH: 'false', WORKER_CORES: '2', AI_PROVIDERS };
  const app = await createTestApp({ work: true, env });
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

  /** A picture of a material as red, green and blue. */
  const shownAt = async (material_id = '', seconds = 0) => {
    const [row] = await app.db
      .select({ sha256: vlc_file.sha256 })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(eq(material.material_id, material_id));
    const opened = await app.storage.open(row?.sha256 ?? '');
    const shown = app.scratch.file('.png');
    await runFfmpeg(app.tools, [['-ss', seconds, '-i', opened.path, '-frames:v', 1, shown]]);
    await opened.release();
    return sharp(shown).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  };
  const ended = async (task_id: string) => {
    for (;;) {
      const [row] = await app.db.select().from(task).where(eq(task.task_id, task_id));
      if (!row) throw new Error('There is no such task');
      if (['succeeded', 'failed', 'canceled'].includes(row.status)) return row.result as { material_ids: string[] };
      await delay(100);
    }
  };

  const run = async (tool: BoxToolName, options: Record<string, string | number> = {}, material_id = film) => {
    const { data, message } = await app.call('box.run', { project_id, tool, material_id, options }, user);
    // On a slow machine it goes on behind the call.
    if (data?.status === 'running' || data?.status === 'queued') await ended(data.task_id);
    const [row] = data ? await app.db.select().from(task).where(eq(task.task_id, data.task_id)) : [];
    const { material_ids = [], files = [] } = (row?.result ?? {}) as Partial<Kept>;
    const [first] = files;
    return {
      status: row?.status,
      message: row?.error?.message,
      material_ids,
      file_vlc_id: first?.vlc_id,
      refusal: message,
    };
  };

  const cut = await run('silence_cut', { least: 0.5, keep: 0.1 });
  expect([cut.status, cut.message]).toEqual(['succeeded', undefined]);
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
    { text: '好,', start: 0.4, end: 0.6, from: 2, to: 4 },
    { text: '嗯', start: 1.2, end: 1.6, from: 3, to: 4 },
    { text: '开始', start: 2.1, end: 2.4, from: 4, to: 6 },
  ];
  expect((await run('subtitle_extract')).message).toContain('没有听到人声');
  await app.db
    .insert(material_sound)
    .values({ material_id: film, peaks: [], words })
    .onConflictDoUpdate({ target: material_sound.material_id, set: { words } });
  const written = async ({ file_vlc_id }: Pick<Awaited<ReturnType<typeof run>>, 'file_vlc_id'>) => {
    const { data: link } = await app.call('file.jumpLink', { vlc_id: file_vlc_id ?? '' }, user);
    return (await fetch(`${app.url}${link.url}`)).text();
  };
  expect(await written(await run('subtitle_extract'))).toContain('00:00:00,100 --> 00:00:00,600\n大家好\n');
  // A service says it in another language, at the same times.
  const english = await written(await run('subtitle_translate', { language: 'en' }));
  expect(english).toContain('00:00:00,100 --> 00:00:00,600\nen hello');

  const picture = app.scratch.file('.png');
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c03030' } })
    .png()
    .toFile(picture);
  const declared = await knownMaterial(app, user, project_id, picture, { material_type: 'ai_image', ai_origin: true });
  const large = await run('upscale', { times: '2' }, declared);
  const { data: detail } = await app.call('material.detail', { material_id: large.material_ids[0] ?? '' }, user);
  expect(detail).toMatchObject({ ai_origin: true, made_of: { material_id: declared } });
  expect((await factsOf(large.material_ids[0])).video).toMatchObject({ width: 80, height: 60 });

  const burnt = await run('subtitle_burn', { look: 'bar-black' });
  expect([burnt.status, burnt.message]).toEqual(['succeeded', undefined]);
  const [before, after] = [await shownAt(film, 0.3), await shownAt(burnt.material_ids[0], 0.3)];
  // Something is written at the bottom, and nothing at the top.
  expect(changed(before, after, 0.8, 0.96)).toBeGreaterThan(10);
  expect(changed(before, after, 0, 0.6)).toBe(0);
  const spoken = await factsOf((await run('filler_cut')).material_ids[0]);
  expect(Math.abs(spoken.seconds - 2.54)).toBeLessThan(0.25);
  expect((await run('cover_pick', { count: 1 })).material_ids).toHaveLength(1);
  const moving = await run('gif', { format: 'webp', length: 0.5 });
  expect(moving).toMatchObject({ status: 'succeeded', material_ids: [], file_vlc_id: expect.any(String) as string });

  expect((await run('color_match')).refusal).toContain('请选择参考');
  const red = await run('color_match', { reference: declared, strength: 100 });
  const tinted = await shownAt(red.material_ids[0], 0.3);
  expect(rednessOf(tinted)).toBeGreaterThan(rednessOf(before) + 15);

  const { data: found } = await app.call('box.slices', { material_id: film, seconds: 10 }, user);
  expect(found.is_heard).toBe(true);
  // What was said is enough: its pictures may still be looked at.
  const heard = eq(material_sound.material_id, film);
  await app.db.update(material).set({ analysis_status: 'running' }).where(eq(material.material_id, film));
  const { data: early } = await app.call('box.slices', { material_id: film, seconds: 10 }, user);
  expect(early).toEqual(found);
  await app.db.update(material_sound).set({ words: [] }).where(heard);
  const { message: deaf } = await app.call('box.slices', { material_id: film, seconds: 10 }, user);
  expect(deaf).toContain('还在听这个录像');
  // In a recording of five minutes what is heard is written down before the first of its pictures is looked at.
  const [{ analysis_task_id }, { facts }] = (
    await Promise.all([
      app.db.select().from(material).where(eq(material.material_id, film)),
      app.db.select().from(material_facts).where(eq(material_facts.material_id, film)),
    ])
  ).map(([row]) => row) as [typeof material.$inferSelect, typeof material_facts.$inferSelect];
  const lasting = (seconds: number) =>
    app.db
      .update(material_facts)
      .set({ facts: { ...facts, seconds } })
      .where(eq(material_facts.material_id, film));
  await lasting(300);
  const [own] = await app.db
    .update(task)
    .set({ status: 'running' })
    .where(eq(task.task_id, analysis_task_id ?? ''))
    .returning();
  const understood = understandMaterial.run({ material_id: film }, {
    ...app,
    task: own,
    signal: new AbortController().signal,
    report: () => {},
    async step(key: string, work: () => unknown) {
      if (key === 'listen') return { speech: [{ start: 0, end: 3 }], words };
      if (key.startsWith('look')) throw new Error('looked at');
      return work();
    },
  } as never);
  await expect(understood).rejects.toThrow('looked at');
  const { data: said } = await app.call('box.slices', { material_id: film, seconds: 10 }, user);
  expect(said).toEqual(found);
  await lasting(facts.seconds);
  await app.db
    .update(task)
    .set({ status: 'succeeded' })
    .where(eq(task.task_id, own?.task_id ?? ''));
  await app.db.update(material).set({ analysis_status: 'done' }).where(eq(material.material_id, film));
  const clips = [{ start_ms: 100, end_ms: 1400, title: '大家好，欢迎' }];
  const { data: cutting } = await app.call('box.cut', { material_id: film, clips }, user);
  const [slice = ''] = (await ended(cutting.task_id)).material_ids;
  expect(await factsOf(slice)).toMatchObject({
    made_of_id: film,
    name: expect.stringContaining('-01 大家好 欢迎.mp4') as string,
  });

  const recipe = {
    project_id,
    recipe_name: '竖屏口播',
    steps: [
      { tool: 'silence_cut', options: { least: 0.5, keep: 0.1 } },
      { tool: 'reframe', options: { ratio: '9:16' } },
    ] as BoxStep[],
  };
  const wrong = { ...recipe, steps: [{ tool: 'frames' as const, options: {} as BoxStep['options'] }, ...recipe.steps] };
  const { message: refusal } = await app.call('box.saveRecipe', { ...wrong, dir_ids: [] }, user);
  expect(refusal).toContain('「截画面」后面不能接「去静音」');
  const { data: folder } = await app.call('dir.add', { project_id, kind: 'material', dir_name: '直播' }, user);
  const { data: saved } = await app.call('box.saveRecipe', { ...recipe, dir_ids: [folder.dir_id] }, user);
  // What is uploaded into the folder goes through it by itself, once, however often it is analysed; its result does not.
  const uploaded = await testMaterial(app, user, project_id, path, { dir_id: folder.dir_id });
  await analysed(app, uploaded);
  await app.call('analysis.start', { project_id, material_ids: [uploaded] }, user);
  await analysed(app, uploaded);
  const [run_once] = await app.db.select().from(box_recipe_run);
  const [result = ''] = (await ended(run_once?.task_id ?? '')).material_ids;
  await analysed(app, result);
  const portrait = await factsOf(result);
  expect(portrait).toMatchObject({ made_of_id: uploaded, video: { width: 30, height: 54 } });
  expect([portrait.name?.endsWith('-去静音-9比16.mp4'), Math.abs(portrait.seconds - 2.2) < 0.25]).toEqual([true, true]);
  const { data: recipes } = await app.call('box.recipes', { project_id }, user);
  expect(recipes).toMatchObject([
    { recipe_id: saved.recipe_id, run_count: 1, dirs: [{ dir_name: '直播' }], takes: ['video'] },
  ]);

  // Another attempt goes on behind the last step that was done, and leaves nothing lying about.
  const memory = new Map<string, unknown>();
  const step = async <T>(key: string, work: () => Promise<T>) => {
    if (!memory.has(key)) memory.set(key, await work());
    return memory.get(key) as T;
  };
  const killed = { task_id: 'killed', space_id: user.space_id, project_id, user_uid: user.user_uid, attempt: 1 };
  const context = { ...app, task: killed, step, signal: new AbortController().signal, report: () => {} };
  const chain = (second: BoxStep) => ({ material_id: film, steps: [recipe.steps[0]!, second] });
  const dead = runChain(context, chain({ tool: 'gif', options: { from: 60 } }));
  await expect(dead).rejects.toThrow('第 2 步「转动图」：这个视频只有');
  const half = join(app.config.dataDir, 'box', 'killed');
  const { own: made_of, value } = memory.get('tool-0-0') as { own: string; value: [{ path: string }] };
  expect([[...memory.keys()], existsSync(value[0].path)]).toEqual([['tool-0-0'], true]);
  const elsewhere = { path: join(half, 'elsewhere.mp4'), name: 'x.mp4', is_plain: false };
  memory.set('tool-1-0', { own: made_of, value: [elsewhere] });
  const pick = chain({ tool: 'cover_pick', options: { count: 1 } });
  const resumed = await runChain(context, pick);
  expect([resumed.material_ids.length, existsSync(half)]).toEqual([1, false]);

  // What was made of the file before is not gone on with once another one is in its place.
  memory.clear();
  await expect(runChain(context, chain({ tool: 'gif', options: { from: 60 } }))).rejects.toThrow('第 2 步');
  const vlcOf = async (id: string) =>
    (await app.db.select().from(material).where(eq(material.material_id, id)))[0]!.vlc_id;
  const [wide, narrow] = [await vlcOf(film), await vlcOf(result)];
  const place = (vlc_id: string | null) =>
    app.db.update(material).set({ vlc_id }).where(eq(material.material_id, film));
  await place(narrow);
  expect((await factsOf((await runChain(context, pick)).material_ids[0])).video).toMatchObject({ width: 30 });
  await place(wide);

  // A step that has nothing to do lets the others do theirs; where none has, no second copy is kept.
  const small = { tool: 'compress' as const, options: { megabytes: 5 } };
  const forgetful = { ...context, step: <T>(_: string, work: () => Promise<T>) => work() };
  const past = (steps: BoxStep[]) => runChain(forgetful, { material_id: film, steps });
  const { material_ids: squares } = await past([small, { tool: 'reframe', options: { ratio: '1:1' } }]);
  expect((await factsOf(squares[0])).video).toMatchObject({ width: 54, height: 54 });
  await expect(past([small, small])).rejects.toThrow('哪一步都不用处理');

  // More is written in it than a page could show: subtitles are a file.
  const read = Array.from({ length: 310 }, (_, n) => ({
    text: `第${n}句话`,
    score: 0.95,
    box: { x: 0.09 * (n % 10), y: 0.03 * Math.floor(n / 10), width: 0.08, height: 0.02 },
  }));
  const see = async (paths: unknown[]) => paths.map(() => ({ text: read }));
  const reader = { ...forgetful, ai: { ...app.ai, see } as never };
  const extract: BoxStep = { tool: 'subtitle_extract', options: { source: 'written' } };
  const { files } = await runChain(reader, { material_id: film, steps: [extract] });
  expect((await written({ file_vlc_id: files[0]?.vlc_id })).match(/-->/g)).toHaveLength(310);

  // Pixels that are wider than high, sound that begins late and goes on behind the picture.
  const odd = app.scratch.file('.mp4');
  await runFfmpeg(app.tools, [
    ['-f', 'lavfi', '-i', 'testsrc2=size=72x54:rate=10:duration=1,setsar=4/3'],
    ['-itsoffset', 0.5, '-f', 'lavfi', '-i', 'sine=duration=2'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', odd],
  ]);
  const camera = await knownMaterial(app, user, project_id, odd);
  const of = (step: BoxStep) => runChain(forgetful, { material_id: camera, steps: [step] });
  await expect(of({ tool: 'reframe', options: { ratio: '16:9' } })).rejects.toThrow('画面已经是 16:9');
  const [square] = (await of({ tool: 'reframe', options: { ratio: '1:1' } })).material_ids;
  expect((await factsOf(square)).video).toMatchObject({ width: 54, height: 54, pixelAspect: 1 });
  const [shown, last] = (await of({ tool: 'frames', options: { count: 2 } })).material_ids;
  expect([await shownAt(shown), await shownAt(last)].map(({ info }) => info.width)).toEqual([96, 96]);
  const [voice] = (await of({ tool: 'speech_clean', options: {} })).material_ids;
  expect((await factsOf(voice)).audio[0]?.seconds).toBeCloseTo(2.5, 1);

  // What nobody has listened to yet is waited for.
  const known = eq(material.material_id, camera);
  await app.db.update(material).set({ analysis_status: 'running' }).where(known);
  await expect(of({ tool: 'subtitle_burn', options: {} })).rejects.toThrow('还在听这个素材');
  await expect(of({ tool: 'live_slice', options: {} })).rejects.toBeInstanceOf(NotYet);
  await app.db.update(material).set({ analysis_status: 'done' }).where(known);

  // A consent that was taken back while a tool was at work is taken back for what came of it, too.
  const [begun] = await app.db.select().from(material).where(known);
  const withdrawn = { licence: 'own' as const, consent: 'missing' as const, region: '', expires_at: null, note: '' };
  await app.db.update(material).set({ rights: withdrawn }).where(known);
  const item = { path: odd, name: 'late.mp4', is_plain: false };
  const { material_ids: kept_late } = await keepOutputs(forgetful, begun!, [item], { shows: [], memory_key: 'late' });
  const [kept] = await app.db
    .select()
    .from(material)
    .where(eq(material.material_id, kept_late[0] ?? ''));
  expect(kept?.rights).toEqual(withdrawn);

  // Somebody before a picture that a machine made: what comes of it says so, and one that may not be used is refused.
  const models = { ...forgetful, ai: { ...app.ai, cutOut } as typeof app.ai };
  const before_it: BoxStep = { tool: 'person_bg', options: { ground: 'picture', picture: declared } };
  const stand = () => runChain(models, { material_id: film, steps: [before_it] });
  const [stood = ''] = (await stand()).material_ids;
  const { data: labelled } = await app.call('material.detail', { material_id: stood }, user);
  expect([labelled.ai_origin, (await factsOf(stood)).tags['AIGC']]).toEqual([true, expect.stringContaining('"Label"')]);
  const rights = { licence: 'own' as const, consent: 'missing' as const, region: '', expires_at: null, note: '' };
  await app.db.update(material).set({ rights }).where(eq(material.material_id, declared));
  await expect(stand()).rejects.toThrow('还没有同意使用');
  expect((await run('person_bg', { ...before_it.options })).refusal).toContain('还没有同意使用');

  expect((await run('frames', {}, declared)).refusal).toContain('不能用「截画面」处理');
  const grainy = app.scratch.file('.png');
  const grain = Uint8Array.from({ length: 64 * 48 * 4 }, (_, n) => (n % 4 === 3 ? 255 : 120 + ((n * 7919) % 31)));
  await sharp(grain, { raw: { width: 64, height: 48, channels: 4 } })
    .png()
    .toFile(grainy);
  const noisy = await knownMaterial(app, user, project_id, grainy);
  const denoised = await run('denoise_video', { strength: 'strong' }, noisy);
  expect([denoised.status, denoised.message, denoised.refusal]).toEqual(['succeeded', undefined, '']);
  const [rough, smooth] = [await shownAt(noisy), await shownAt(denoised.material_ids[0])];
  expect(spreadOf(smooth)).toBeLessThan(0.6 * spreadOf(rough));
  const [red_one = ''] = (await run('color_match', { reference: film, strength: 100 }, noisy)).material_ids;
  expect((await factsOf(red_one)).video).toMatchObject({ width: 64, height: 48 });
  expect(rednessOf(await shownAt(red_one))).not.toBe(rednessOf(rough));
  expect((await run('remove_bg', {}, declared)).refusal).not.toBe('');
  expect((await run('gif', { length: 99 })).refusal).toContain('最多 15');
  expect((await run('frames', { count: 1.5 })).refusal).toContain('整数');
  const behind = [{ start_ms: 60_000, end_ms: 62_000, title: '' }];
  expect((await app.call('box.cut', { material_id: film, clips: behind }, user)).message).toContain('录像结束以后');
  expect((await run('compress', { megabytes: 5 })).message).toContain('已经比这个小');
  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, film));
  expect((await run('gif')).message).toContain('AI 标识');
});

type Shown = { data: Buffer; info: { width: number; height: number } };

/** How many values between two heights are not what they were. */
function changed(before: Shown, { data, info }: Shown, from: number, to: number): number {
  const [first, last] = [from, to].map((share) => 3 * info.width * Math.round(share * info.height)) as [number, number];
  return data.subarray(first, last).filter((value, n) => Math.abs(value - before.data[first + n]!) > 60).length;
}

function spreadOf({ data }: Shown): number {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
}

function rednessOf({ data }: Shown): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) sum += data[at]! - data[at + 1]!;
  return (3 * sum) / data.length;
}

const boxAt = (x: number, side: number) => ({ x, y: 0.2, width: side, height: side });

const faceAt = (x: number, side: number) => ({
  box: boxAt(x, side),
  score: 1,
  vector: new Float32Array(0),
  sharpness: 1,
});
const thingAt = (x: number, side: number, score: number) => ({ key: 'cup', label: '杯子', score, box: boxAt(x, side) });

test('a picture that is cut follows the largest face, and without one what is large and sure', () => {
  const objects = [thingAt(0.1, 0.3, 0.2), thingAt(0.7, 0.2, 0.9), thingAt(0, 0.95, 0.9)];
  expect(placeIn({ faces: [faceAt(0.1, 0.1), faceAt(0.4, 0.2)], objects }, true)).toBeCloseTo(0.5);
  expect(placeIn({ faces: [], objects }, true)).toBeCloseTo(0.8);
  expect(placeIn({ faces: [], objects }, false)).toBeCloseTo(0.3);
  expect(placeIn({ faces: [], objects: [] }, true)).toBeUndefined();
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

test('a talk with forty pauses loses them, and picture and sound stay together to the end', async () => {
  const { dir: folder, remove } = makeTempDir();
  onTestFinished(remove);
  const tools = await locateFfmpeg();
  const path = join(folder, 'talk.mp4');
  // Of twenty-five pictures a second one begins where each stretch ends; and the sound comes late.
  await runFfmpeg(tools, [
    ['-f', 'lavfi', '-i', 'color=size=32x32:rate=25:duration=64'],
    ['-itsoffset', 0.3, '-f', 'lavfi', '-i', 'sine=frequency=300:duration=63.7'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  ]);
  const kept = Array.from({ length: 40 }, (_, n) => ({ start: n * 1.6, end: n * 1.6 + 1 }));
  const context = { tools, signal: new AbortController().signal } as JobContext;
  const work = { context, path, facts: await probe(tools, path), folder, label: null, onProgress: () => {} };
  const [made] = await cutStretches(work as never, kept, '去静音');
  const { video, audio } = await probe(tools, made?.path ?? '');
  expect([video?.seconds, audio[0]?.seconds]).toEqual([40, expect.closeTo(40, 1)]);
});

test('a photo as large as any that may be uploaded is opened, and no other', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const photo = async (height: number) => {
    const path = join(dir, `${height}.png`);
    await sharp({ create: { width: 8000, height, channels: 3, background: '#204060' } })
      .png({ compressionLevel: 1 })
      .toFile(path);
    return path;
  };
  const plain = join(dir, 'plain.png');
  await writePlain(await photo(IMAGE_PIXELS_MAX / 8000), plain);
  expect(await sharp(plain).metadata()).toMatchObject({ width: 8000, height: 6250 });
  await expect(writePlain(await photo(6251), plain)).rejects.toThrow('pixel limit');
});
