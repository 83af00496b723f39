import {
  DEFAULT_CAPTION_STYLE,
  DEFAULT_MIX_CONFIG,
  type ExportProblem,
  type ShootingConfigChange,
  type TypedCaption,
} from '@mixreel/contract';
import { type Cut, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { shot, shot_face } from '#features/analysis/analysis.tables.ts';
import type { DocumentClip } from '#features/mix/document.ts';
import { filmMix, save } from '#testing/mixed-films.ts';
import type { Place } from './book.ts';
import { clipWords } from './clip-words.ts';
import { buildSound } from './sound.ts';
import type { Sources } from './sources.ts';

type World = Awaited<ReturnType<typeof filmMix>>;
type Wording = { text?: string; captions?: TypedCaption[] | null };

async function problemsOf({ app, ann, mproject_id }: World): Promise<ExportProblem[]> {
  return (await app.call('candidate.check', { mproject_id }, ann)).data.problems;
}

async function write({ app, ann, mproject_id }: World, wording: Wording, config: ShootingConfigChange = {}) {
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const { shooting_id, revision, scripts } = shootings[0]!;
  const script = { ...scripts[0]!, captions: null, ...wording };
  const said = (await app.call('shooting.update', { shooting_id, revision, scripts: [script] }, ann)).data;
  return (await app.call('shooting.updateConfig', { shooting_id, revision: said.revision, config }, ann)).data;
}

/** Does what the button beside a problem does. */
async function press(world: World, { fixes: [fix] }: ExportProblem) {
  const { app, ann, mproject_id } = world;
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const { text, captions } = shootings[0]!.scripts[0]!;
  const change = (old: string) => fix!.wording.find(({ from }) => from === old)?.to ?? old;
  const typed = captions?.map((one) => ({ ...one, text: change(one.text) })) ?? null;
  return write(world, { text: change(text), captions: typed }, fix!.config);
}

test('whatever is wrong with a caption is found, and gone after one click', async () => {
  const world = await filmMix([1]);
  const { app, ann, mproject_id } = world;
  await write(world, { text: '夏天来一杯' }, { duration: { fixed_ms: 3000 } });
  expect(await problemsOf(world)).toEqual([expect.objectContaining({ kind: 'short_clip', fixes: [] })]);
  await write(world, { text: '夏天来一杯' }, { duration: { fixed_ms: 1000 } });
  expect(await problemsOf(world)).toEqual([]);

  const long = '很长的一句话放不下'.repeat(8);
  const cases: [string, Wording, ShootingConfigChange][] = [
    ['missing-glyph', { text: '好喝🍉吗' }, {}],
    ['forbidden_word', { text: '最近最好喝' }, {}],
    ['forbidden_word', { text: '原价十元' }, {}],
    ['forbidden_word', { text: '好喝', captions: [{ text: '全网最低价', start_ms: 0, end_ms: 900 }] }, {}],
    ['too-fast', { text: '夏天来一杯冰镇的西瓜汁真好' }, {}],
    ['overflow', { text: '好', captions: [{ text: long, start_ms: 0, end_ms: 990 }] }, {}],
  ];
  const texts: unknown[] = [];
  for (const [kind, wording, config] of cases) {
    await write(world, wording, config);
    const problem = (await problemsOf(world)).find((one) => one.kind === kind);
    expect([kind, problem?.fixes.length]).toEqual([kind, 1]);
    const after = await press(world, problem!);
    const left = (await problemsOf(world)).filter((one) => one.kind === kind);
    expect([kind, left]).toEqual([kind, []]);
    texts.push(after.scripts[0]?.text);
    await write(world, { text: '好喝' }, { caption: { style: null }, duration: { fixed_ms: 1000 } });
  }

  expect(texts.slice(0, 3)).toEqual(['好喝吗', '最近很好喝', '日常价十元']);
  const title = { text: '史上最低价🍉' };
  const vary = { title: 'list' as const, titles: ['国家级品质'] };
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { title, vary } }, ann);
  const kinds = (await problemsOf(world)).map(({ kind }) => kind);
  expect(kinds).toEqual(['missing-glyph', 'forbidden_word', 'forbidden_word']);
  // What no font has keeps nobody from watching the rest.
  expect(await app.call('candidate.preview', { mproject_id }, ann)).toMatchObject({ code: 0 });
});

