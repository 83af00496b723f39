import type { LikenessReport } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, isNotNull } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { addArtwork, addDirRow } from '#testing/artworks.ts';
import { filmMix, listOf, until } from '#testing/mixed-films.ts';
import { drawSmall } from '#testing/small-canvas.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';
import { artwork_signature } from './likeness.tables.ts';
import { signInIdle } from './sign-artworks.ts';

drawSmall();

/** Turns one moving picture into others that have nothing in common with it. */
const LOOKS = ['null', 'hflip', 'vflip', 'hflip,vflip', 'negate', 'negate,hflip', 'negate,vflip', 'negate,hflip,vflip'];
const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];

async function ended(app: TestApp, user: TestUser, task_id: string) {
  return until(
    async () => (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0],
    (one) => ENDED.includes(one?.status ?? ''),
  );
}

type World = Awaited<ReturnType<typeof filmMix>>;

/** Exports the combinations with these clips in each shooting; their ids in this order. */
async function exported({ app, ann, mproject_id }: World, ...wanted: number[][]): Promise<string[]> {
  await app.call('candidate.plan', { mproject_id, count: 100 }, ann);
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const candidates = await listOf(app, mproject_id, ann);
  const ids: string[] = [];
  for (const numbers of wanted) {
    const clips = numbers.map((number, n) => shootings[n]!.clips[number]!.video_clip_id);
    const found = candidates.find(({ picks }) => picks.every((pick, n) => pick.video_clip_id === clips[n]));
    if (!found) throw new Error(`No candidate with the clips ${numbers.join()}`);
    const candidate_ids = [found.candidate_id];
    const { data } = await app.call('candidate.export', { mproject_id, candidate_ids }, ann);
    expect((await ended(app, ann, data.task_id))?.status).toBe('succeeded');
    const rows = (await app.call('candidate.exports', { mproject_id, task_id: data.task_id }, ann)).data.items;
    ids.push(rows[0]!.artwork_id!);
  }
  return ids;
}

type Wish = Omit<Parameters<typeof measured>[1], 'artwork_ids'>;

async function measured(
  { app, ann }: Pick<World, 'app' | 'ann'>,
  wish: {
    artwork_ids: string[];
    days?: number;
    action?: 'measure' | 'propose' | 'produce';
    changes?: ('clips' | 'order' | 'caption' | 'voice' | 'music')[];
    max_likeness?: number;
  },
): Promise<LikenessReport> {
  const { data } = await app.call('likeness.add', wish, ann);
  const done = await ended(app, ann, data.task_id);
  expect(done).toMatchObject({ status: 'succeeded', error: null });
  expect(done?.steps.map(({ label }) => label)).toEqual(['签名', '比较', '建议']);
  return (await app.call('likeness.report', { task_id: data.task_id }, ann)).data;
}

async function wideMix(counts: number[]) {
  const world = await filmMix(counts, { work: true, filters: (n) => LOOKS[n % LOOKS.length]! });
  const { app, ann, mproject_id } = world;
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  // The square is the canvas with the fewest pixels.
  const config = { combine: { max_share_percent: 100 }, picture: { ratio: '1:1' as const } };
  await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
  return world;
}

