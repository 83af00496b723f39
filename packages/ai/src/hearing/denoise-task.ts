import type { Task } from '#runtime/tasks.ts';

/** RNNoise works on the numbers of 16-bit sound. */
const SCALE = 32_768;
/** What comes out lags behind what went in: measured with speech, two frames of 10 ms. */
const DELAY_FRAMES = 2;

/** Takes the noise out of mono speech at 48 kHz; the result has the same length and timing. */
export const runDenoise: Task<'denoise'> = async (pcm) => {
  // The package refuses to load where there is no `window`, which it then never uses.
  Object.assign(globalThis, { window: globalThis });
  const { Rnnoise } = await import('@shiguredo/rnnoise-wasm');
  const rnnoise = await Rnnoise.load();
  const state = rnnoise.createDenoiseState();
  const size = rnnoise.frameSize;
  const delay = DELAY_FRAMES * size;
  const clean = new Float32Array(pcm.length);
  const frame = new Float32Array(size);
  try {
    for (let at = 0; at < pcm.length + delay; at += size) {
      frame.fill(0);
      frame.set(pcm.subarray(at, at + size).map((sample) => sample * SCALE));
      state.processFrame(frame);
      const to = Math.max(0, at - delay);
      const kept = at < delay ? 0 : Math.min(size, pcm.length - to);
      for (let i = 0; i < kept; i += 1) clean[to + i] = frame[i]! / SCALE;
    }
  } finally {
    state.destroy();
  }
  return clean;
};
