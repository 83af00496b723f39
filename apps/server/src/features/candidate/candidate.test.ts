import type { ClipPick, MixOverrides } from '@mixreel/contract';
import { probe, readAigc, runFfmpeg } from '@mixreel/media';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { withhold } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { own_music } from '#features/music/music.tables.ts';
import { filmMix, listOf, save, SHOT_MS, until } from '#testing/mixed-films.ts';
import { readFactors } from './factors.ts';

test('one learns how many videos there can be, and what keeps them from being more', async () => {
  const { app, ann, mproject_id } = await filmMix([3, 2, 1]);
  const { data } = await app.call('candidate.summary', { mproject_id }, ann);
  expect(data).toMatchObject({ combinations: '6', is_exact: true, planned: 0, is_outdated: false });
  expect(data.limits.map(({ kind }) => kind)).toContain('single');
  expect(data.advice.map(({ sentence }) => sentence).join()).toContain('再拍 1 个片段');
});

test('candidates are chosen to be little alike, stay when clips are added, and can be left out for good', async () => {
  const { app, ann, mproject_id, films } = await filmMix([3, 3]);
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { combine: { max_share_percent: 60 } } }, ann);
  const planned = await app.call('candidate.plan', { mproject_id, count: 4 }, ann);
  expect(planned.data).toMatchObject({ planned: 4, picked: 4, is_outdated: false });
  // All lines are the same, which is a fifth; pictures and their sound are the rest, and half of that is shared.
  expect(planned.data.most_likeness).toBeCloseTo(0.6);
  const before = await listOf(app, mproject_id, ann);

  const { shooting_id } = (await app.call('mix.detail', { mproject_id }, ann)).data.shootings[0]!;
  await app.call('clip.add', { mproject_id, shooting_id, clips: [{ material_id: films[5]! }] }, ann);
  expect((await app.call('candidate.summary', { mproject_id }, ann)).data.is_outdated).toBe(true);
  await app.call('candidate.update', { candidate_ids: [before[0]!.candidate_id], is_excluded: true }, ann);
  await app.call('candidate.plan', { mproject_id, count: 5 }, ann);
  const after = await listOf(app, mproject_id, ann);
  expect(after).toHaveLength(5);
  const kept = before.slice(1).map(({ candidate_id }) => candidate_id);
  expect(after.map(({ candidate_id }) => candidate_id)).toEqual(expect.arrayContaining(kept));
  expect(after.map(({ signature }) => signature)).not.toContain(before[0]!.signature);

  const { data: matrix } = await app.call('candidate.matrix', { mproject_id }, ann);
  expect(matrix.likeness).toHaveLength((5 * 4) / 2);
  expect(Math.max(...matrix.likeness)).toBeLessThanOrEqual(600);
});

test('the seed decides what is chosen, and what is chosen never shares more than is allowed at that time', async () => {
  const { app, ann, mproject_id } = await filmMix([3, 3, 3]);
  /** Whoever was told of 第 3 条 finds it under that number: those of excluded ones are not given again. */
  let firstNumber = 1;
  const choose = async (combine: { seed?: number; max_share_percent?: number }) => {
    const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
    await app.call('mix.updateConfig', { mproject_id, revision, config: { combine } }, ann);
    const { data } = await app.call('candidate.plan', { mproject_id, count: 12 }, ann);
    const listed = await listOf(app, mproject_id, ann);
    expect(listed.map(({ number }) => number)).toEqual(listed.map((_, n) => n + firstNumber));
    expect(data.most_likeness).toBeCloseTo(LINES + (1 - LINES) * mostShared(listed), 5);
    return listed;
  };
  const first = await choose({ seed: 1, max_share_percent: 75 });
  const other = await choose({ seed: 2 });
  expect(other.map(({ signature }) => signature)).not.toEqual(first.map(({ signature }) => signature));
  const again = await choose({ seed: 1 });
  expect(again.map(({ signature }) => signature)).toEqual(first.map(({ signature }) => signature));
  expect(mostShared(again)).toBeGreaterThan(0.5);

  const strict = await choose({ max_share_percent: 50 });
  expect(mostShared(strict)).toBeLessThanOrEqual(0.4);
  await app.call('candidate.update', { candidate_ids: [strict[0]!.candidate_id], is_excluded: true }, ann);
  expect(strict[0]!.number).toBe(1);
  firstNumber = 2;
  const rest = await choose({});
  expect(rest.map(({ signature }) => signature)).not.toContain(strict[0]!.signature);

  // A transition takes a third of its shots here: two of four frames each are seen once instead of twice.
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  await app.call('mix.updateConfig', { mproject_id, revision, config: { transition: { kind: 'fade' } } }, ann);
  const [faded] = await choose({});
  expect(faded?.duration).toBeCloseTo((3 * SHOT_MS) / 1000 - 8 / 30, 5);
});

