import { FfmpegError, runFfmpeg } from '@mixreel/media';
import type { JobContext } from '#queue/job.ts';

const WIDTH = 360;

/** A picture of the first half second of a video, as a file; null when it has none to give. */
export async function takeCover({ tools, scratch, signal }: JobContext, path: string): Promise<string | null> {
  const picture = scratch.file('.jpg');
  try {
    const args = [
      ['-ss', 0.5, '-i', path],
      ['-frames:v', 1, '-vf', `scale=${WIDTH}:-2`, '-q:v', 4, picture],
    ];
    await runFfmpeg(tools, args, { signal });
    return picture;
  } catch (error) {
    // A video of less than half a second goes without.
    if (error instanceof FfmpegError) return null;
    throw error;
  }
}
