import { CHANNELS, SAMPLE_RATE } from '#render/sound/sound.ts';

const LOOK_AHEAD_FRAMES = Math.round(SAMPLE_RATE * 0.005);
const RELEASE_FRAMES = SAMPLE_RATE * 0.08;
const OVERSAMPLING = 4;

/**
 * Holds the true peaks of interleaved stereo under `ceiling` (1 is full scale), in place: the gain goes down smoothly
 * before a peak and back slowly after it. Everything below stays exactly as it is.
 */
export function limit(samples: Float32Array, ceiling: number): void {
  const frames = samples.length / CHANNELS;
  const needed = new Float32Array(frames + LOOK_AHEAD_FRAMES).fill(1);
  let isQuiet = true;
  for (let frame = 0; frame < frames; frame += 1) {
    const peak = truePeakAround(samples, frame);
    if (peak > ceiling) {
      needed[frame] = ceiling / peak;
      isQuiet = false;
    }
  }
  if (isQuiet) return;

  // The least gain of the frames ahead, then its mean over the same span: a ramp that arrives in time.
  const ahead = slidingMinimum(needed, LOOK_AHEAD_FRAMES);
  let [gain, sum] = [1, LOOK_AHEAD_FRAMES];
  const recent = new Float32Array(LOOK_AHEAD_FRAMES).fill(1);
  for (let frame = 0; frame < frames; frame += 1) {
    const target = ahead[frame]!;
    gain = target < gain ? target : gain + (target - gain) * (1 - Math.exp(-1 / RELEASE_FRAMES));
    const slot = frame % LOOK_AHEAD_FRAMES;
    sum += gain - recent[slot]!;
    recent[slot] = gain;
    const smooth = Math.min(1, sum / LOOK_AHEAD_FRAMES);
    for (let channel = 0; channel < CHANNELS; channel += 1) samples[frame * CHANNELS + channel]! *= smooth;
  }
}

/** The largest magnitude of a frame and of the curve to the next one, by a cubic through four samples. */
function truePeakAround(samples: Float32Array, frame: number): number {
  let peak = 0;
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const at = frame * CHANNELS + channel;
    const b = samples[at]!;
    const c = samples[at + CHANNELS] ?? 0;
    peak = Math.max(peak, Math.abs(b));
    // Between two small samples no curve rises high: most frames end here.
    if (Math.abs(b) + Math.abs(c) < 0.9) continue;
    const a = samples[at - CHANNELS] ?? 0;
    const d = samples[at + 2 * CHANNELS] ?? 0;
    for (let step = 1; step < OVERSAMPLING; step += 1) {
      peak = Math.max(peak, Math.abs(cubic(a, b, c, d, step / OVERSAMPLING)));
    }
  }
  return peak;
}

function cubic(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** For every frame the least value of itself and the `span - 1` frames after it. */
function slidingMinimum(values: Float32Array, span: number): Float32Array {
  const minima = new Float32Array(values.length);
  // Indices of rising values: the first is the least of the window.
  const queue = new Int32Array(values.length);
  let [head, tail] = [0, 0];
  for (let i = values.length - 1; i >= 0; i -= 1) {
    while (tail > head && values[queue[tail - 1]!]! >= values[i]!) tail -= 1;
    queue[tail] = i;
    tail += 1;
    if (queue[head]! >= i + span) head += 1;
    minima[i] = values[queue[head]!]!;
  }
  return minima;
}