test('words of a clip that is slowed down to fill its shot are as slow', () => {
  const word = { text: '好', start: 1, end: 1.5, from: 0, to: 1 };
  const half = { clip: { start_ms: 0, end_ms: 2000, speed: 1 }, words: [word] } as unknown as DocumentClip;
  expect(clipWords(half, 2)).toEqual([word]);
  expect(clipWords(half, 4)).toEqual([{ ...word, start: 2, end: 3 }]);
});

test('music goes down under who speaks in a clip, not under its other sounds', async () => {
  const source = { facts: { audio: [{}] } };
  const heardIn = async (words: unknown[]) => {
    const clip = { clip: { start_ms: 0, end_ms: 2000, speed: 1, volume: 1 }, words };
    const place = { heard: null, clip, config: DEFAULT_MIX_CONFIG } as unknown as Place;
    const cut = { shot: { source, startSeconds: 0, speed: 1 } } as unknown as Cut;
    const setting = { cuts: [cut], times: [{ start: 0, seconds: 2 }], seconds: 2, config: DEFAULT_MIX_CONFIG };
    const mix = await buildSound([place], { ...setting, music: null, sources: {} as Sources });
    return [mix?.speech.length, mix?.ambience.length];
  };
  expect(await heardIn([{ text: '好', start: 1, end: 1.5, from: 0, to: 1 }])).toEqual([1, 0]);
  expect(await heardIn([])).toEqual([0, 1]);
});

test('a face stays in the picture, mirrored or not, and a caption moves away from where it is then', async () => {
  const world = await filmMix([1], { filters: () => 'drawbox=color=blue:t=fill,drawbox=w=iw/3:color=red:t=fill' });
  const { app, ann, project_id, mproject_id, films } = world;
  const shot_id = newId();
  const of = { material_id: films[0]!, project_id, space_id: ann.space_id, material_type: 'video' as const };
  await app.db.insert(shot).values({ ...of, shot_id, index: 0, start_ms: 0, end_ms: 1000, duration: 1 });
  // In the red part on the left, at the height of captions.
  const box = { x: 0.02, y: 0.6, width: 0.2, height: 0.2 };
  await app.db.insert(shot_face).values({ face_id: newId(), shot_id, box, vector: Buffer.alloc(4), score: 1 });
  const change = async (clip: { is_mirrored: boolean; crop?: typeof box | null }) => {
    const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
    const { video_clip_id, revision } = shootings[0]!.clips[0]!;
    await app.call('clip.update', { video_clip_id, revision, crop: null, ...clip }, ann);
  };
  for (const is_mirrored of [false, true]) {
    await change({ is_mirrored });
    const { data: preview } = await app.call('candidate.preview', { mproject_id }, ann);
    const [video, frame] = [app.scratch.file('.mp4'), app.scratch.file('.png')];
    await save(app.url + preview.url, video);
    await runFfmpeg(app.tools, [['-i', video, '-frames:v', '1', frame]]);
    const { channels } = await sharp(frame).stats();
    expect([is_mirrored, channels[0]!.mean > 2 * channels[2]!.mean]).toEqual([is_mirrored, true]);
  }

  const covers = async (clip: Parameters<typeof change>[0]) => {
    await change(clip);
    return (await problemsOf(world)).filter(({ kind }) => kind === 'covers');
  };
  const picture = { fit: 'contain' as const, platform: 'none' as const };
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { picture } }, ann);
  const style = { ...DEFAULT_CAPTION_STYLE, size: 40 };
  const position = { kind: 'free' as const, x_percent: 15, y_percent: 52 };
  await write(world, { text: '好喝' }, { caption: { style, position }, duration: { fixed_ms: 1000 } });
  expect(await covers({ is_mirrored: true })).toEqual([]);
  expect(await covers({ is_mirrored: false, crop: { x: 0.5, y: 0, width: 0.5, height: 1 } })).toEqual([]);
  const [problem] = await covers({ is_mirrored: false });
  await press(world, problem!);
  expect(await covers({ is_mirrored: false })).toEqual([]);
});
