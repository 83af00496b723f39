import type { Sheet } from '@mixreel/sheet';
import type { PictureFiles } from '#sheet/draw-one.ts';
import { inThread, type ThreadOptions } from '#sheet/in-thread.ts';

/** Posters that show some of the same pictures. */
export type PosterWork = { sheets: Sheet[]; pictures: PictureFiles };
/** As it was drawn: every text readable where it lies. */
export type DrawnPoster = { sheet: Sheet; jpeg: Uint8Array };

export async function drawPosters(work: PosterWork, options: ThreadOptions = {}): Promise<DrawnPoster[]> {
  const script = new URL('./draw.worker.ts', import.meta.url);
  return work.sheets.length === 0 ? [] : inThread<DrawnPoster>(script, work, work.sheets.length, options);
}
