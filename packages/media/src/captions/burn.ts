import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAss } from '#captions/ass.ts';
import { fontReads, linkFonts } from '#captions/font-folder.ts';
import type { CaptionLayout } from '#captions/layout.ts';
import type { CanvasSize } from '#captions/safe-zones.ts';
import { filter } from '#ffmpeg/filter.ts';

/** Words of ffmpeg that draw placed captions over a film, and what it must be let read for it. */
export async function captionFilter(
  canvas: CanvasSize,
  layouts: CaptionLayout[],
  folder: string,
): Promise<{ video: string; reads: string[] }> {
  const { text, fontIds } = writeAss(canvas, layouts);
  const filename = join(folder, 'captions.ass');
  await writeFile(filename, text);
  const fontsdir = await linkFonts(fontIds, folder);
  return { video: filter('ass', { filename, fontsdir }), reads: fontReads(fontsdir) };
}
