import type { ClipPick } from '@mixreel/contract';
import { signatureOf } from '@mixreel/media';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { toCombination } from '#features/candidate/build-plan.ts';
import { candidate, export_video } from '#features/candidate/candidate.tables.ts';
import { addArtwork, addDirRow } from '#testing/artworks.ts';
import { filmMix, SHOT_MS, until } from '#testing/mixed-films.ts';
import { drawSmall } from '#testing/small-canvas.ts';

drawSmall();

type World = Awaited<ReturnType<typeof filmMix>>;

/** A mix of which some combinations are finished videos, without rendering. */
async function madeMix(counts: number[]) {
  const world = await filmMix(counts);
  const { app, ann, project_id, mproject_id } = world;
  const { space_id } = ann;
  const dir_id = await addDirRow(app, { space_id, project_id, dir_name: '成片' });
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  /** With the clip of this number in each place. */
  const picksOf = (...clips: number[]): ClipPick[] =>
    shootings.map(({ shooting_id, clips: pool, scripts }, n) => ({
      slot_id: shooting_id,
      video_clip_id: pool[clips[n]!]!.video_clip_id,
      script_id: scripts[0]!.script_id,
    }));
  const made = (picks: ClipPick[], artwork_name = '片') =>
    addArtwork(app, { space_id, project_id, dir_id, mproject_id, picks, artwork_name });
  return { ...world, dir_id, shootings, picksOf, made };
}

async function addClip({ app, ann, mproject_id, films }: World, shooting_id: string, film: number): Promise<string> {
  await app.call('clip.add', { mproject_id, shooting_id, clips: [{ material_id: films[film]! }] }, ann);
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  return shootings.find((one) => one.shooting_id === shooting_id)!.clips.at(-1)!.video_clip_id;
}

async function exported({ app, mproject_id }: World) {
  return app.db
    .select()
    .from(export_video)
    .where(eq(export_video.mproject_id, mproject_id))
    .orderBy(export_video.number);
}

test('a remake says the same lines over clips that the video does not show, the newest first, beside it', async () => {
  const world = await madeMix([2, 2, 1]);
  const { app, ann, shootings, dir_id, picksOf, made } = world;
  const artwork_id = await made(picksOf(0, 0, 0), '夏_01');
  await made(picksOf(1, 1, 0), '夏_01_新');
  const newest = await addClip(world, shootings[0]!.shooting_id, 5);
  const { data: detail } = await app.call('artwork.detail', { artwork_id }, ann);
  expect(detail.origin).toMatchObject({ mproject_name: '夏季上新', has_mix: true, fresh_shots: 2 });

  const { data, message } = await app.call('artwork.remake', { artwork_ids: [artwork_id] }, ann);
  expect(message).toBe('');
  expect(data).toMatchObject({ count: 1 });
  const [first] = await exported(world);
  const before = picksOf(0, 0, 0);
  expect(first).toMatchObject({ dir_id, file_name: '夏_01_新_01', task_id: data.task_ids[0] });
  expect(first!.picks).toEqual([
    { ...before[0], video_clip_id: newest },
    { ...before[1], video_clip_id: picksOf(1, 1, 0)[1]!.video_clip_id },
    before[2],
  ]);
  const [task] = (await app.call('task.check', { task_ids: data.task_ids }, ann)).data.items;
  expect(task?.title).toBe('用新素材重做「夏季上新」1 条');
});

test('no two remakes are alike, nor like what exists, nor like a candidate while there is another way', async () => {
  const world = await madeMix([3, 3]);
  const { app, ann, mproject_id, picksOf, made } = world;
  const ids = [await made(picksOf(0, 0), 'a'), await made(picksOf(1, 1), 'b'), await made(picksOf(2, 2), 'c')];
  const planned = picksOf(2, 1);
  const figures = { duration: 1, most_likeness: 0, mean_likeness: 0 };
  const signature = signatureOf(toCombination({ picks: planned, factors: {} }));
  const place = { candidate_id: newId(), space_id: ann.space_id, mproject_id, number: 1 };
  await app.db.insert(candidate).values({ ...place, ...figures, signature, picks: planned });
  const { data } = await app.call('artwork.remake', { artwork_ids: ids }, ann);
  expect(data.count).toBe(3);
  const videos = await exported(world);
  const all = [...videos.map(({ picks }) => picks), picksOf(0, 0), picksOf(1, 1), picksOf(2, 2), planned];
  expect(new Set(all.map((picks) => signatureOf(toCombination({ picks, factors: {} })))).size).toBe(7);
  const shown = new Map([picksOf(0, 0), picksOf(1, 1), picksOf(2, 2)].map((picks, n) => [n, picks]));
  for (const [n, { picks }] of videos.entries()) {
    const ownClips = shown.get(n)!.map(({ video_clip_id }) => video_clip_id);
    expect(picks.filter(({ video_clip_id }) => ownClips.includes(video_clip_id))).toEqual([]);
  }
  // Asked again, the candidate is the only way left.
  await app.call('artwork.remake', { artwork_ids: [ids[0]!] }, ann);
  const later = await exported(world);
  expect(later).toHaveLength(4);
  expect(later.map(({ picks }) => picks)).toContainEqual(planned);
  const rows = await app.db.select().from(candidate).where(eq(candidate.mproject_id, mproject_id));
  expect(new Set(rows.map(({ signature }) => signature)).size).toBe(rows.length);
  expect(later.every(({ candidate_id }) => rows.some((row) => row.candidate_id === candidate_id))).toBe(true);
});

