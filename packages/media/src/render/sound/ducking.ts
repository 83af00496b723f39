import { CHANNELS, SAMPLE_RATE } from '#render/sound/sound.ts';

/** The envelope is kept per millisecond: finer than any ear, and a hundredth of the samples. */
const STEP_FRAMES = SAMPLE_RATE / 1000;
const SPEECH_LEVEL = 0.01;
/** Down before the word is heard, up only after a pause that is more than a breath. */
const LOOK_AHEAD_MS = 60;
const HOLD_MS = 350;
const ATTACK_MS = 80;
const RELEASE_MS = 500;

/** The gain of the music, one value per millisecond: `floor` while there is speech, 1 elsewhere, smooth between. */
export function duckingGains(speech: Float32Array, decibels: number): Float32Array {
  const floor = 10 ** (-Math.abs(decibels) / 20);
  const steps = Math.ceil(speech.length / CHANNELS / STEP_FRAMES);
  const wanted = new Float32Array(steps).fill(1);
  for (let step = 0; step < steps; step += 1) {
    if (level(speech, step) < SPEECH_LEVEL) continue;
    wanted.fill(floor, Math.max(0, step - LOOK_AHEAD_MS), Math.min(steps, step + HOLD_MS));
  }

  const gains = new Float32Array(steps);
  let gain = wanted[0] ?? 1;
  for (let step = 0; step < steps; step += 1) {
    const target = wanted[step]!;
    gain += (target - gain) * (1 - Math.exp(-3 / (target < gain ? ATTACK_MS : RELEASE_MS)));
    gains[step] = gain;
  }
  return gains;
}

/** The gain at a frame, straight between the two nearest milliseconds: steps would be heard as a buzz. */
export function gainAt(gains: Float32Array, frame: number): number {
  const step = frame / STEP_FRAMES;
  const index = Math.floor(step);
  const low = index < gains.length ? gains[index]! : 1;
  const high = index + 1 < gains.length ? gains[index + 1]! : low;
  return low + (high - low) * (step - index);
}

function level(samples: Float32Array, step: number): number {
  let peak = 0;
  const end = Math.min(samples.length, (step + 1) * STEP_FRAMES * CHANNELS);
  for (let i = step * STEP_FRAMES * CHANNELS; i < end; i += 1) {
    const sample = Math.abs(samples[i]!);
    if (sample > peak) peak = sample;
  }
  return peak;
}
