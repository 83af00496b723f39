import type { MixProject } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { emptyPlaces, encodePicks, withClip } from './combination.ts';

const picks = [
  { slot_id: 'header', video_clip_id: 'h1', script_id: null },
  { slot_id: 's1', video_clip_id: 'c1', script_id: 't1' },
];

test('picks travel as one text a place, with nothing where there is no wording', () => {
  expect(encodePicks(picks)).toEqual(['header~h1~', 's1~c1~t1']);
});

test('a clip that was clicked takes its place and leaves the others as they are', () => {
  expect(withClip(picks, { shooting_id: 's1', pool: 'shooting', video_clip_id: 'c2' })).toEqual([
    picks[0],
    { slot_id: 's1', video_clip_id: 'c2', script_id: 't1' },
  ]);
  expect(withClip(picks, { shooting_id: null, pool: 'header', video_clip_id: 'h2' })?.[0]?.video_clip_id).toBe('h2');
});

test('a clip that is on the stage already, or has no place there, changes nothing', () => {
  expect(withClip(picks, { shooting_id: 's1', pool: 'shooting', video_clip_id: 'c1' })).toBeNull();
  expect(withClip(picks, { shooting_id: null, pool: 'footer', video_clip_id: 'f1' })).toBeNull();
});

test('places without a clip that can be used are named by number and line', () => {
  const shooting = (shooting_id: string, text: string, clips: object[]) => ({
    shooting_id,
    shooting_name: '',
    scripts: [{ text }],
    clips,
  });
  const mix = {
    shootings: [
      shooting('a', '第一句', [{ problem: null, is_excluded: false }]),
      shooting('b', '第二句', []),
      shooting('c', '', [
        { problem: '素材还在分析', is_excluded: false },
        { problem: null, is_excluded: true },
      ]),
    ],
  } as unknown as MixProject;
  expect(emptyPlaces(mix)).toEqual([
    { shooting_id: 'b', number: 2, name: '第二句', reason: 'none' },
    { shooting_id: 'c', number: 3, name: '', reason: 'unusable' },
  ]);
});
