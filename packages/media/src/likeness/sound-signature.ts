import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { MARK_BYTES } from '#likeness/bytes.ts';
import { createSpectrum } from '#likeness/spectrum.ts';
import { stretchesOf } from '#likeness/stretches.ts';
import { decodeMono, monoAt, sampleCutter, streamMono } from '#piece/decode.ts';
import { readTrack } from '#render/mp4/track.ts';
import { middleLoudness, monoLoudness } from '#render/sound/loudness.ts';
import { SAMPLE_RATE } from '#render/sound/sound.ts';

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

/** What a track of sound is like. */
export type Heard = { marks: Uint8Array; lufs: number };

/** The same by the hash of its bytes: what was heard while it was encoded is not decoded again. */
export type SoundMemory = Map<string, Heard>;

export type HearOptions = { signal?: AbortSignal; memory?: SoundMemory };

/**
 * What a file sounds like: eight times a second, one bit for each pair of neighbouring bands, whether their
 * difference grew in the last half second. It survives coding, loudness and most of what is mixed under it. Zeros where
 * nothing is heard.
 */
export async function signSound(tools: Tools, path: string, options: HearOptions = {}): Promise<Uint8Array> {
  const { signal, memory } = options;
  const known = memory && (await recallSound(path, memory));
  if (known) return known.marks;
  const meter = createSoundSigner();
  try {
    await streamMono(tools, path, { rate: RATE, ...(signal && { signal }) }, (samples) => meter.add(samples));
  } catch (error) {
    if (!(error instanceof SourceError) || error.reason !== 'no-audio') throw error;
  }
  return meter.finish();
}

/** Integrated loudness of a file in LUFS, its channels as one; −Infinity for silence, null where it has no sound. */
export async function measureLoudness(tools: Tools, path: string, options: HearOptions = {}): Promise<number | null> {
  const { signal, memory } = options;
  const known = memory && (await recallSound(path, memory));
  if (known) return known.lufs;
  try {
    return monoLoudness(await decodeMono(tools, path, { rate: SAMPLE_RATE, ...(signal && { signal }) }));
  } catch (error) {
    if (error instanceof SourceError && error.reason === 'no-audio') return null;
    throw error;
  }
}

/** What is known of the sound of a file; null where it would have to be decoded. */
export async function recallSound(path: string, memory: SoundMemory): Promise<Heard | null> {
  if (memory.size === 0) return null;
  const key = await trackKey(path);
  return (key !== null && memory.get(key)) || null;
}

/** The hash of the bytes of an MP4's sound; null where it has none that can be read. */
async function trackKey(path: string): Promise<string | null> {
  const track = await readTrack(path, 'soun').catch(() => null);
  if (!track || track.sizes.length === 0) return null;
  const key = createHash('sha256').update(track.sampleDescription).update(String(track.priming));
  const file = await open(path, 'r');
  try {
    let held = Buffer.alloc(0);
    for (const { at, size } of stretchesOf(track, 0, track.sizes.length)) {
      if (held.length < size) held = Buffer.allocUnsafe(size);
      await file.read(held, 0, size, at);
      key.update(held.subarray(0, size));
    }
  } finally {
    await file.close();
  }
  return key.digest('base64');
}

/** Listens to samples while they are encoded. */
export type Listener = {
  filter: string;
  pipe: (chunk: Buffer) => void;
  /** Writes down what the finished track is like. */
  keep(path: string, memory: SoundMemory): Promise<void>;
};

export function openListener(samples: Float32Array): Listener {
  const meter = createSoundSigner();
  return {
    filter: monoAt(RATE),
    pipe: sampleCutter((heard) => meter.add(heard)),
    async keep(path, memory) {
      const key = await trackKey(path);
      if (key !== null) memory.set(key, { marks: meter.finish(), lufs: middleLoudness(samples) });
    },
  };
}

/** Its tables are made once; what it answers is read before it is asked again. */
const spectrum = createSpectrum(WINDOW);
const EDGES = Array.from({ length: BANDS + 1 }, (_, n) =>
  Math.round((LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (n / BANDS) * WINDOW) / RATE),
);

function createSoundSigner() {
  const heard = new Float32Array(WINDOW);
  const bands: (Float64Array | null)[] = [];
  let filled = 0;

  const measure = () => {
    let power = 0;
    for (let n = 0; n < WINDOW; n += 1) power += heard[n]! * heard[n]!;
    if (power / WINDOW < SILENT) {
      bands.push(null);
      return;
    }
    const strengths = spectrum(heard);
    const own = new Float64Array(BANDS);
    for (let band = 0; band < BANDS; band += 1) {
      const end = Math.max(EDGES[band]! + 1, EDGES[band + 1]!);
      let sum = 0;
      for (let n = EDGES[band]!; n < end; n += 1) sum += strengths[n]!;
      own[band] = Math.log(sum + 1e-9);
    }
    bands.push(own);
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
