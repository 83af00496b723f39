import type { MixConfigChange } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { filmMix, listOf } from '#testing/mixed-films.ts';
import { openBook } from './book.ts';
import { readState } from './choose.ts';
import { workOf } from './estimate.ts';

const SPOKEN: MixConfigChange = {
  voice: { is_on: true, voice_id: 'builtin:zf_xiaoxiao' },
  duration: { rule: 'narration' },
  combine: { max_share_percent: 100 },
};

async function spokenMix(vary: NonNullable<MixConfigChange['vary']>, clips = [2, 2]) {
  const world = await filmMix(clips);
  const { app, ann, mproject_id } = world;
  const set = async (config: MixConfigChange) => {
    const { revision } = (await app.call('mix.detail', { mproject_id }, ann)).data;
    await app.call('mix.updateConfig', { mproject_id, revision, config }, ann);
  };
  await set({ ...SPOKEN, vary });
  return { ...world, set };
}

test('videos of one mix have different voices, which share the pictures; what is to last longer than its line stands', async () => {
  const { app, ann, mproject_id, set } = await spokenMix({ voice: 'list', voice_ids: ['builtin:zf_xiaoyi'] });
  const { data } = await app.call('candidate.plan', { mproject_id, count: 8 }, ann);
  expect(data).toMatchObject({ combinations: '8', planned: 8, new_shots: 4 });
  const items = await listOf(app, mproject_id, ann);
  const others = items.filter(({ factors }) => factors.voice === 'builtin:zf_xiaoyi');
  expect(others).toHaveLength(4);

  const state = await readState(app, ann.space_id, mproject_id);
  const book = await openBook(app, state.document, state.heard, { isDraft: false });
  const [other] = others;
  const own = items.find(
    ({ picks, factors }) => !factors.voice && JSON.stringify(picks) === JSON.stringify(other?.picks),
  )!;
  const [one, two] = [await book.build(own), await book.build(other!)];
  await book.close();
  expect(one.places.map(({ heard }) => heard?.request?.voice_id)).toEqual(Array(2).fill('builtin:zf_xiaoxiao'));
  expect(two.places.map(({ heard }) => heard?.request?.voice_id)).toEqual(Array(2).fill('builtin:zf_xiaoyi'));
  const pictures = ({ variant }: typeof one) => app.engine.keyOf({ ...variant, sound: null, tags: {} });
  expect(pictures(two)).toBe(pictures(one));

  await set({ duration: { least_ms: 4000 } });
  const longer = await readState(app, ann.space_id, mproject_id);
  const standing = await openBook(app, longer.document, longer.heard, { isDraft: false });
  const { variant } = await standing.build(own);
  await standing.close();
  expect(variant.cuts.map(({ shot }) => shot.frames / variant.canvas.fps)).toEqual([4, 4]);
});

test('left free, voices of one character take turns; fixed, the video has the voice of its mix', async () => {
  const { app, ann, mproject_id, set } = await spokenMix({ voice: 'free' });
  const { factors } = await readState(app, ann.space_id, mproject_id);
  expect(factors.voices.length).toBeGreaterThanOrEqual(2);
  expect(factors.voices.length).toBeLessThanOrEqual(4);
  expect(factors.voices.every(({ id }) => id.startsWith('builtin:zf_'))).toBe(true);
  await set({ vary: { voice: 'fixed' } });
  await app.call('candidate.plan', { mproject_id, count: 4 }, ann);
  for (const { factors: own } of await listOf(app, mproject_id, ann)) expect(own).toEqual({});
});

test('a voice that is taken away leaves its candidates with the reason and what to do', async () => {
  const { app, ann, mproject_id, set } = await spokenMix({ voice: 'list', voice_ids: ['builtin:zf_xiaoyi'] });
  await app.call('candidate.plan', { mproject_id, count: 8 }, ann);
  await set({ vary: { voice_ids: [] } });
  const gone = (await listOf(app, mproject_id, ann)).filter(({ factors }) => factors.voice);
  expect(gone[0]?.problem).toBe('用到的声音、音乐、标题或样式已不在可选的里面，请重新挑选');
  await app.call('candidate.plan', { mproject_id, count: 4 }, ann);
  const left = await listOf(app, mproject_id, ann);
  expect(left.filter(({ problem }) => problem !== null)).toEqual([]);
});

test('asked for more than fit, the summary offers ways, and the settings of one bring what it promises', async () => {
  const { app, ann, mproject_id, set } = await spokenMix({ voice: 'fixed' });
  await set({ combine: { max_share_percent: 65, count: 4 } });
  const { data: short } = await app.call('candidate.plan', { mproject_id }, ann);
  expect(short.planned).toBe(short.room);
  expect(short).toMatchObject({ wanted: 4, is_room_more: false });
  const voice = short.ways.find(({ kind }) => kind === 'voice');
  expect(voice?.sentence).toMatch(/^加 1 种声音，能到 \d+ 条$/);
  await set(voice!.change!);
  const { data: more } = await app.call('candidate.plan', { mproject_id }, ann);
  expect(more.planned).toBe(Math.min(4, voice!.reaches));
  expect(more.planned).toBeGreaterThan(short.planned);
});

