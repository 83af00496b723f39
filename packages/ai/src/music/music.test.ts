import { expect, test } from 'vitest';
import { foldTempo, runFindBeats } from '#music/beats.ts';
import { snapToBeats } from '#music/snap.ts';
import { TRACKS } from '#music/tracks.ts';
import { findPack } from '#packs/manifest.ts';

const { signal } = new AbortController();
const tools = { folders: {}, threads: 1, tell: async () => undefined, signal };

function clicks(tempo: number, seconds: number): Float32Array {
  const pcm = new Float32Array(44_100 * seconds);
  for (let beat = 0.25; beat < seconds - 0.1; beat += 60 / tempo) {
    const at = Math.round(beat * 44_100);
    for (let i = 0; i < 2000; i += 1) pcm[at + i] = Math.sin(i * 0.3) * Math.exp(-i / 300);
  }
  return pcm;
}

test('a click at 128 beats a minute is found, tempo and beats', async () => {
  const { tempo, beats, energy } = await runFindBeats(clicks(128, 20), tools);
  expect(tempo).toBeCloseTo(128, 0);
  const off = beats.map((beat) => Math.abs(((beat - 0.25 + 0.234) % 0.46875) - 0.234));
  expect(Math.max(...off)).toBeLessThan(0.05);
  expect(energy).toBeGreaterThan(0.2);
});

test('what strikes often and brightly has more energy than a quiet pad, however loud either is', async () => {
  const pad = new Float32Array(44_100 * 8).map((_, i) => 0.8 * Math.sin(i / 60));
  const [calm, slow, driving] = await Promise.all(
    [pad, clicks(70, 8), clicks(480, 8)].map((pcm) => runFindBeats(pcm, tools)),
  );
  expect(calm?.energy).toBeLessThan(0.1);
  expect(slow?.energy).toBeLessThan(driving?.energy ?? 0);
  const quieter = await runFindBeats(
    clicks(480, 8).map((sample) => sample / 10),
    tools,
  );
  expect(quieter.energy).toBeCloseTo(driving?.energy ?? 0, 2);
});

test('silence has no tempo and no energy', async () => {
  expect(await runFindBeats(new Float32Array(44_100 * 5), tools)).toEqual({ tempo: 0, beats: [], energy: 0 });
});

test('a tempo outside 70 to 150 is folded into it together with its beats', () => {
  expect(foldTempo(194, [0, 0.3, 0.6, 0.9, 1.2])).toEqual({ tempo: 97, beats: [0, 0.6, 1.2] });
  expect(foldTempo(50, [0, 1.2])).toEqual({ tempo: 100, beats: [0, 0.6, 1.2] });
  expect(foldTempo(120, [0, 0.5])).toEqual({ tempo: 120, beats: [0, 0.5] });
});

test('cuts move to near beats, in order, never two to the same, and stay where no beat is near', () => {
  expect(snapToBeats([0.9, 2.1, 3.5], [0, 1, 2, 3, 4], { tolerance: 0.2 })).toEqual([1, 2, 3.5]);
  expect(snapToBeats([0.95, 1.05], [1, 2], { tolerance: 0.2 })).toEqual([1, 1.05]);
  expect(snapToBeats([0.95, 1.05, 1.1], [1, 1.2], { tolerance: 0.2 })).toEqual([1, 1.05, 1.2]);
  expect(snapToBeats([5], [1, 2])).toEqual([5]);
});

test('every track belongs to a pack that has its file', () => {
  expect(TRACKS.length).toBe(166);
  for (const { pack, file } of TRACKS) {
    expect(findPack(pack).sources[0]!.files.some(({ to }) => to === file)).toBe(true);
  }
});

test('every track has a Chinese title of its own and keeps the one its author gave it', () => {
  expect(TRACKS.filter(({ title }) => !/\p{Script=Han}{2}/u.test(title))).toEqual([]);
  expect(TRACKS.filter(({ original_title }) => !/^[\w ]+$/.test(original_title))).toEqual([]);
  expect(new Set(TRACKS.map(({ title }) => title)).size).toBe(TRACKS.length);
});
