import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { MARK_BYTES } from '#likeness/bytes.ts';
import { createSpectrum } from '#likeness/spectrum.ts';
import { streamMono } from '#piece/decode.ts';

/** Marks a second. */
const MARKS_PER_SECOND = 8;
const RATE = 8000;
const WINDOW = 4096;
const HOP = RATE / MARKS_PER_SECOND;
/** Half a second: what a mark compares with. */
const BACK = 4;
const BANDS = 33;
const LOWEST_HZ = 120;
const HIGHEST_HZ = 3600;
/** Mean square under which nothing is heard: 60 dB below full scale. */
const SILENT = 1e-6;
/** In how many bands something must change by how much: a steady hum is the same everywhere and proves nothing. */
const MOVING_BANDS = 8;
const MOVED = 0.15;

/**
 * What a file sounds like: eight times a second, one bit for each pair of neighbouring bands, whether their
 * difference grew in the last half second. It survives coding, loudness and most of what is mixed under it. Zeros where
 * nothing is heard.
 */
export async function signSound(tools: Tools, path: string, signal?: AbortSignal): Promise<Uint8Array> {
  const meter = createSoundSigner();
  try {
    await streamMono(tools, path, { rate: RATE, ...(signal && { signal }) }, (samples) => meter.add(samples));
  } catch (error) {
    if (!(error instanceof SourceError) || error.reason !== 'no-audio') throw error;
  }
  return meter.finish();
}

function createSoundSigner() {
  const spectrum = createSpectrum(WINDOW);
  const edges = Array.from({ length: BANDS + 1 }, (_, n) =>
    Math.round((LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (n / BANDS) * WINDOW) / RATE),
  );
  const heard = new Float32Array(WINDOW);
  const bands: (Float64Array | null)[] = [];
  let filled = 0;

  const measure = () => {
    let power = 0;
    for (const value of heard) power += value * value;
    if (power / WINDOW < SILENT) {
      bands.push(null);
      return;
    }
    const strengths = spectrum(heard);
    bands.push(
      Float64Array.from({ length: BANDS }, (_, band) => {
        let sum = 0;
        for (let n = edges[band]!; n < Math.max(edges[band]! + 1, edges[band + 1]!); n += 1) sum += strengths[n]!;
        return Math.log(sum + 1e-9);
      }),
    );
  };

  return {
    add(samples: Float32Array): void {
      for (let at = 0; at < samples.length;) {
        const part = samples.subarray(at, at + WINDOW - filled);
        heard.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < WINDOW) return;
        measure();
        heard.copyWithin(0, HOP);
        filled = WINDOW - HOP;
      }
    },
    finish(): Uint8Array {
      const marks = Buffer.alloc(bands.length * MARK_BYTES);
      for (let n = BACK; n < bands.length; n += 1) {
        marks.writeUInt32BE(markOf(bands[n - BACK]!, bands[n]!), n * MARK_BYTES);
      }
      return marks;
    },
  };
}

function markOf(before: Float64Array | null, now: Float64Array | null): number {
  if (!before || !now) return 0;
  let [mark, moving] = [0, 0];
  for (let band = 0; band < BANDS - 1; band += 1) {
    const change = now[band]! - now[band + 1]! - (before[band]! - before[band + 1]!);
    if (Math.abs(change) > MOVED) moving += 1;
    mark = (mark << 1) | (change > 0 ? 1 : 0);
  }
  return moving < MOVING_BANDS ? 0 : mark >>> 0;
}
