import { expect, test } from 'vitest';
import { chooseCovers, type CoverFrame, proposeCovers, rateFrame } from '#covers/choose.ts';

function frame(content: string, seconds: number, quality: number, hash: string | null = null): CoverFrame {
  return { content, seconds, quality, hash };
}

const [RED, ALIKE, BLUE] = ['ffff0000ffff0000', 'ffff0000ffff0001', '0000ffff00ffff00'];

test('a sharp, well lit picture with a face is a better cover than a blurred, dark or empty one', () => {
  const good = { sharpness: 150, brightness: 120, face: 0.08, certainty: 0.9 };
  const best = rateFrame(good);
  for (const worse of [{ sharpness: 10 }, { brightness: 20 }, { brightness: 245 }, { face: 0 }, { certainty: 0.2 }]) {
    expect(rateFrame({ ...good, ...worse })).toBeLessThan(best);
  }
});

test('the best frame is taken, unless another video has one that looks the same', () => {
  const shared = frame('a', 1, 0.9, RED);
  const videos = [
    [shared, frame('b', 2, 0.5, BLUE)],
    [shared, frame('b', 2, 0.5, BLUE)],
  ];
  expect(chooseCovers(videos, []).map((one) => one?.content)).toEqual(['a', 'b']);
  // Nearly the same picture of another file is no different cover.
  const twin = [[shared], [frame('c', 3, 0.9, ALIKE), frame('b', 2, 0.5, BLUE)]];
  expect(chooseCovers(twin, []).map((one) => one?.content)).toEqual(['a', 'b']);
  // What the library has counts like what the batch has.
  expect(chooseCovers([videos[0]!], [{ content: 'z', seconds: 0, hash: ALIKE }])[0]?.content).toBe('b');
});

test('no two videos have the same picture as long as there is any other, however bad', () => {
  const frames = [0, 1, 2, 3, 4].map((second) => frame('one film', second, second === 0 ? 1 : 0.05));
  const chosen = chooseCovers([frames, frames, frames, frames, frames], []);
  expect(new Set(chosen.map((one) => one?.seconds)).size).toBe(5);
  expect(chooseCovers([frames, [], frames], [])[1]).toBeNull();
});

test('what is proposed for one video differs from what was proposed before it', () => {
  const frames = [frame('a', 0, 0.9, RED), frame('a', 0.5, 0.89, RED), frame('a', 3, 0.6, BLUE)];
  expect(proposeCovers(frames, [], 2).map(({ seconds }) => seconds)).toEqual([0, 3]);
  expect(proposeCovers(frames, [], 9)).toHaveLength(3);
});

test('covers of a thousand videos are chosen in a moment', () => {
  const frames = Array.from({ length: 60 }, (_, n) => frame(`clip ${n}`, n, 0.5 + (n % 7) / 20, null));
  const videos = Array.from({ length: 1000 }, (_, n) =>
    Array.from({ length: 25 }, (_unused, k) => frames[(n * 7 + k * 3) % 60]!),
  );
  const began = process.cpuUsage();
  chooseCovers(videos, []);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
});
