import { open, rm } from 'node:fs/promises';
import { meterPeaks, peaksOf } from '@mixreel/media';
import type { App } from '#context.ts';
import { SPEECH_RATE } from '#features/ai/speech-engine.ts';

/** Speech that has been made: its samples, in memory or in a raw file, how long it is, and its waveform. */
export type Recording = { samples: Float32Array | { rawPath: string }; seconds: number; peaks: number[] };

/** One sentence, which fits in memory. */
export function recordingOf(samples: Float32Array): Recording {
  return { samples, seconds: samples.length / SPEECH_RATE, peaks: peaksOf(samples, SPEECH_RATE) };
}

/**
 * Sentences one after another, in a file that goes when `use` is done with it. Twenty minutes of samples, and their
 * copies on the way to ffmpeg, would be most of the memory that this process takes.
 */
export async function recordLong<T>(
  { scratch }: Pick<App, 'scratch'>,
  record: (append: (samples: Float32Array) => Promise<{ start: number }>) => Promise<void>,
  use: (recording: Recording) => Promise<T>,
): Promise<T> {
  const rawPath = scratch.file('.f32');
  const meter = meterPeaks(SPEECH_RATE);
  let frames = 0;
  try {
    const file = await open(rawPath, 'w');
    try {
      await record(async (samples) => {
        const start = frames / SPEECH_RATE;
        await file.writeFile(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
        meter.add(samples);
        frames += samples.length;
        return { start };
      });
    } finally {
      await file.close();
    }
    return await use({ samples: { rawPath }, seconds: frames / SPEECH_RATE, peaks: meter.peaks() });
  } finally {
    await rm(rawPath, { force: true });
  }
}
