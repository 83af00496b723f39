import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runProgram } from '#ffmpeg/run.ts';

const SAMPLE_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** At which rate sound is decoded, and at most how many seconds of it; `isTimed`: as much silence where it begins late or has gaps. */
export type DecodeOptions = { rate: number; seconds?: number; isTimed?: boolean; signal?: AbortSignal };

/** Decodes the first sound track of a file to mono samples at a rate. */
export async function decodeMono(tools: Tools, path: string, options: DecodeOptions): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  await streamMono(tools, path, options, (part) => parts.push(part));
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

/** As `decodeMono`, but hands the samples on as they come: an hour needs no more memory than a second. */
export async function streamMono(
  tools: Tools,
  path: string,
  options: DecodeOptions,
  onSamples: (samples: Float32Array) => void,
): Promise<void> {
  await decode(tools, path, options, sampleCutter(onSamples));
}

/** Takes bytes as they come, and hands on whole samples. */
export function sampleCutter(onSamples: (samples: Float32Array) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % SAMPLE_BYTES);
    rest = bytes.subarray(whole);
    onSamples(samplesOf(bytes.subarray(0, whole)));
  };
}

/** As `decodeMono`, but adds the samples to a file that is there: not one of them comes through this process. */
export async function decodeMonoTo(file: string, tools: Tools, path: string, options: DecodeOptions): Promise<void> {
  await decode(tools, path, options, file);
}

/** A view of the bytes where that can be had; samples must begin at a multiple of their size. */
function samplesOf(bytes: Buffer): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset % SAMPLE_BYTES === 0) return new Float32Array(buffer, byteOffset, byteLength / SAMPLE_BYTES);
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Without the highest value, two equal channels become one that is 3 dB louder and may clip. */
export function monoAt(rate: number): string {
  return `aresample=${rate}:out_chlayout=mono:rematrix_maxval=1`;
}

async function decode(
  { ffmpegPath }: Tools,
  path: string,
  { rate, seconds = 4 * 3600, isTimed = false, signal }: DecodeOptions,
  stdout: string | ((bytes: Buffer) => void),
): Promise<void> {
  const filter = monoAt(rate) + (isTimed ? ':async=1:first_pts=0' : '');
  const args = ['-nostdin', '-v', 'error', '-t', String(seconds), '-i', path, '-map', '0:a:0', '-af', filter];
  await runProgram(ffmpegPath, [...args, '-f', 'f32le', 'pipe:1'], { stdout, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (!(error instanceof FfmpegError) || !['bad-input', 'unknown'].includes(error.kind)) throw error;
      throw new SourceError(/matches no streams/.test(error.details) ? 'no-audio' : 'unreadable', error.details);
    },
  );
}
