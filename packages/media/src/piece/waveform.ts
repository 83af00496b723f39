import type { Tools } from '#ffmpeg/locate.ts';
import { streamMono } from '#piece/decode.ts';

const PER_SECOND = 50;
/** Peaks need no more than this. */
const FILE_RATE = 8000;

/** Peaks of mono sound, `perSecond` values a second, each 0 to 100: enough to draw a waveform, small enough to send. */
export function peaksOf(samples: Float32Array, rate: number, perSecond = PER_SECOND): number[] {
  const meter = meterPeaks(rate, perSecond);
  meter.add(samples);
  return meter.peaks();
}

/** The peaks of a sound file, however long. */
export async function readPeaks(tools: Tools, path: string, { signal }: { signal?: AbortSignal }): Promise<number[]> {
  const meter = meterPeaks(FILE_RATE);
  await streamMono(tools, path, { rate: FILE_RATE, signal }, meter.add);
  return meter.peaks();
}

/** Measures peaks of sound that comes in parts. */
export function meterPeaks(rate: number, perSecond = PER_SECOND) {
  const step = rate / perSecond;
  const peaks: number[] = [];
  let at = 0;
  let loudest = 0;
  const close = () => {
    peaks.push(Math.min(100, Math.round(loudest * 100)));
    loudest = 0;
  };
  return {
    add(samples: Float32Array): void {
      for (const sample of samples) {
        if (at >= Math.floor((peaks.length + 1) * step)) close();
        loudest = Math.max(loudest, Math.abs(sample));
        at += 1;
      }
    },
    /** All of them, the unfinished one too; nothing can be added after. */
    peaks(): number[] {
      if (at > Math.floor(peaks.length * step)) close();
      return peaks;
    },
  };
}
