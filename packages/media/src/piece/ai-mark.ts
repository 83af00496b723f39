const DOT_SECONDS = 0.09;
const TONE_HZ = 880;
const LEVEL = 0.16;
const RAMP_SECONDS = 0.008;
/** Silence around the mark, so that it does not run into the words. */
const MARGIN_SECONDS = 0.25;

/** `A` and `I` in Morse code, in dots: sound, silence, sound … A letter is followed by three dots of silence. */
const RHYTHM = [1, 1, 3, 3, 1, 1, 1];

/**
 * The audible mark of AI sound: the rhythm short, long; short, short that GB 45438-2025 names for sound, as mono
 * samples at `rate`.
 */
export function aiMarkSound(rate: number): Float32Array {
  const margin = Math.round(MARGIN_SECONDS * rate);
  const dots = RHYTHM.reduce((sum, length) => sum + length, 0);
  const samples = new Float32Array(Math.round(dots * DOT_SECONDS * rate) + 2 * margin);
  let at = margin;
  for (const [n, length] of RHYTHM.entries()) {
    const count = Math.round(length * DOT_SECONDS * rate);
    if (n % 2 === 0) writeTone(samples, at, count, rate);
    at += count;
  }
  return samples;
}

function writeTone(samples: Float32Array, from: number, count: number, rate: number): void {
  const ramp = RAMP_SECONDS * rate;
  for (let i = 0; i < count; i += 1) {
    const edge = Math.min(1, i / ramp, (count - i) / ramp);
    samples[from + i] = LEVEL * edge * Math.sin((2 * Math.PI * TONE_HZ * i) / rate);
  }
}
