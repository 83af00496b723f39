import { expect, test } from 'vitest';
import { faceSeconds, shownStretches } from './face.ts';

test('a face that is seen for a moment of a long film costs what is encoded for it, where the rest keeps its bytes', () => {
  const film = { width: 1920, height: 1080, fps: 30, duration_ms: 1_800_000, is_picture: false, keeps_rest: true };
  const tracks = [
    { start_ms: 0, end_ms: 5000 },
    { start_ms: 60_000, end_ms: 66_000 },
  ];
  const shown = shownStretches(tracks, [{ start_ms: 3000, end_ms: 62_000 }]);
  expect(shown).toEqual([
    { start_ms: 3000, end_ms: 5000 },
    { start_ms: 60_000, end_ms: 62_000 },
  ]);
  // Four seconds with a face, twelve that are encoded.
  expect(faceSeconds(film, shown)).toBeCloseTo(3 + 4 * 30 * 0.17 + 12 * 30 * 0.05 * 2.0736);
  expect(faceSeconds({ ...film, keeps_rest: false }, shown)).toBeGreaterThan(5000);
  // What meets is encoded once, and nothing behind the end.
  const all = [tracks[0]!, { start_ms: 4000, end_ms: film.duration_ms }];
  expect(faceSeconds(film, all) - faceSeconds({ ...film, keeps_rest: false }, all)).toBeCloseTo(0);
});
