import type { Readable } from 'node:stream';

/** How far a run is: frames written and seconds of output. */
export type Progress = { frame: number; seconds: number };

/** Reads the `key=value` blocks of `-progress`, each ending with a `progress=` line. */
export function readProgress(stream: Readable, onProgress: (progress: Progress) => void): void {
  let rest = '';
  let progress: Progress = { frame: 0, seconds: 0 };
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const [key, value] = line.split('=');
      if (key === 'frame') progress = { ...progress, frame: Number(value) };
      // Despite its name, out_time_ms holds microseconds as well; before the first packet both say N/A.
      if (key === 'out_time_us' && value !== 'N/A') progress = { ...progress, seconds: Number(value) / 1e6 };
      if (key === 'progress') onProgress(progress);
    }
  });
}
