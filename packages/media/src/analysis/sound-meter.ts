import { spansOf, type Span } from '#analysis/spans.ts';
import { createLoudnessMeter } from '#render/sound/loudness.ts';
import { CHANNELS, SAMPLE_RATE } from '#render/sound/sound.ts';

/** What the sound of a file is like. */
export type SoundFacts = {
  /** Integrated loudness in LUFS, null for silence. */
  lufs: number | null;
  /** Highest sample in dBFS, null for silence. */
  peakDecibels: number | null;
  /** Fifty peaks a second, 0 to 100. */
  peaks: number[];
  /** How long it really is. */
  length: number;
  silent: Span[];
};

const PEAKS_PER_SECOND = 50;
const BUCKET_SAMPLES = (SAMPLE_RATE / PEAKS_PER_SECOND) * CHANNELS;
const SILENT_LEVEL = 0.003;
const SHORTEST_SILENCE = 0.4;

/** Takes interleaved 32-bit stereo at 48 kHz and answers what it was like. */
export function createSoundMeter() {
  const loudness = createLoudnessMeter();
  const peaks: number[] = [];
  let [peak, inBucket] = [0, 0];
  let rest: Buffer = Buffer.alloc(0);

  return {
    add(chunk: Buffer): void {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const whole = bytes.length - (bytes.length % (CHANNELS * 4));
      // Copied: floats must begin at a multiple of four, and pipes cut anywhere.
      const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole));
      rest = Buffer.from(bytes.subarray(whole));
      loudness.add(samples);
      for (let i = 0; i < samples.length; i += 1) {
        const level = Math.abs(samples[i]!);
        if (level > peak) peak = level;
        inBucket += 1;
        if (inBucket === BUCKET_SAMPLES) {
          peaks.push(peak);
          [peak, inBucket] = [0, 0];
        }
      }
    },
    finish(): SoundFacts {
      const missing = inBucket > 0 ? BUCKET_SAMPLES - inBucket : 0;
      if (inBucket > 0) peaks.push(peak);
      const lufs = loudness.integrated();
      const highest = peaks.reduce((a, b) => Math.max(a, b), 0);
      return {
        lufs: lufs === -Infinity ? null : Math.round(lufs * 10) / 10,
        peakDecibels: highest > 0 ? Math.round(200 * Math.log10(highest)) / 10 : null,
        peaks: peaks.map((value) => Math.min(100, Math.round(value * 100))),
        length: (peaks.length * BUCKET_SAMPLES - missing) / CHANNELS / SAMPLE_RATE,
        silent: spansOf(
          peaks.map((value) => value < SILENT_LEVEL),
          PEAKS_PER_SECOND,
          SHORTEST_SILENCE,
        ),
      };
    },
  };
}
