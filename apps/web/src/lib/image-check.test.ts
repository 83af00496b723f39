import { expect, test } from 'vitest';
import { imageProblem } from './image-check.ts';

function picture(bytes: number): File {
  return new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' });
}

test('a picture of exactly the limit is accepted, one byte more is not', async () => {
  expect(await imageProblem(picture(10_000_000))).toBeNull();
  expect(await imageProblem(picture(10_000_001))).toBe('图片大小不能超过 10 MB');
  expect(await imageProblem(picture(2001), { bytes: 2000 })).toBe('图片大小不能超过 2 KB');
});
