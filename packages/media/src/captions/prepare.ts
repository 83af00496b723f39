import { writeAss } from '#captions/ass.ts';
import { hashFonts } from '#captions/font-folder.ts';
import type { CaptionLayout } from '#captions/layout.ts';
import type { Captions } from '#render/shot.ts';

/**
 * Turn placed captions (and the AI mark, which is placed the same way) into what the renderer burns in; null when there
 * is nothing to show. Times are those of the layouts: seconds of the shot. Nothing is written: that is the renderer's.
 */
export async function prepareCaptions(layouts: CaptionLayout[]): Promise<Captions | null> {
  const shown = layouts.filter(({ lines, startSeconds, endSeconds }) => lines.length > 0 && endSeconds > startSeconds);
  const [first] = shown;
  if (!first) return null;
  const { text, fontIds } = writeAss(first.canvas, shown);
  return { ass: text, fontIds, fontsHash: await hashFonts(fontIds) };
}
