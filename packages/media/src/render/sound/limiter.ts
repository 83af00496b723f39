import { CHANNELS, SAMPLE_RATE } from '#render/sound/sound.ts';

const LOOK_AHEAD_FRAMES = Math.round(SAMPLE_RATE * 0.005);
const RELEASE = 1 - Math.exp(-1 / (SAMPLE_RATE * 0.08));
const OVERSAMPLING = 4;

/**
 * Holds the true peaks of interleaved stereo under `ceiling` (1 is full scale), in place: the gain goes down smoothly
 * before a peak and back slowly after it. Everything below stays exactly as it is. It keeps no more than the frames that it
 * looks ahead: arrays as long as the sound would be most of the memory that a mix takes.
 */
export function limit(samples: Float32Array, ceiling: number): void {
  const frames = samples.length / CHANNELS;
  let first = 0;
  while (first < frames && gainNeeded(samples, first, ceiling) === 1) first += 1;
  if (first === frames) return;

  // The least gain of the frames ahead, then its mean over the same span: a ramp that arrives in time.
  const ahead = openMinimum(LOOK_AHEAD_FRAMES);
  let known = Math.max(0, first - LOOK_AHEAD_FRAMES + 1);
  let [gain, sum] = [1, LOOK_AHEAD_FRAMES];
  const recent = new Float32Array(LOOK_AHEAD_FRAMES).fill(1);
  for (let frame = known; frame < frames; frame += 1) {
    // What is looked at lies ahead of what was changed already.
    for (; known < Math.min(frames, frame + LOOK_AHEAD_FRAMES); known += 1) {
      ahead.add(known, gainNeeded(samples, known, ceiling));
    }
    const target = ahead.least(frame);
    gain = target < gain ? target : gain + (target - gain) * RELEASE;
    const slot = frame % LOOK_AHEAD_FRAMES;
    sum += gain - recent[slot]!;
    recent[slot] = gain;
    const smooth = Math.min(1, sum / LOOK_AHEAD_FRAMES);
    for (let channel = 0; channel < CHANNELS; channel += 1) samples[frame * CHANNELS + channel]! *= smooth;
  }
}

/** The gain that holds a frame under the ceiling; 1 where it is. */
function gainNeeded(samples: Float32Array, frame: number, ceiling: number): number {
  let needed = 1;
  for (let at = frame * CHANNELS; at < (frame + 1) * CHANNELS; at += 1) {
    const here = Math.abs(samples[at]!);
    const next = at + CHANNELS < samples.length ? Math.abs(samples[at + CHANNELS]!) : 0;
    // Between two small samples no curve rises high: nearly all end here.
    if (here <= ceiling && here + next < 0.9) continue;
    const peak = truePeakAt(samples, at);
    if (peak > ceiling) needed = Math.min(needed, ceiling / peak);
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

/** The least of the values from one place on, of `span` that were added in the order of their places. */
function openMinimum(span: number) {
  // Places of rising values, in a ring: the first is the least. One more comes before the first has gone.
  const size = span + 1;
  const places = new Int32Array(size);
  const values = new Float32Array(size);
  let [head, tail] = [0, 0];
  return {
    add(place: number, value: number): void {
      while (tail > head && values[(tail - 1) % size]! >= value) tail -= 1;
      places[tail % size] = place;
      values[tail % size] = value;
      tail += 1;
    },
    least(from: number): number {
      while (places[head % size]! < from) head += 1;
      return values[head % size]!;
    },
  };
}
