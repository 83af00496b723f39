import { findFont, type FontId } from '#captions/fonts.ts';
import { breakLines } from '#captions/line-breaks.ts';
import { fontRuns, missingCharacters, runWidth } from '#captions/typeset.ts';

type Look = { font_id: FontId; spacing: number; line_height: number };
type Room = { width: number; height: number; largest: number; smallest: number; lines: number };

/** A text that fits into its room: broken into lines, as large as may be. */
export type FittedText = { text: string; size: number; width: number; height: number; is_whole: boolean };

const STEP = 0.96;

/** Sets a text as large as its room allows; `is_whole` is false where even the smallest letters do not fit. */
export function fitText(given: string, look: Look, room: Room): FittedText {
  const text = clean(given, look.font_id);
  for (let size = room.largest; ; size = Math.max(room.smallest, size * STEP)) {
    const { lines, fits } = breakLines(text, room.width, (part) => lineWidth(part, look, size));
    const height = lines.length * look.line_height * size;
    const is_whole = fits && lines.length <= room.lines && height <= room.height + 1;
    if (is_whole || size <= room.smallest) {
      const width = Math.max(0, ...lines.map((line) => lineWidth(line, look, size)));
      return { text: lines.join('\n'), size, width, height, is_whole };
    }
  }
}

/** Width of one line. The last letter's spacing counts: lines then stand in the middle as letters do. */
function lineWidth(text: string, { font_id, spacing }: Omit<Look, 'line_height'>, size: number): number {
  const letters = fontRuns(text, font_id).reduce((sum, run) => sum + runWidth(run, size), 0);
  return letters + Array.from(text).length * spacing * size;
}

function clean(text: string, font_id: FontId): string {
  const missing = missingCharacters(text, findFont(font_id).id as FontId);
  return Array.from(text)
    .filter((letter) => !missing.includes(letter))
    .join('')
    .trim();
}
