import type { CleanedPicture } from '#clean/clean-picture.ts';
import type { Mark } from '#clean/mark.ts';
import { inFillingThread } from '#clean/mend-thread.ts';
import type { Fill } from '#clean/mend.ts';
import type { Area } from '#render/canvas.ts';

export type PictureWork = { path: string; marks: Mark[]; crop: Area | null };

/** Takes marks away from a picture in a thread of its own: of a photo of a phone that is seconds of work. */
export async function cleanPictureInThread(
  work: PictureWork,
  options: { fill: Fill; signal: AbortSignal },
): Promise<CleanedPicture> {
  const { bytes, ...counts } = await inFillingThread<CleanedPicture>(
    new URL('./picture.worker.ts', import.meta.url),
    work,
    { ...options, onFrame: () => {} },
  );
  // Bytes come out of a thread as plain ones.
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), ...counts };
}
