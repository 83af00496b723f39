import { expect, test } from 'vitest';
import { hasMusic, rhythmOf } from './music-of-video.ts';
import { findTurns, PITCH_RATE, pitchOf } from './speech-turns.ts';
import { letterColour, placeOf, sizeOf } from './writing-style.ts';

const word = (start: number, end: number) => ({ text: '话', start, end, from: 0, to: 1 });

/** What a throat gives: a row of pulses that ring on, at this pitch. */
function voice(hertz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * PITCH_RATE }, (_, n) => {
    const since = (n / PITCH_RATE) % (1 / hertz);
    return 0.4 * Math.exp(-since * 220) * Math.sin(2 * Math.PI * 700 * since);
  });
}

test('a voice has its pitch, noise and silence have none', () => {
  expect(pitchOf(voice(120, 1))).toBeCloseTo(120, -1);
  expect(pitchOf(voice(225, 1))! / 225).toBeCloseTo(1, 1);
  let wild = 7;
  const noise = Float32Array.from({ length: PITCH_RATE }, () => {
    wild = (wild * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return wild / 4_294_967_296 - 0.5;
  });
  expect(pitchOf(noise)).toBeNull();
  expect(pitchOf(new Float32Array(PITCH_RATE))).toBeNull();
});

test('another voice is suspected where the pitch jumps behind a pause, and not where one person goes up a little', () => {
  const pcm = new Float32Array(6 * PITCH_RATE);
  pcm.set(voice(118, 1.4), 0);
  pcm.set(voice(135, 1.4), 2 * PITCH_RATE);
  pcm.set(voice(220, 1.4), 4 * PITCH_RATE);
  const words = [word(0, 0.7), word(0.7, 1.4), word(2, 3.4), word(4, 5.4)];
  expect(findTurns(words, pcm)).toEqual([{ at: 4, isHigher: true }]);
});

test('music is what plays between the words; without a steady beat there is no tempo', () => {
  const words = [word(0, 2), word(3, 5)];
  const loud = Array.from({ length: 400 }, () => 12);
  const quiet = loud.map((peak, n) => (n < 100 || (n >= 150 && n < 250) ? peak : 0));
  expect(hasMusic(loud, words)).toBe(true);
  expect(hasMusic(quiet, words)).toBe(false);
  const beats = Array.from({ length: 16 }, (_, n) => 0.25 + n / 2);
  const cuts = [0, 1260, 2900, 4250].map((start_ms) => ({ start_ms }));
  expect(rhythmOf(beats, cuts)).toEqual({ tempo: 120, on_beat: 0.67 });
  const uneven = beats.map((beat, n) => beat + (n % 3) * 0.17);
  expect(rhythmOf(uneven, cuts)).toEqual({ tempo: null, on_beat: null });
});

const line = (y: number, height: number, shape: number) => ({
  text: '限时五折',
  box: { x: 0.2, y, width: 0.6, height },
  shape,
});

test('words on a picture: where they stand, how large they are, and the colour of the letters, not of their ground', () => {
  expect([0.05, 0.45, 0.8].map((y) => placeOf(line(y, 0.1, 1)))).toEqual(['顶部', '中间', '底部']);
  // The same letters on a tall and on a wide picture.
  expect([sizeOf(line(0.8, 0.06, 1.78)), sizeOf(line(0.8, 0.107, 0.56))]).toEqual(['大字', '大字']);
  expect(sizeOf(line(0.8, 0.02, 1.78))).toBe('小字');
  const [width, height] = [40, 20];
  const paint = (ground: number[], letters: number[]) => {
    const pixels = new Uint8Array(width * height * 3);
    for (let n = 0; n < width * height; n += 1) {
      const [x, y] = [n % width, Math.floor(n / width)];
      const isLetter = x % 8 < 3 && y > 4 && y < 16;
      pixels.set(isLetter ? letters : ground, n * 3);
    }
    return pixels;
  };
  expect(letterColour(paint([30, 30, 30], [250, 250, 250]), { width, height })).toBe('白色');
  expect(letterColour(paint([240, 240, 235], [210, 30, 40]), { width, height })).toBe('红色');
  expect(letterColour(paint([90, 140, 60], [250, 210, 40]), { width, height })).toBe('黄色');
});
