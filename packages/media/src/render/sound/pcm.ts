import { open, stat, writeFile } from 'node:fs/promises';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import { decimal } from '#ffmpeg/filter.ts';
import { runFfmpeg, type RunOptions } from '#ffmpeg/run.ts';
import { keyOf } from '#render/key.ts';
import type { Source } from '#render/shot.ts';
import type { Room } from '#render/sound/room.ts';
import { CHANNELS, SAMPLE_RATE } from '#render/sound/sound.ts';
import type { Workshop } from '#render/stretch.ts';

/** A part of a source's sound; `seconds` counts after the change of speed. */
export type PcmPart = { source: Source; startSeconds: number; speed: number; seconds: number };

const BYTES_PER_FRAME = CHANNELS * Float32Array.BYTES_PER_ELEMENT;

/** The name of decoded sound: a hash of exactly what decides it. */
export function pcmKey({ source, startSeconds, speed, seconds }: PcmPart): string {
  return keyOf('pcm', { source: source.hash, startSeconds, speed, seconds });
}

/** Decodes a part of a source's sound to interleaved 32-bit floats at 48 kHz: nothing clips, and joins are exact. */
export async function renderPcm(
  { tools }: Workshop,
  { source, startSeconds, speed, seconds }: PcmPart,
  path: string,
  options: RunOptions = {},
): Promise<void> {
  if (source.facts.audio.length === 0) throw new SourceError('no-audio', source.path);
  const filters = [
    // Sound that begins after the picture keeps its distance, gaps become silence.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    ...tempoFilters(speed),
    `atrim=end=${decimal(seconds)}`,
  ];
  // Where there is no sound at all, ffmpeg 5 writes no file.
  await writeFile(path, '');
  await runFfmpeg(
    tools,
    [
      ['-threads', 1],
      ...(startSeconds > 0 ? [['-ss', decimal(startSeconds)]] : []),
      ['-t', decimal(seconds * speed + 0.5), '-i', source.path],
      ['-map', '0:a:0', '-af', filters.join(',')],
      ['-ac', CHANNELS, '-ar', SAMPLE_RATE, '-f', 'f32le', path],
    ],
    options,
  ).catch((error: unknown) => {
    if (error instanceof FfmpegError && error.kind === 'bad-input') throw new SourceError('unreadable', error.details);
    throw error;
  });
  // What is complete is never empty.
  if ((await stat(path)).size === 0) await writeFile(path, new Uint8Array(BYTES_PER_FRAME));
}

/** atempo keeps the pitch but takes no factor below a half; two in a row reach further. */
export function tempoFilters(speed: number): string[] {
  if (speed === 1) return [];
  if (speed < 0.5) return ['atempo=0.5', ...tempoFilters(speed / 0.5)];
  if (speed > 2) return ['atempo=2', ...tempoFilters(speed / 2)];
  return [`atempo=${decimal(speed)}`];
}

/** Reads decoded sound from a file, at most `seconds` of it. */
export async function readPcm(path: string, seconds: number, room: Room): Promise<Float32Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const wanted = Math.ceil(seconds * SAMPLE_RATE) * BYTES_PER_FRAME;
    const length = Math.floor(Math.min(size, wanted) / BYTES_PER_FRAME) * BYTES_PER_FRAME;
    const samples = room.take(length / Float32Array.BYTES_PER_ELEMENT);
    const bytes = new Uint8Array(samples.buffer, 0, length);
    for (let done = 0; done < length;) {
      const { bytesRead } = await file.read(bytes, done, length - done, done);
      // Somebody cut it short: what was heard here before is no part of it.
      if (bytesRead === 0) return samples.subarray(0, Math.floor(done / BYTES_PER_FRAME) * CHANNELS);
      done += bytesRead;
    }
    return samples;
  } finally {
    await file.close();
  }
}
