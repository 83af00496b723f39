import { open } from 'node:fs/promises';
import type { RawSound } from '#music/beats.ts';
import type { Task } from '#runtime/tasks.ts';
import { checkSound } from '#sound/check.ts';

/** Where the clean sound is written: half an hour of either is as large as a film. */
export type Denoising = RawSound & { cleanPath: string };

/** RNNoise works on the numbers of 16-bit sound. */
const SCALE = 32_768;
/** What comes out lags behind what went in: measured with speech, two frames of 10 ms. */
const DELAY_FRAMES = 2;
const FRAMES_AT_ONCE = 100;

/** Takes the noise out of mono speech at 48 kHz; the result has the same length and timing. */
export const runDenoise: Task<'denoise'> = async ({ rawPath, cleanPath }) => {
  // The package refuses to load where there is no `window`, which it then never uses.
  Object.assign(globalThis, { window: globalThis });
  const { Rnnoise } = await import('@shiguredo/rnnoise-wasm');
  const rnnoise = await Rnnoise.load();
  const state = rnnoise.createDenoiseState();
  const size = rnnoise.frameSize;
  const frame = new Float32Array(size);
  const block = new Float32Array(FRAMES_AT_ONCE * size);
  const [source, target] = [await open(rawPath), await open(cleanPath, 'w')];
  let late = DELAY_FRAMES;
  const clean = async (pcm: Float32Array) => {
    const made: Float32Array[] = [];
    for (let at = 0; at < pcm.length; at += size) {
      frame.fill(0);
      frame.set(pcm.subarray(at, at + size).map((sample) => sample * SCALE));
      state.processFrame(frame);
      if (late > 0) late -= 1;
      else made.push(frame.map((sample) => sample / SCALE));
    }
    if (made.length > 0) await target.writev(made);
  };
  try {
    let samples = 0;
    for (let isMore = true; isMore;) {
      const { bytesRead } = await source.read(block);
      const pcm = block.subarray(0, Math.floor(bytesRead / block.BYTES_PER_ELEMENT));
      isMore = pcm.length === block.length;
      if (pcm.length > 0 || samples === 0) checkSound(pcm);
      await clean(pcm);
      samples += pcm.length;
    }
    await clean(new Float32Array(DELAY_FRAMES * size));
    await target.truncate(samples * block.BYTES_PER_ELEMENT);
  } finally {
    state.destroy();
    await source.close();
    await target.close();
  }
  return null;
};
