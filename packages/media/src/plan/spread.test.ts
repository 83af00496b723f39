import { expect, test } from 'vitest';
import { createPredictor } from '#plan/predict.ts';
import { spreadVideos, type SpreadOption, type SpreadVideo } from '#plan/spread.ts';

const predictor = createPredictor();

function option(clip: number, { cost = 0, line = '' } = {}): SpreadOption {
  const shown = { content: `clip ${clip}`, fromSeconds: 0, toSeconds: 3, seconds: 3 };
  return { shown, cost, name: `${clip} ${line}` };
}

/** Three places, each with these clips; every video says something of its own. */
function video(n: number, clips: number[][], cost: (clip: number) => number = () => 0): SpreadVideo {
  const words = String.fromCodePoint(...Array.from({ length: 12 }, (_, at) => 0x4e00 + 50 * n + at));
  const places = clips.map((own) => own.map((clip) => option(clip, { cost: cost(clip), line: words })));
  return { places, forecast: { said: [], music: null, text: words }, isOwnHeard: false };
}

function mostAlike(videos: SpreadVideo[], picks: number[][]): number {
  const outlooks = videos.map(({ places, forecast }, n) =>
    predictor.read({ ...forecast, own: [], shown: picks[n]!.map((pick, place) => places[place]![pick]!.shown) }),
  );
  return Math.max(...outlooks.flatMap((a, i) => outlooks.slice(0, i).map((b) => predictor.likeness(a, b))));
}

const costOf = (clip: number) => (clip === 2 ? 0.3 : 0);

/** All of them say the same. */
function saying(clips: number[][]): SpreadVideo {
  return {
    places: clips.map((own) => own.map((clip) => option(clip, { line: '同一句' }))),
    forecast: { said: [], music: null, text: '' },
    isOwnHeard: false,
  };
}

const POOL = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [8, 9, 10, 11],
];

test('videos with words of their own are shown as differently as their clips allow', () => {
  const videos = Array.from({ length: 4 }, (_, n) => video(n, POOL));
  expect(mostAlike(videos, spreadVideos(videos))).toBe(0);
  // What is decided stays, and the others go out of its way.
  const decided = [video(0, [[1], [5], [9]]), ...videos.slice(1)];
  const picks = spreadVideos(decided);
  expect(picks[0]).toEqual([0, 0, 0]);
  expect(mostAlike(decided, picks)).toBe(0);
  // So does what was made before.
  const shown = [0, 4, 8].map((clip) => option(clip).shown);
  const past = [{ shown, own: [], said: [], music: null, text: '' }];
  const [only] = spreadVideos([video(0, POOL)], { past });
  expect(only!.every((pick) => pick > 0)).toBe(true);
});

test('what is not wanted is shown only where two would be more alike without it, and nothing twice in one video', () => {
  const one = [[0, 1, 2], [4], [8]];
  const two = [video(0, one, costOf), video(1, one, costOf)];
  expect(spreadVideos(two).map(([first]) => first)).not.toContain(2);
  const [lone] = spreadVideos([video(0, [[0], [0, 1]])]);
  expect(lone).toEqual([0, 1]);
});

test('what is made already is shown again where no video becomes more like the one nearest to it', () => {
  const near = saying([[4], [5], [6], [7]]);
  const far = saying([[0], [9], [10], [11]]);
  expect(spreadVideos([near, far, saying([[3, 0], [4], [5], [6]])])[2]![0]).toBe(1);
  // Beside nothing else it would be the nearest.
  expect(spreadVideos([far, saying([[3, 0], [4], [5], [6]])])[1]![0]).toBe(0);
});
