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
  const needed = gainsNeeded(samples, ceiling);
  if (!needed) return;

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

/** The gain that holds each frame under the ceiling; null where all of them are. */
function gainsNeeded(samples: Float32Array, ceiling: number): Float32Array | null {
  const { length } = samples;
  let needed: Float32Array | null = null;
  for (let at = 0; at < length; at += 1) {
    const here = Math.abs(samples[at]!);
    const next = at + CHANNELS < length ? Math.abs(samples[at + CHANNELS]!) : 0;
    // Between two small samples no curve rises high: nearly all end here.
    if (here <= ceiling && here + next < 0.9) continue;
    const peak = truePeakAt(samples, at);
    if (peak <= ceiling) continue;
    needed ??= new Float32Array(length / CHANNELS + LOOK_AHEAD_FRAMES).fill(1);
    const frame = Math.floor(at / CHANNELS);
    needed[frame] = Math.min(needed[frame]!, ceiling / peak);
  }
  return needed;
}

/** The largest magnitude of a sample and of the curve to the next one of its channel, by a cubic through four. */
function truePeakAt(samples: Float32Array, at: number): number {
  const a = samples[at - CHANNELS] ?? 0;
  const b = samples[at]!;
  const c = samples[at + CHANNELS] ?? 0;
  const d = samples[at + 2 * CHANNELS] ?? 0;
  let peak = Math.abs(b);
  for (let step = 1; step < OVERSAMPLING; step += 1) {
    peak = Math.max(peak, Math.abs(cubic(a, b, c, d, step / OVERSAMPLING)));
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
