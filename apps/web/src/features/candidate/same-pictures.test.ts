import type { Preview } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { sharedPictures } from './same-pictures.ts';

const clips = new Map([
  ['a', { material_id: 'm1', material_name: '开箱.mp4', start_ms: 0, end_ms: 3000 }],
  ['b', { material_id: 'm1', material_name: '开箱.mp4', start_ms: 2000, end_ms: 5000 }],
  ['c', { material_id: 'm1', material_name: '开箱.mp4', start_ms: 5000, end_ms: 8000 }],
  ['d', { material_id: 'm2', material_name: '特写.mp4', start_ms: 0, end_ms: 3000 }],
]);

function video(...picks: string[]): Pick<Preview, 'cuts'> {
  return {
    cuts: picks.map((video_clip_id, n) => ({ video_clip_id, slot_name: `镜头 ${n + 1}` })) as Preview['cuts'],
  };
}

test('the same stretch of a material is found wherever it stands in the two videos', () => {
  expect(sharedPictures(video('a', 'd'), video('c', 'b'), clips)).toEqual([
    { material_name: '开箱.mp4', first: '镜头 1', second: '镜头 2' },
  ]);
});

test('other parts of the same material are other pictures', () => {
  expect(sharedPictures(video('a'), video('c'), clips)).toEqual([]);
});
