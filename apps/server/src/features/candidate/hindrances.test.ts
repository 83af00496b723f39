import type { MixConfigChange } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { addFilm, mixWorld } from '#testing/mixes.ts';

test('what is gone or contradicts itself is said before choosing, and what was chosen stays', async () => {
  const { app, ann, space_id, project_id, mproject_id, mix, read } = await mixWorld({
    lines: ['好用。', '好用！'],
  });
  const set = async (config: MixConfigChange) => {
    const { revision } = await read();
    const { message } = await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
    expect(message).toBe('');
  };
  const sentences = async (kind: string) => {
    const { data } = await app.call('candidate.summary', { mproject_id }, ann);
    return { planned: data.planned, told: data.limits.filter((one) => one.kind === kind).map((one) => one.sentence) };
  };
  for (const { shooting_id } of mix.shootings) {
    const { material_id } = await addFilm(app, space_id, project_id);
    await app.call('clip.add', { mproject_id, shooting_id, clips: [{ material_id }] }, ann);
  }
  await set({ voice: { is_on: false }, combine: { max_share_percent: 100 } });
  await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  expect(await sentences('same')).toEqual({
    planned: 1,
    told: [
      '每个镜头都只有 1 个画面，条条画面都一样：给任意一个镜头加片段，才有不一样的画面。',
      '2 个镜头的台词都一样，每条视频都会反复说同一句：请改一改台词。',
    ],
  });
  expect((await sentences('silent')).told).toEqual(['没有音乐，声音上没有不同：选一首，再让同类的换着用。']);

  await set({ voice: { is_on: true, voice_id: 'cloud:gone' }, vary: { music: 'list' } });
  expect(await sentences('voice')).toEqual({ planned: 1, told: ['配音用的声音已经不在了，请换一个声音。'] });
  expect((await sentences('music')).told).toEqual(['还没有选音乐，换着用的音乐都没有算进去：先选一首。']);

  // Both have to be in every video, and may not be in one.
  await set({ voice: { is_on: false, voice_id: null }, vary: { music: null } });
  const clips = (await read()).shootings.map((one) => one.clips[0]!);
  const ids = clips.map(({ video_clip_id }) => video_clip_id) as [string, string];
  for (const { video_clip_id, revision } of clips) {
    await app.call('clip.update', { video_clip_id, revision, is_pinned: true }, ann);
  }
  await set({ combine: { forbidden_pairs: [ids] } });
  const { planned, told } = await sentences('conflict');
  expect(told).toHaveLength(1);
  const refused = await app.call('candidate.plan', { mproject_id }, ann);
  expect(refused.message).toBe(told[0]);
  expect((await sentences('conflict')).planned).toBe(planned);
  expect((await read()).shootings.every((one) => one.clips[0]?.is_pinned)).toBe(true);
});
