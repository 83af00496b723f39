import { type ClipPick, DEFAULT_LIKENESS } from '@mixreel/contract';
import { createPredictor, forecaster, type MixPlan, weigh } from '@mixreel/media';
import { expect, test } from 'vitest';
import { toCombination } from '#features/candidate/build-plan.ts';
import { levelOf } from '#features/standard/level.ts';
import type { Video } from './likeness.queries.ts';
import { describe, measure } from './measure.ts';
import { planDifference, type Rival } from './plan-difference.ts';

const { weights } = DEFAULT_LIKENESS;
const SLOTS = ['a', 'b', 'c'];

/** Three shots of three clips each, in which one voice says the same. */
function planOf(voice: string): MixPlan {
  return {
    maxSharePercent: 100,
    voices: [{ id: voice }],
    shootings: SLOTS.map((id) => ({
      id,
      duration: { rule: 'clip' },
      clips: ['0', '1', '2', 'x'].map((n) => ({ id: id + n, content: id + n, startSeconds: 0, endSeconds: 3 })),
      scripts: [{ id: 'line', seconds: 3, spokenSeconds: 3, text: '' }],
    })),
  };
}

const picksOf = (clips: string[]) =>
  clips.map((video_clip_id) => ({ slot_id: video_clip_id[0]!, video_clip_id, script_id: 'line' }));

/** A new video that shows a0, b0 and c0, each of which has two more clips, said by this voice; others by `own`. */
function searchOf(others: string[][], voice = 'own') {
  const predictor = createPredictor(weights);
  const read = (plan: MixPlan, clips: string[]) =>
    predictor.read(forecaster(plan)(toCombination({ picks: picksOf(clips), factors: {} })));
  return {
    places: SLOTS.map((slot_id) => {
      const all = planOf('')
        .shootings.find(({ id }) => id === slot_id)!
        .clips.slice(0, 3);
      return { pick: { slot_id, video_clip_id: `${slot_id}0`, script_id: 'line' }, all, fresh: all.slice(1) };
    }),
    rivals: others.map((clips): Rival => ({
      outlook: read(planOf('own'), clips),
      measured: { picture: 1, sound: 1, text: -1 },
      isReplaced: false,
    })),
    predictor,
    weights,
    foretell: (picks: ClipPick[]) =>
      read(
        planOf(voice),
        picks.map(({ video_clip_id }) => video_clip_id),
      ),
    isAllowed: () => true,
    wanted: 0.3,
    canSwap: true,
  };
}

const clipsOf = ({ picks }: { picks: { video_clip_id: string }[] }) => picks.map((pick) => pick.video_clip_id);

test('no more clips are swapped than it takes, and none for one that another video shows', () => {
  const found = planDifference(
    searchOf(
      [
        ['a0', 'b0', 'c0'],
        ['a1', 'b1', 'cx'],
      ],
      'another',
    ),
  );
  // A third of the pictures, weighed with a voice that is another: 0.6 × 1/3 of 0.8.
  expect(found.likeness).toBeCloseTo(0.25, 5);
  expect(clipsOf(found).filter((id) => id.endsWith('0'))).toHaveLength(1);
  expect(clipsOf(found).filter((id) => id.endsWith('1') && id !== 'c1')).toEqual([]);
});

test('with the same voice over the same words it can only say how far it gets', () => {
  const found = planDifference(searchOf([['a0', 'b0', 'c0']]));
  expect(clipsOf(found).some((id) => id.endsWith('0'))).toBe(false);
  expect(found.likeness).toBeCloseTo(0.2 / 0.8, 5);
  expect(planDifference({ ...searchOf([['a0', 'b0', 'c0']]), canSwap: false }).likeness).toBe(1);
});

test('of a video that nobody knows the make of the measure stays', () => {
  const search = searchOf([['a0', 'b0', 'c0']]);
  const rivals = search.rivals.map((one) => ({ ...one, outlook: null }));
  expect(planDifference({ ...search, rivals }).likeness).toBe(1);
});

test('what the mix forbids is not proposed', () => {
  const search = { ...searchOf([['a0', 'b0', 'c0']]), isAllowed: () => false };
  expect(clipsOf(planDifference(search))).toEqual(['a0', 'b0', 'c0']);
});

test('a level begins where the space says; what neither video has counts for nothing', () => {
  expect([0, 0.1, 0.29, 0.3, 0.5, 0.8, 1].map((value) => levelOf(value, DEFAULT_LIKENESS))).toEqual([
    1, 2, 2, 3, 4, 5, 5,
  ]);
  expect(weigh({ picture: 0.5, sound: -1, text: -1 }, weights)).toBe(0.5);
  expect(weigh({ picture: 0.5, sound: 0, text: 1 }, weights)).toBeCloseTo(0.5, 5);
  expect(weigh({ picture: -1, sound: -1, text: -1 }, weights)).toBe(0);
});

const video = (artwork_id: string): Video => ({
  artwork_id,
  artwork_name: artwork_id,
  space_id: 's',
  project_id: 'p',
  mproject_id: null,
  sha256: '',
});
const table = (value: number) => new Float32Array(15).fill(value);

test('of videos that are alike the first is new, whatever was made after it', () => {
  const set = ['b', 'c', 'd'].map(video);
  const picture = table(0);
  // b is like e, which came later; c is like b; d is like a, which came before.
  picture[4] = 0.9;
  picture[1] = 0.6;
  picture[5] = 0.6;
  picture[13] = 0.4;
  const tables = { columns: 5, picture, sound: table(-1), text: table(-1) };
  const { share, level, rows, matrix } = describe(
    measure(set, ['a', 'e'].map(video), tables, DEFAULT_LIKENESS),
    DEFAULT_LIKENESS,
  );
  expect(rows.map(({ closest_id, level: own }) => [closest_id, own])).toEqual([
    ['e', 5],
    ['b', 4],
    ['a', 3],
  ]);
  expect([share, level]).toEqual([0.667, 4]);
  expect(matrix.all).toEqual([600, 0, 0]);
});
