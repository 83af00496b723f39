import { findFont, fontMetrics, type FontId } from '#captions/fonts.ts';
import { breakLines } from '#captions/line-breaks.ts';
import { fontRuns, middleAboveBaseline, missingCharacters, runWidth } from '#captions/typeset.ts';
import { glyphPaths } from '#sheet/glyph-path.ts';
import type { TextPart } from '#sheet/layer.ts';

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

export type DrawnLine = { text: string; x: number; baseline: number; width: number };

/** Where the lines of a text lie in its layer. The block of lines stands in the middle of its height. */
export function placeLines(part: TextPart, box: { width: number; height: number }): DrawnLine[] {
  const { size, line_height, font_id, align } = part;
  const lines = part.text.split('\n');
  const top = (box.height - lines.length * line_height * size) / 2;
  return lines.map((text, n) => {
    const width = lineWidth(text, part, size);
    const free = box.width - width;
    const x = align === 'left' ? 0 : align === 'right' ? free : free / 2;
    const baseline = top + (n + 0.5) * line_height * size + middleAboveBaseline(font_id) * size;
    return { text, x, baseline, width };
  });
}

/**
 * The letters of a text as one SVG path each, moved to where they stand. They are drawn in units of their font: the reach of an
 * outline, in pixels, is told with each.
 */
export function letterPaths(part: TextPart, box: { width: number; height: number }, reach = 0): string {
  const { size, font_id, spacing } = part;
  const letters: string[] = [];
  for (const { text, x, baseline } of placeLines(part, box)) {
    let left = x + (spacing * size) / 2;
    for (const run of fontRuns(text, font_id)) {
      const { unitsPerEm, glyph } = fontMetrics(run.fontId);
      const pathOf = glyphPaths(run.fontId);
      const scale = size / unitsPerEm;
      for (const letter of run.text) {
        const code = letter.codePointAt(0)!;
        const path = pathOf(code);
        const place = `translate(${round(left)} ${round(baseline)}) scale(${scale.toFixed(5)})`;
        const stroke = reach > 0 ? ` stroke-width="${round((2 * reach) / scale)}"` : '';
        if (path) letters.push(`<path transform="${place}"${stroke} d="${path}"/>`);
        left += ((glyph(code)?.advance ?? unitsPerEm) * size) / unitsPerEm + spacing * size;
      }
    }
  }
  return letters.join('');
}

function round(value: number): string {
  return value.toFixed(2);
}