test('videos that share a shot are alike by that shot; what is made of a proposal is not', async () => {
  const world = await wideMix([3, 3]);
  const { app, ann, mproject_id, project_id } = world;
  const [a, b, c] = (await exported(world, [0, 0], [0, 1], [1, 2])) as [string, string, string];
  const report = await measured(world, { artwork_ids: [b, a, c], days: 0 });
  expect(report).toMatchObject({ artwork_ids: [a, b, c], compared: 0, days: 0, proposals: [] });
  const [ab, ac, bc] = report.matrix.picture as [number, number, number];
  expect(ab).toBeGreaterThan(400);
  expect(ab).toBeLessThan(600);
  expect(Math.max(ac, bc)).toBeLessThan(100);
  expect(report.matrix.text).toEqual([1000, 1000, 1000]);
  expect(report.rows[0]).toMatchObject({ closest_id: b, closest_is_outside: false, level: 4, sound: null });
  expect(report.rows[0]!.likeness).toBeCloseTo((0.6 * (ab / 1000) + 0.2) / 0.8, 2);
  expect(report.rows[0]!.cover_url).toMatch(/^\//);
  // The first of two that are alike is new; the third shares only its words.
  expect(report.share).toBeCloseTo(1 / 3, 2);
  expect(report.level).toBe(3);
  expect(report.seconds).toBeGreaterThan(0);

  const alone = await measured(world, { artwork_ids: [b] });
  expect(alone).toMatchObject({ compared: 2, days: 180, matrix: { all: [] } });
  expect(alone.rows[0]).toMatchObject({ closest_id: a, closest_is_outside: true });
  expect(alone.share).toBe(1);

  // Nothing is signed twice.
  const signed = await app.db.select().from(artwork_signature);
  expect(signed.map(({ artwork_id }) => artwork_id).toSorted()).toEqual([a, b, c].toSorted());
  expect(signed[0]).toMatchObject({ text: '第1句第2句', version: 1 });

  await app.call(
    'likeness.updateSetting',
    { levels: [0.7, 0.8, 0.9, 0.95], weights: { picture: 1, sound: 0, text: 0 } },
    ann,
  );
  const strict = await measured(world, { artwork_ids: [a, b], days: 0 });
  expect(strict.rows[0]).toMatchObject({ likeness: ab / 1000, level: 1 });
  expect(strict).toMatchObject({ share: 0, level: 1 });

  // Words are the same in all videos of this mix; what can change is the picture.
  await app.call(
    'likeness.updateSetting',
    { levels: [0.1, 0.3, 0.5, 0.8], weights: { picture: 1, sound: 1, text: 0 } },
    ann,
  );
  const wide = await measured(world, { artwork_ids: [a, b], action: 'propose', changes: ['clips'] });
  expect(wide.proposals).toHaveLength(1);
  const [proposal] = wide.proposals;
  expect(proposal).toMatchObject({ artwork_id: b, likeness_after: 0, is_started: false, made_artwork_id: null });
  expect(proposal!.likeness_before).toBeGreaterThan(0.4);
  expect(proposal!.changes).toEqual([
    { kind: 'clips', sentence: expect.stringMatching(/^镜头 1：「.+」换成「.+」0–.+ 秒$/) as string },
  ]);
  expect(wide.notes.join()).toContain('不用改');

  const { task_id } = wide;
  const made = await app.call('likeness.produce', { task_id, artwork_ids: [b] }, ann);
  expect(made.data.count).toBe(1);
  const again = await app.call('likeness.produce', { task_id, artwork_ids: [b] }, ann);
  expect(again.message).toContain('已经在制作');
  const read = async () => (await app.call('likeness.report', { task_id }, ann)).data;
  expect((await read()).proposals[0]).toMatchObject({ is_started: true, export_task_id: made.data.task_ids[0] });
  expect((await ended(app, ann, made.data.task_ids[0]!))?.status).toBe('succeeded');
  expect((await read()).proposals[0]).toMatchObject({
    made_artwork_id: expect.any(String) as string,
    likeness_made: null,
  });
  await letTimePass(app);
  expect(await signInIdle(app)).toBe(1);
  const after = await read();
  expect(after.export_task_ids).toEqual(made.data.task_ids);
  expect(after.proposals[0]!.likeness_made).toBeLessThan(0.1);

  const { data: list } = await app.call('artwork.list', { project_id, order: 'newest' }, ann);
  const [newest] = list.items;
  expect(newest).toMatchObject({ artwork_id: after.proposals[0]!.made_artwork_id });
  expect(newest!.artwork_name).toMatch(/_差异化$/);
  const [copy] = await app.db.select().from(mproject).where(eq(mproject.mproject_id, newest!.mproject_id!));
  expect(copy).toMatchObject({ mproject_name: '夏季上新 · 差异化', deleted_at: null });
  expect(copy!.mproject_id).not.toBe(mproject_id);
});

test('asked to produce, the task makes what it proposes: another voice, music, caption style and order', async () => {
  const world = await wideMix([1, 2, 2, 1]);
  const { app, ann, mproject_id } = world;
  const { items: pieces } = (await app.call('music.list', { page_size: 1 }, ann)).data;
  const { revision: now, shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const config = {
    // Twice as fast: half the pictures to make.
    voice: { is_on: true, voice_id: 'builtin:zf_xiaoxiao', rate: 2 },
    music: { music_id: pieces[0]!.music_id },
    duration: { rule: 'narration' as const },
  };
  await app.call('mix.updateConfig', { mproject_id, revision: now, config }, ann);
  const lines = ['早上好', '香味很浓', '清洗方便', '快来试试'];
  for (const [n, { shooting_id, revision, scripts }] of shootings.entries()) {
    const changed = scripts.map((script) => ({ ...script, text: lines[n]! }));
    await app.call('shooting.update', { shooting_id, revision, scripts: changed }, ann);
  }
  const [a, b] = (await exported(world, [0, 0, 0, 0], [0, 1, 0, 0])) as [string, string];
  const low = await measured(world, { artwork_ids: [a, b], action: 'propose', days: 0, max_likeness: 0.2 });
  expect(low.notes.join()).toContain('可以再低');
  const report = await measured(world, { artwork_ids: [a, b], action: 'produce', days: 0, max_likeness: 0.55 });
  const kinds = report.proposals.map(({ changes }) => changes.map(({ kind }) => kind));
  expect(kinds.at(-1)!.toSorted()).toEqual(['caption', 'clips', 'music', 'order', 'voice']);
  expect(report.export_task_ids).toHaveLength(1);
  expect((await ended(app, ann, report.export_task_ids[0]!))?.status).toBe('succeeded');
  const { proposals } = (await app.call('likeness.report', { task_id: report.task_id }, ann)).data;
  expect(proposals.every(({ made_artwork_id }) => made_artwork_id !== null)).toBe(true);
  const { data: video } = await app.call('artwork.detail', { artwork_id: proposals.at(-1)!.made_artwork_id! }, ann);
  const captions = video.origin!.captions.filter(({ kind }) => kind === 'caption');
  expect(captions.map(({ text }) => text)).toEqual(['早上好', '清洗方便', '香味很浓', '快来试试']);
  const { data: mix } = await app.call('mix.detail', { mproject_id: video.mproject_id! }, ann);
  expect(mix.shootings.map(({ scripts }) => scripts[0]!.text)).toEqual(['早上好', '清洗方便', '香味很浓', '快来试试']);
  expect(mix.config.caption?.style).toBeDefined();
  // What is said by whom over which music: as proposed, and heard by the measure, which knows nothing of the plan.
  const { data: original } = await app.call('artwork.detail', { artwork_id: b }, ann);
  const speakers = (of: typeof video) => [...new Set(of.origin!.voices.map(({ voice_id }) => voice_id))];
  expect(speakers(original)).toEqual(['builtin:zf_xiaoxiao']);
  expect(speakers(video)).toEqual([mix.config.voice?.voice_id]);
  expect(speakers(video)).not.toEqual(speakers(original));
  const sentence = proposals.at(-1)!.changes.find(({ kind }) => kind === 'music')!.sentence;
  expect(sentence).toBe(`音乐换成「${video.origin!.music!.title}」`);
  expect(video.origin!.music!.title).not.toBe(original.origin!.music!.title);
  const pair = await measured(world, { artwork_ids: [b, video.artwork_id], days: 0 });
  expect(pair.matrix.sound[0]).toBeLessThan(300);
});

test('what cannot be changed is said, and what cannot be read does not stop the rest', async () => {
  const world = await wideMix([1, 1]);
  const { app, ann, project_id } = world;
  const [a] = (await exported(world, [0, 0])) as [string];
  await expectSignedInIdleTime(world);
  const [row] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, a));
  const { space_id } = ann;
  const dir_id = await addDirRow(app, { space_id, project_id, dir_name: '外来' });
  const elsewhere = await addArtwork(app, {
    space_id,
    project_id,
    dir_id,
    artwork_name: '外来的',
    vlc_id: row!.vlc_id,
  });
  const broken = await addArtwork(app, { space_id, project_id, dir_id, artwork_name: '坏的' });
  const wish: Wish = { action: 'propose', days: 0, changes: ['clips', 'voice', 'music', 'order'] };
  const report = await measured(world, { artwork_ids: [a, elsewhere, broken], ...wish });
  expect(report.matrix.picture).toEqual([1000, 0, 0]);
  expect(report.proposals).toEqual([]);
  expect(report.notes.join('\n')).toMatch(/「坏的」的文件读不出来/);
  expect(report.notes.join('\n')).toMatch(/「外来的」不是在这里混剪出来的/);
  expect(report.notes.join('\n')).toMatch(/没有可换的/);
  await app.call('mix.delete', { mproject_id: world.mproject_id }, ann);
  const later = await measured(world, { artwork_ids: [a, elsewhere], ...wish });
  expect(later.notes.join('\n')).toMatch(/混剪已被删除/);
});