/** What the lines count, which are the same in all of these videos. */
const LINES = 0.2;

/** All shots are equally long and no two clips show the same. */
function mostShared(candidates: { picks: ClipPick[] }[]): number {
  const pairs = candidates.flatMap((a, i) => candidates.slice(i + 1).map((b) => [a.picks, b.picks] as const));
  const shared = ([a, b]: (typeof pairs)[number]) =>
    a.filter((pick, n) => pick.video_clip_id === b[n]?.video_clip_id).length / a.length;
  return Math.max(0, ...pairs.map(shared));
}

test('what a space calls alike decides what is planned: by pictures alone, lines count for nothing', async () => {
  const { app, ann, mproject_id } = await filmMix([3, 3]);
  const weights = { picture: 1, sound: 0, text: 0 };
  await app.call('likeness.updateSetting', { levels: [0.1, 0.3, 0.5, 0.8], weights }, ann);
  const { data } = await app.call('candidate.plan', { mproject_id, count: 4 }, ann);
  expect(data.most_likeness).toBeCloseTo(mostShared(await listOf(app, mproject_id, ann)), 5);
});

test('pins, exclusions, forbidden pairs, openings and wordings hold in what is chosen, and in what is exported', async () => {
  const { app, ann, mproject_id, films } = await filmMix([3, 3]);
  const { shootings, revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const [one, two] = shootings.map(({ clips }) => clips);
  await app.call('clip.update', { ...idOf(one![0]), is_pinned: true }, ann);
  await app.call('clip.update', { ...idOf(one![1]), is_pinned: true }, ann);
  await app.call('clip.update', { ...idOf(two![2]), is_excluded: true }, ann);
  const opening = films.slice(0, 2).map((material_id) => ({ material_id, start_ms: 500, end_ms: 900 }));
  await app.call('clip.add', { mproject_id, pool: 'header', clips: opening }, ann);
  const { shooting_id, revision: of, scripts } = shootings[0]!;
  const wordings = [...scripts, { ...scripts[0]!, script_id: 'other', text: '另一句' }];
  await app.call('shooting.update', { shooting_id, revision: of, scripts: wordings }, ann);
  const pair: [string, string] = [one![0]!.video_clip_id, two![0]!.video_clip_id];
  const combine = { max_share_percent: 100, allow_repeats: true, forbidden_pairs: [pair] };
  await app.call('mix.updateConfig', { mproject_id, revision, config: { combine } }, ann);

  // Two openings, two pinned by two left without one pair, two wordings.
  const { data: planned } = await app.call('candidate.plan', { mproject_id, count: 50 }, ann);
  expect(planned).toMatchObject({ combinations: '12', planned: 12 });
  const listed = await listOf(app, mproject_id, ann);
  const clips = listed.map(({ picks }) => picks.map(({ video_clip_id }) => video_clip_id));
  const used = new Set(clips.flat());
  for (const unused of [one![2]!, two![2]!]) expect(used).not.toContain(unused.video_clip_id);
  expect(clips.filter((ids) => pair.every((id) => ids.includes(id)))).toEqual([]);
  expect(new Set(listed.map(({ picks }) => picks[0]?.video_clip_id)).size).toBe(2);
  expect(new Set(listed.map(({ picks }) => picks[1]?.script_id)).size).toBe(2);

  const forbidden: [string, string][] = [
    pair,
    [listed[0]!.picks[1]!.video_clip_id, listed[0]!.picks[2]!.video_clip_id],
  ];
  const change = { mproject_id, revision: revision + 1, config: { combine: { forbidden_pairs: forbidden } } };
  await app.call('mix.updateConfig', change, ann);
  const { count, left_out } = (await app.call('candidate.export', { mproject_id }, ann)).data;
  expect(left_out[0]).toMatchObject({ number: 1, problem: expect.stringContaining('重新挑选') });
  expect(count + left_out.length).toBe(listed.length);
  expect((await app.call('candidate.export', { mproject_id, best: 50 }, ann)).data.count).toBeLessThan(12);
});

function idOf(clip: { video_clip_id: string; revision: number } | undefined) {
  return { video_clip_id: clip!.video_clip_id, revision: clip!.revision };
}

test('a combination plays without being rendered: a draft at once, in ranges, and only to who has the link', async () => {
  const { app, ann, mproject_id } = await filmMix([2, 2]);
  const readiness = async () => (await app.call('candidate.readiness', { mproject_id }, ann)).data.readiness;
  expect(await readiness()).toBe(0);
  const { data: preview } = await app.call('candidate.preview', { mproject_id }, ann);
  expect(await readiness()).toBe(1);
  expect(preview).toMatchObject({ quality: 'draft', width: 360, height: 640, duration: (2 * SHOT_MS) / 1000 });
  expect(preview.cuts.map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
    [0, SHOT_MS],
    [SHOT_MS, 2 * SHOT_MS],
  ]);
  const whole = await fetch(app.url + preview.url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-type')).toBe('video/mp4');
  const part = await fetch(app.url + preview.url, { headers: { range: 'bytes=100-299' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 300));
  expect((await fetch(`${app.url}${preview.url}x`)).status).toBe(404);

  const again = await app.call('candidate.preview', { mproject_id }, ann);
  expect(again.data.url).toBe(preview.url);

  // What a clip shows may not be shown any more: nobody reads on what is open.
  const { rows } = await app.pool.query<{ sha256: string }>(
    'select f.sha256 from material m join vlc_file f using (vlc_id)',
  );
  const hashes = rows.map(({ sha256 }) => sha256);
  await withhold(app.db, ann.space_id, hashes, '同意已撤回');
  const refused = await fetch(app.url + preview.url);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('已撤回')]);
});