test('lines are said otherwise where they are listed, and a free title with its product and its numbers', async () => {
  const { app, ann, mproject_id, set } = await spokenMix({ voice: 'fixed', title: 'free' });
  await set({ title: { text: '这款冷萃 39.9 元，今天下单马上发货' } });
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  for (const { shooting_id, revision, scripts } of shootings) {
    const other = { script_id: newId(), text: '一天从它开始', recording_material_id: null, captions: null };
    await app.call('shooting.update', { shooting_id, revision, scripts: [...scripts, other] }, ann);
  }
  const said = async () => {
    const { plan } = await readState(app, ann.space_id, mproject_id);
    return plan.shootings.map(({ scripts }) => scripts?.length);
  };
  expect(await said()).toEqual([2, 2]);
  await set({ vary: { wording: 'list', wording_ids: [shootings[1]!.shooting_id] } });
  expect(await said()).toEqual([1, 2]);
  await set({ vary: { wording: 'fixed' } });
  expect(await said()).toEqual([1, 1]);

  const { factors } = await readState(app, ann.space_id, mproject_id);
  const texts = factors.titles.map(({ text }) => text);
  expect(new Set(texts).size).toBe(3);
  for (const text of texts) expect(text).toContain('39.9');
  await app.call('candidate.plan', { mproject_id, count: 6 }, ann);
  const used = new Set((await listOf(app, mproject_id, ann)).map(({ factors: own }) => own.title));
  expect(used.size).toBeGreaterThan(1);
});

test('order, length, pace, title, caption style and opening are as each video has them, and keep to the lists', async () => {
  const { app, ann, mproject_id, set } = await spokenMix({ voice: 'fixed' }, [2, 2, 2, 2]);
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const ids = shootings.map(({ shooting_id }) => shooting_id);
  const opening = shootings[0]!.clips[1]!.video_clip_id;
  await set({
    title: { text: '夏日上新' },
    caption: { source: 'line' },
    vary: {
      order: 'list',
      order_ids: [ids[1]!, ids[2]!],
      length: 'list',
      length_ids: [ids[2]!],
      pace: 'list',
      paces: [1.1],
      title: 'list',
      titles: ['今天半价'],
      style: 'list',
      style_keys: ['yellow'],
      opening: 'list',
      opening_ids: [opening],
    },
  });
  const { data } = await app.call('candidate.plan', { mproject_id, count: 24 }, ann);
  const items = await listOf(app, mproject_id, ann);
  expect(items.filter(({ problem }) => problem !== null)).toEqual([]);
  const rows = new Set(items.map(({ picks }) => picks.map(({ slot_id }) => ids.indexOf(slot_id)).join('')));
  expect([...rows].toSorted()).toEqual(['0123', '013', '0213']);
  expect(data.openings).toEqual([expect.objectContaining({ id: opening, count: 24 })]);
  for (const [kind, other] of [
    ['pace', '1.1'],
    ['title', '今天半价'],
    ['style', 'yellow'],
  ] as const) {
    expect(new Set(items.map(({ factors }) => factors[kind]))).toEqual(new Set([undefined, other]));
  }

  const state = await readState(app, ann.space_id, mproject_id);
  const book = await openBook(app, state.document, state.heard, { isDraft: false });
  const moved = items.find(({ picks }) => picks[1]!.slot_id === ids[2])!;
  const factors = { pace: '1.1', title: '今天半价', style: 'yellow' };
  const [plain, other] = [await book.build({ ...moved, factors: {} }), await book.build({ ...moved, factors })];
  await book.close();
  expect(other.places.map(({ pick }) => ids.indexOf(pick.slot_id))).toEqual([0, 2, 1, 3]);
  expect(other.places[0]!.heard!.seconds).toBeCloseTo(plain.places[0]!.heard!.seconds / 1.1, 5);
  expect(other.seconds).toBeLessThan(plain.seconds);
  const { captions } = book.timeline(other, '');
  expect(captions.filter(({ kind }) => kind === 'title').map(({ text }) => text)).toEqual(['今天半价']);
  expect(captions.find(({ kind }) => kind === 'caption')!.style.colour).toBe('#FFE14A');
  expect(book.timeline(plain, '').captions.find(({ kind }) => kind === 'title')!.text).toBe('夏日上新');

  // A look costs pictures of its own: what is shown before export says so.
  expect(
    workOf(state, [
      { ...moved, factors: {} },
      { ...moved, factors },
    ]).shots,
  ).toBe(8);
  expect(
    workOf(state, [
      { ...moved, factors: {} },
      { ...moved, factors: {} },
    ]).shots,
  ).toBe(4);
});
