import { open } from 'node:fs/promises';
import { BARE } from '#ffmpeg/bare.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import { AIGC_KEY, aigcText, type Aigc } from '#labels/aigc.ts';

export const SOUND_FORMATS = ['mp3', 'm4a', 'wav', 'flac'] as const;
export type SoundFormat = (typeof SOUND_FORMATS)[number];

const LABEL_BYTES_MAX = 100_000;
/** Half a gigabyte of empty chunks would be read for an hour. */
const CHUNKS_MAX = 10_000;

/** What a browser is told about a sound file. */
export const SOUND_TYPES: Record<SoundFormat, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  flac: 'audio/flac',
};

const CODECS: Record<SoundFormat, Args> = {
  mp3: [['-c:a', 'libmp3lame', '-q:a', 2, '-id3v2_version', 3, '-f', 'mp3']],
  m4a: [['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart+use_metadata_tags', '-f', 'mp4']],
  wav: [['-c:a', 'pcm_s16le', '-f', 'wav']],
  flac: [['-c:a', 'flac', '-sample_fmt', 's16', '-f', 'flac']],
};

/** ffmpeg arguments that write sound in a format, with the hidden AI label where there is one. */
export function soundArgs(format: SoundFormat, label: Aigc | null): Args {
  const tag: Args = label && format !== 'wav' ? [['-metadata', `${AIGC_KEY}=${aigcText(label)}`]] : [];
  return [[...BARE, '-vn'], ...tag, ...CODECS[format]];
}

/** Writes mono samples, or those of a raw file, to a sound file, changed in pitch (semitones) and loudness on the way. */
export async function writeMono(
  tools: Tools,
  samples: Float32Array | { rawPath: string },
  path: string,
  {
    rate,
    format,
    label,
    pitch = 0,
    volume = 1,
    ...options
  }: { rate: number; format: SoundFormat; label: Aigc | null; pitch?: number; volume?: number } & RunOptions,
): Promise<void> {
  const filters = [...pitchFilters(pitch, rate), ...(volume === 1 ? [] : [`volume=${volume}`, 'alimiter=limit=0.95'])];
  const isRaw = 'rawPath' in samples;
  await runFfmpeg(
    tools,
    [
      ['-f', 'f32le', '-ar', rate, '-ac', 1, '-i', isRaw ? samples.rawPath : 'pipe:0'],
      ...(filters.length > 0 ? [['-af', filters.join(',')]] : []),
      ...soundArgs(format, label),
      [path],
    ],
    isRaw ? options : { ...options, input: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength) },
  );
  if (format === 'wav' && label) await labelWav(path, label);
}

/** Played faster it is higher; slowed down again to its old length it stays so. */
function pitchFilters(semitones: number, rate: number): string[] {
  if (semitones === 0) return [];
  const factor = 2 ** (semitones / 12);
  return [`asetrate=${Math.round(rate * factor)}`, `aresample=${rate}`, `atempo=${(1 / factor).toFixed(6)}`];
}

/** ffmpeg drops unknown tags of WAV files, so the label is a RIFF chunk of its own behind the samples. */
export async function labelWav(path: string, label: Aigc): Promise<void> {
  const text = Buffer.from(aigcText(label));
  const body = text.length % 2 === 0 ? text : Buffer.concat([text, Buffer.alloc(1)]);
  const head = Buffer.alloc(8);
  head.write(AIGC_KEY, 0, 'latin1');
  head.writeUInt32LE(text.length, 4);
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const padded = size + (size % 2);
    await file.write(Buffer.concat([head, body]), 0, 8 + body.length, padded);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(padded + 8 + body.length - 8);
    await file.write(length, 0, 4, 4);
  } finally {
    await file.close();
  }
}

/** The text of the label in a WAV file; null when it has none. */
export async function readWavLabel(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { size: end } = await file.stat();
    const head = Buffer.alloc(8);
    for (let at = 12, n = 0; n < CHUNKS_MAX && at + 8 <= end; n += 1) {
      await file.read(head, 0, 8, at);
      const size = head.readUInt32LE(4);
      if (head.toString('latin1', 0, 4) === AIGC_KEY) {
        const text = Buffer.alloc(Math.min(size, LABEL_BYTES_MAX, end - at - 8));
        await file.read(text, 0, text.length, at + 8);
        return text.toString('utf8');
      }
      at += 8 + size + (size % 2);
    }
    return null;
  } finally {
    await file.close();
  }
}

/** Captions as SubRip text. */
export function srtOf(cues: { start: number; end: number; text: string }[]): string {
  return cues.map(({ start, end, text }, n) => `${n + 1}\n${srtTime(start)} --> ${srtTime(end)}\n${text}\n`).join('\n');
}

function srtTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${[h, m, s].map((part) => String(part).padStart(2, '0')).join(':')},${String(ms % 1000).padStart(3, '0')}`;
}
