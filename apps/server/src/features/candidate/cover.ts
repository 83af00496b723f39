import { FfmpegError, runFfmpeg } from '@mixreel/media';
import type { JobContext } from '#queue/job.ts';

const WIDTH = 360;

/** A picture of a video at this moment, as a file; null when it has none to give. */
export async function takeCover(
  { tools, scratch, signal }: JobContext,
  path: string,
  seconds: number,
): Promise<string | null> {
  const picture = scratch.file('.jpg');
  try {
    const args = [
      ['-ss', seconds.toFixed(3), '-i', path],
      ['-frames:v', 1, '-vf', `scale=${WIDTH}:-2`, '-q:v', 4, picture],
    ];
    await runFfmpeg(tools, args, { signal });
    return picture;
  } catch (error) {
    // A video that ends before goes without.
    if (error instanceof FfmpegError) return null;
    throw error;
  }
}
