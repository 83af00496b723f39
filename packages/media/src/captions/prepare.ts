import { writeAss } from '#captions/ass.ts';
import { linkFonts } from '#captions/font-folder.ts';
import type { FontFolder } from '#captions/font-folder.ts';
import type { CaptionLayout } from '#captions/layout.ts';

/** Captions as the renderer takes them: a document and the fonts it names. */
export type PreparedCaptions = { ass: string } & FontFolder;

/**
 * Turn placed captions (and the AI mark, which is placed the same way) into what the renderer burns in; null when there
 * is nothing to show. Times are those of the layouts: seconds of the shot.
 */
export async function prepareCaptions(layouts: CaptionLayout[], fontsRoot: string): Promise<PreparedCaptions | null> {
  const shown = layouts.filter(({ lines, startSeconds, endSeconds }) => lines.length > 0 && endSeconds > startSeconds);
  const [first] = shown;
  if (!first) return null;
  const { text, fontIds } = writeAss(first.canvas, shown);
  return { ass: text, ...(await linkFonts(fontIds, fontsRoot)) };
}