/** Nobody has got anything for a while. */
async function letTimePass({ db }: TestApp): Promise<void> {
  await db
    .update(task)
    .set({ finished_at: new Date(0).toISOString() })
    .where(isNotNull(task.finished_at));
}

async function expectSignedInIdleTime({ app, ann }: World): Promise<void> {
  const waiting = {
    task_id: newId(),
    job_name: 'none',
    job_input: {},
    task_type: 'mix_export' as const,
    title: '导出',
  };
  await app.db.insert(task).values({ ...waiting, space_id: ann.space_id, user_uid: ann.user_uid, status: 'running' });
  expect(await signInIdle(app)).toBe(0);
  await app.db
    .update(task)
    .set({ status: 'succeeded', finished_at: new Date().toISOString() })
    .where(eq(task.task_id, waiting.task_id));
  // Whoever has just got a batch may ask for the next.
  expect(await signInIdle(app)).toBe(0);
  await letTimePass(app);
  expect(await signInIdle(app)).toBe(1);
  expect(await signInIdle(app)).toBe(0);
}

test('levels belong to a space: those who only look do not change them, and they rise', async () => {
  const app = await createTestApp();
  const [owner, viewer] = [await app.signIn(), await app.signIn()];
  const team = await app.team([
    [owner, 'owner'],
    [viewer, 'viewer'],
  ]);
  for (const one of [owner, viewer]) await app.call('team.switch', { space_type: 'TEAM', team_id: team }, one);
  const { data: before } = await app.call('likeness.setting', {}, viewer);
  expect(before).toEqual({
    levels: [0.1, 0.3, 0.5, 0.8],
    weights: { picture: 0.6, sound: 0.2, text: 0.2 },
    history_days: 180,
  });
  const wanted = { ...before, history_days: 30, levels: [0.2, 0.4, 0.6, 0.9] as [number, number, number, number] };
  expect((await app.call('likeness.updateSetting', wanted, viewer)).status).toBe(403);
  const falling = { ...before, levels: [0.5, 0.4, 0.6, 0.9] as [number, number, number, number] };
  expect((await app.call('likeness.updateSetting', falling, owner)).message).toContain('从小到大');
  await app.call('likeness.updateSetting', wanted, owner);
  expect((await app.call('likeness.setting', {}, viewer)).data).toEqual(wanted);
  expect((await app.call('likeness.report', { task_id: newId() }, owner)).code).not.toBe(0);
});