test('a place without a clip is named before anything is planned, played or exported', async () => {
  const { app, ann, mproject_id } = await filmMix([1, 1]);
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  await app.call('clip.delete', { video_clip_ids: [shootings[1]!.clips[0]!.video_clip_id] }, ann);
  for (const call of ['candidate.plan', 'candidate.preview', 'candidate.export'] as const) {
    const answer = await app.call(call, { mproject_id }, ann);
    expect([call, answer.code]).not.toEqual([call, 0]);
    expect(`${call} ${answer.message}`).toContain('镜头 2');
  }
  const { data } = await app.call('candidate.check', { mproject_id }, ann);
  expect(data.problems[0]).toMatchObject({ blocks: true, shooting_id: shootings[1]!.shooting_id });
});

test('music that left the library keeps nobody from exporting: one click leaves it out', async () => {
  const { app, ann, mproject_id } = await filmMix([1]);
  await app.pool.query(`update mproject set config = '{"music":{"music_id":"gone"}}' where mproject_id = $1`, [
    mproject_id,
  ]);
  const problems = async () => (await app.call('candidate.check', { mproject_id }, ann)).data.problems;
  const [gone] = await problems();
  expect(gone).toMatchObject({ kind: 'music', blocks: true, fixes: [{ label: '不用音乐' }] });
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  await app.call('mix.updateConfig', { mproject_id, revision, config: gone!.fixes[0]!.mix }, ann);
  expect((await problems()).filter(({ kind }) => kind === 'music')).toEqual([]);
});