test('a remake keeps to what the mix forbids, and to the clips that are pinned', async () => {
  const world = await madeMix([3, 3]);
  const { app, ann, mproject_id, picksOf, made } = world;
  const artwork_id = await made(picksOf(0, 0));
  const clipOf = (n: number, place: number) => picksOf(n, n)[place]!.video_clip_id;
  const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const forbidden_pairs: [string, string][] = [
    [clipOf(2, 0), clipOf(2, 1)],
    [clipOf(2, 0), clipOf(1, 1)],
  ];
  await app.call('mix.updateConfig', { mproject_id, revision, config: { combine: { forbidden_pairs } } }, ann);
  await app.call('clip.update', { video_clip_id: clipOf(1, 1), revision: 1, is_pinned: true }, ann);
  await app.call('artwork.remake', { artwork_ids: [artwork_id] }, ann);
  const [video] = await exported(world);
  expect(video?.picks).toEqual(picksOf(1, 1));
});

test('without new clips, without its mix or without its shots a remake is refused in words', async () => {
  const world = await madeMix([1, 1]);
  const { app, ann, mproject_id, project_id, dir_id, shootings, picksOf, made } = world;
  const artwork_id = await made(picksOf(0, 0));
  const remake = async (id = artwork_id) => (await app.call('artwork.remake', { artwork_ids: [id] }, ann)).message;
  expect(await remake()).toContain('没有这条成片没用过的片段');
  const { data } = await app.call('artwork.detail', { artwork_id }, ann);
  expect(data.origin?.fresh_shots).toBe(0);

  // The same pictures under another name are nothing new.
  await addClip(world, shootings[0]!.shooting_id, 0);
  expect(await remake()).toContain('没有这条成片没用过的片段');
  await app.call('shooting.delete', { shooting_ids: [shootings[1]!.shooting_id] }, ann);
  expect(await remake()).toContain('已不在混剪里');
  await app.call('mix.delete', { mproject_id }, ann);
  expect(await remake()).toContain('混剪已被删除');
  expect((await app.call('artwork.detail', { artwork_id }, ann)).data.origin).toMatchObject({ has_mix: false });
  const other = await addArtwork(app, { space_id: ann.space_id, project_id, dir_id });
  expect(await remake(other)).toContain('不是在这里混剪出来的');
});

test('a finished video tells its shots, lines and materials, and is made again with other pictures', async () => {
  const { app, ann, project_id, mproject_id, films } = await filmMix([2, 1], { work: true });
  await app.call('candidate.plan', { mproject_id, count: 1 }, ann);
  await app.call('candidate.export', { mproject_id, name_rule: '夏_{n}' }, ann);
  const list = async () => (await app.call('artwork.list', { project_id, order: 'oldest' }, ann)).data.items;
  const [first] = await until(list, (items) => items.length === 1);
  const { artwork_id } = first!;
  const { data } = await app.call('artwork.detail', { artwork_id }, ann);
  expect(data.origin).toMatchObject({ mproject_name: '夏季上新', candidate_number: 1, fresh_shots: 1, music: null });
  expect(
    data.origin!.cuts.map(({ slot_name, line, start_ms, end_ms, is_gone }) => [
      slot_name,
      line,
      start_ms,
      end_ms,
      is_gone,
    ]),
  ).toEqual([
    ['镜头 1', '第1句', 0, SHOT_MS, false],
    ['镜头 2', '第2句', SHOT_MS, 2 * SHOT_MS, false],
  ]);
  expect(data.origin!.captions.map(({ text }) => text)).toEqual(['第1句', '第2句']);
  await app.call('artwork.remake', { artwork_ids: [artwork_id] }, ann);
  const [, second] = await until(list, (items) => items.length === 2);
  expect(second).toMatchObject({ artwork_name: '夏_01_新', dir_id: first!.dir_id, mproject_id });
  expect(second!.picks[0]!.video_clip_id).not.toBe(first!.picks[0]!.video_clip_id);
  expect(second!.picks[1]).toEqual(first!.picks[1]);

  const shown = data.origin!.cuts[0]!.material_id;
  expect(films).toContain(shown);
  await app.call('material.delete', { material_ids: [shown] }, ann);
  const { data: later } = await app.call('artwork.detail', { artwork_id }, ann);
  expect(later.origin!.cuts.map(({ is_gone }) => is_gone)).toEqual([true, false]);
});
