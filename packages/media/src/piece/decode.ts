import { spawn } from 'node:child_process';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';

const STDERR_TAIL = 2000;
const SAMPLE_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** At which rate sound is decoded, and at most how many seconds of it. */
export type DecodeOptions = { rate: number; seconds?: number; signal?: AbortSignal };

/** Decodes the first sound track of a file to mono samples at a rate. */
export async function decodeMono(tools: Tools, path: string, options: DecodeOptions): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  await streamMono(tools, path, options, (part) => void parts.push(part));
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
  { ffmpegPath }: Tools,
  path: string,
  { rate, seconds = 4 * 3600, signal }: DecodeOptions,
  onSamples: (samples: Float32Array) => void | Promise<void>,
): Promise<void> {
  const args = ['-nostdin', '-v', 'error', '-t', String(seconds), '-i', path, '-map', '0:a:0'];
  // Without the highest value, two equal channels become one that is 3 dB louder and may clip.
  const filter = `aresample=${rate}:out_chlayout=mono:rematrix_maxval=1`;
  const child = spawn(ffmpegPath, [...args, '-af', filter, '-f', 'f32le', 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_TAIL)));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Heard of at the end, below; until then nobody listens.
  ended.catch(() => undefined);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const samples = new Float32Array(Math.floor(bytes.length / SAMPLE_BYTES));
    bytes.copy(new Uint8Array(samples.buffer));
    rest = bytes.subarray(samples.byteLength);
    await onSamples(samples);
  }
  const code = await ended;
  signal?.throwIfAborted();
  if (code !== 0) throw new SourceError(/matches no streams/.test(stderr) ? 'no-audio' : 'unreadable', stderr);
}