test('no video has music whose licence does not reach so far, whether it is the mix’s own or takes turns with it', async () => {
  const { app, ann, films, mproject_id } = await filmMix([1]);
  const [film] = await app.db.select().from(material).where(eq(material.material_id, films[0]!));
  const licence = { licence: 'purchased' as const, licence_text: '', source: '', platforms: [], territories: '' };
  const piece = (music_id: string, expires_at: string | null) => ({
    music_id,
    space_id: ann.space_id,
    vlc_id: film!.vlc_id!,
    title: music_id,
    moods: [],
    duration: 60,
    is_ai_made: false,
    created_by: ann.user_uid,
    licence: { ...licence, expires_at },
  });
  const over = '2020-01-01T00:00:00.000Z';
  await app.db.insert(own_music).values([piece('mine', null), piece('other', null), piece('over', over)]);
  const set = async (config: MixOverrides) => {
    const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
    expect(await app.call('mix.updateConfig', { mproject_id, revision, config }, ann)).toMatchObject({ code: 0 });
  };
  const problems = async () =>
    (await app.call('candidate.check', { mproject_id }, ann)).data.problems.filter(({ kind }) => kind === 'music');
  await set({ music: { music_id: 'mine' }, vary: { music: 'free' } });
  expect(await problems()).toEqual([]);
  const [mix] = await app.db.select().from(mproject).where(eq(mproject.mproject_id, mproject_id));
  const { music } = await readFactors(app, mix!);
  expect(new Set(music.map(({ id }) => id.split('@')[0]))).toEqual(new Set(['mine', 'other']));
  await set({ vary: { music: 'list', music_ids: ['other', 'over'] } });
  const [refused] = await problems();
  expect(refused).toMatchObject({ blocks: true, message: expect.stringContaining('「over」：音乐授权已于') });
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  await app.call('mix.updateConfig', { mproject_id, revision, config: refused!.fixes[0]!.mix }, ann);
  expect(await problems()).toEqual([]);
});

test('an export files every video under its name, and each decodes to the planned length', async () => {
  const { app, ann, project_id, mproject_id } = await filmMix([2, 2], { work: true });
  await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  const { data: started } = await app.call('candidate.export', { mproject_id, name_rule: '夏_{n}' }, ann);
  expect(started.count).toBe(3);
  const { items } = await until(
    async () => (await app.call('candidate.exports', { mproject_id }, ann)).data,
    (page) => page.items.every(({ status }) => status === 'done' || status === 'failed'),
  );
  expect(items.map(({ status, file_name, error }) => [status, file_name, error])).toEqual([
    ['done', '夏_01', null],
    ['done', '夏_02', null],
    ['done', '夏_03', null],
  ]);
  const { data: dirs } = await app.call('artwork.dirs', { project_id }, ann);
  expect(dirs.dirs.map(({ dir_name, artwork_count }) => [dir_name, artwork_count])).toEqual([['夏季上新', 3]]);
  // Covers come behind them.
  const made = await until(
    async () => (await app.call('artwork.list', { project_id, mproject_id }, ann)).data,
    (page) => page.items.every(({ cover_url }) => cover_url !== null),
  );
  expect(new Set(made.items.map(({ picks }) => JSON.stringify(picks))).size).toBe(3);
  // The newest first, but within one export as it was numbered, whichever was finished first.
  expect(made.items.map(({ artwork_name }) => artwork_name)).toEqual(['夏_01', '夏_02', '夏_03']);
  for (const { video_url, cover_url } of made.items) {
    const path = app.scratch.file('.mp4');
    await save(app.url + video_url, path);
    const facts = await probe(app.tools, path);
    expect(facts.video).toMatchObject({
      width: 1080,
      height: 1920,
      fps: 30,
      frames: Math.round((2 * SHOT_MS * 30) / 1000),
    });
    await runFfmpeg(app.tools, [['-xerror', '-i', path, '-f', 'null', '-']]);
    expect((await fetch(app.url + cover_url)).headers.get('content-type')).toBe('image/jpeg');
  }
  const listed = await listOf(app, mproject_id, ann);
  expect(listed.map(({ status, is_stale }) => [status, is_stale])).toEqual(
    Array.from({ length: 3 }, () => ['exported', false]),
  );

  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { title: { text: '新标题' } } }, ann);
  expect((await listOf(app, mproject_id, ann)).map(({ is_stale }) => is_stale)).toEqual([true, true, true]);
});

test('what a machine spoke is labelled in the file and on the picture', async () => {
  const { app, ann, mproject_id } = await filmMix([1]);
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { voice: { is_on: true } } }, ann);
  const { data: preview } = await app.call('candidate.preview', { mproject_id }, ann);
  const path = app.scratch.file('.mp4');
  await save(app.url + preview.url, path);
  expect(readAigc((await probe(app.tools, path)).tags['AIGC'] ?? '')?.ContentProducer).toBe(app.config.aigcProducer);
});
