import { spawn } from 'node:child_process';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';

const STDERR_TAIL = 2000;

/** Decodes the first sound track of a file to mono samples at a rate, at most `seconds` of it. */
export async function decodeMono(
  { ffmpegPath }: Tools,
  path: string,
  { rate, seconds = 4 * 3600, signal }: { rate: number; seconds?: number; signal?: AbortSignal },
): Promise<Float32Array> {
  const args = ['-nostdin', '-v', 'error', '-t', String(seconds), '-i', path, '-map', '0:a:0'];
  // Without the highest value, two equal channels become one that is 3 dB louder and may clip.
  const filter = `aresample=${rate}:out_chlayout=mono:rematrix_maxval=1`;
  const child = spawn(ffmpegPath, [...args, '-af', filter, '-f', 'f32le', 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  const chunks: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_TAIL)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  signal?.throwIfAborted();
  if (code !== 0) throw new SourceError(/matches no streams/.test(stderr) ? 'no-audio' : 'unreadable', stderr);
  const bytes = Buffer.concat(chunks);
  const whole = bytes.byteLength - (bytes.byteLength % Float32Array.BYTES_PER_ELEMENT);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole));
}
