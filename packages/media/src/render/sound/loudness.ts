import { CHANNELS, SAMPLE_RATE } from '#render/sound/sound.ts';

/**
 * Integrated loudness after ITU-R BS.1770-4 of interleaved stereo at 48 kHz, in LUFS; −Infinity for silence.
 *
 * Measured here rather than by ffmpeg's ebur128: the samples are in memory already, and a process and a parse of its
 * words would cost more than the sum itself.
 */
export function integratedLoudness(samples: Float32Array): number {
  const meter = createLoudnessMeter();
  meter.add(samples);
  return meter.integrated();
}

/** The same of one channel that is heard on both sides. */
export function monoLoudness(samples: Float32Array): number {
  const meter = createLoudnessMeter(1);
  meter.add(samples);
  return meter.integrated();
}

/** The same of both channels as one, as a decoder hands them out. */
export function middleLoudness(samples: Float32Array): number {
  const meter = createLoudnessMeter(1);
  const piece = new Float32Array(STEP_FRAMES);
  const frames = samples.length / CHANNELS;
  for (let from = 0; from < frames; from += STEP_FRAMES) {
    const length = Math.min(STEP_FRAMES, frames - from);
    for (let n = 0; n < length; n += 1) {
      const at = CHANNELS * (from + n);
      piece[n] = (samples[at]! + samples[at + 1]!) / 2;
    }
    meter.add(length === STEP_FRAMES ? piece : piece.subarray(0, length));
  }
  return meter.integrated();
}

/** A loudness meter that takes its samples in pieces. */
export type LoudnessMeter = { add(samples: Float32Array): void; integrated(): number };

/** The 400 ms blocks of the standard overlap by three quarters: sums are kept per quarter. */
const STEP_FRAMES = SAMPLE_RATE / 10;
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** Starts a measurement; of one channel, it is heard on both sides. */
export function createLoudnessMeter(channels: 1 | typeof CHANNELS = CHANNELS): LoudnessMeter {
  const filters = Array.from({ length: channels }, () => new Float64Array(4));
  const sides = CHANNELS / channels;
  const steps: number[] = [];
  let [sum, count] = [0, 0];

  return {
    add(samples) {
      const frames = samples.length / channels;
      for (let from = 0; from < frames;) {
        const to = Math.min(frames, from + STEP_FRAMES - count);
        for (const [channel, filter] of filters.entries()) {
          sum += sides * weightedSquares(filter, samples, from * channels + channel, to * channels, channels);
        }
        count += to - from;
        from = to;
        if (count === STEP_FRAMES) {
          steps.push(sum / STEP_FRAMES);
          [sum, count] = [0, 0];
        }
      }
    },
    integrated() {
      const blocks: number[] = [];
      for (let i = STEPS_PER_BLOCK; i <= steps.length; i += 1) {
        blocks.push(mean(steps.slice(i - STEPS_PER_BLOCK, i)));
      }
      // Shorter than one block: better a measure of what there is than none.
      if (blocks.length === 0 && steps.length > 0) blocks.push(mean(steps));
      if (blocks.length === 0 && count > 0) blocks.push(sum / count);
      const loud = blocks.filter((power) => toLufs(power) > ABSOLUTE_GATE);
      if (loud.length === 0) return -Infinity;
      const gate = toLufs(mean(loud)) + RELATIVE_GATE;
      return toLufs(mean(loud.filter((power) => toLufs(power) > gate)));
    },
  };
}

/**
 * Sum of the squares of one channel after the two filters of the standard at 48 kHz: a high shelf for the head, a high
 * pass for the ear. Their memory is kept in `state` between calls and in plain variables within, which is what makes
 * the loop fast.
 */
function weightedSquares(
  state: Float64Array,
  samples: Float32Array,
  from: number,
  to: number,
  channels: number,
): number {
  let [s1, s2, p1, p2] = [state[0]!, state[1]!, state[2]!, state[3]!];
  let sum = 0;
  for (let i = from; i < to; i += channels) {
    const s0 = samples[i]! + 1.69065929318241 * s1 - 0.73248077421585 * s2;
    const shelved = 1.53512485958697 * s0 - 2.69169618940638 * s1 + 1.19839281085285 * s2;
    s2 = s1;
    s1 = s0;
    const p0 = shelved + 1.99004745483398 * p1 - 0.99007225036621 * p2;
    const passed = p0 - 2 * p1 + p2;
    p2 = p1;
    p1 = p0;
    sum += passed * passed;
  }
  state.set([s1, s2, p1, p2]);
  return sum;
}

function toLufs(power: number): number {
  return power > 0 ? -0.691 + 10 * Math.log10(power) : -Infinity;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
