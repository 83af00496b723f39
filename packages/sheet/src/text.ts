import { paintOf } from '#fill.ts';
import type { Context, GlyphBook, Kit } from '#kit.ts';
import type { TextPart } from '#layer.ts';

type Box = { width: number; height: number };
type DrawnLine = { text: string; x: number; baseline: number; width: number };

/** Width of one line. The last letter's spacing counts: lines then stand in the middle as letters do. */
function lineWidth(text: string, { size, spacing }: Pick<TextPart, 'size' | 'spacing'>, book: GlyphBook): number {
  let ems = 0;
  for (const letter of text) ems += (book.glyph(letter)?.advance ?? 1) + spacing;
  return ems * size;
}

/** Where the lines of a text lie in its layer. The block of lines stands in the middle of its height. */
function placeLines(part: TextPart, box: Box, book: GlyphBook): DrawnLine[] {
  const { size, line_height, align } = part;
  const lines = part.text.split('\n');
  const top = (box.height - lines.length * line_height * size) / 2;
  return lines.map((text, n) => {
    const width = lineWidth(text, part, book);
    const free = box.width - width;
    const x = align === 'left' ? 0 : align === 'right' ? free : free / 2;
    return { text, x, width, baseline: top + (n + 0.5) * line_height * size + book.middle * size };
  });
}

/** How large a text is as it stands: a box that just holds it. */
export function measureText(part: TextPart, book: GlyphBook): Box {
  const lines = part.text.split('\n');
  return {
    width: Math.max(1, ...lines.map((line) => lineWidth(line, part, book))),
    height: lines.length * part.line_height * part.size,
  };
}

/** How far a text reaches beyond its box at most. */
export function textReach(part: TextPart, box: Box, book: GlyphBook): number {
  const outline = part.outlines.reduce((sum, { width }) => sum + width, 0);
  const lines = placeLines(part, box, book);
  const across = Math.max(0, ...lines.map(({ x, width }) => Math.max(-x, x + width - box.width)));
  const down = Math.max(0, (lines.length * part.line_height * part.size - box.height) / 2);
  return outline + Math.max(across, down) + part.size * 0.5;
}

export function drawText(context: Context, kit: Kit, part: TextPart, box: Box): void {
  const book = kit.book(part.font_id);
  if (!book) return;
  const path = kit.path(outlineOf(part, box, book));
  context.save();
  context.lineJoin = 'round';
  let reach = part.outlines.reduce((sum, { width }) => sum + width, 0);
  for (const { colour, width } of part.outlines.toReversed()) {
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = 2 * reach;
    context.stroke(path);
    context.fill(path);
    reach -= width;
  }
  context.fillStyle = paintOf(context, part.fill, box);
  context.fill(path);
  context.restore();
}

/** All letters as one outline: a gradient then runs over the whole text. */
function outlineOf(part: TextPart, box: Box, book: GlyphBook): string {
  const { size, spacing } = part;
  let commands = '';
  for (const { text, x, baseline } of placeLines(part, box, book)) {
    let left = x + (spacing * size) / 2;
    for (const letter of text) {
      const glyph = book.glyph(letter);
      if (glyph?.path) commands += moved(glyph.path, size / glyph.units, left, baseline);
      left += ((glyph?.advance ?? 1) + spacing) * size;
    }
  }
  return commands;
}

function moved(path: string, scale: number, left: number, top: number): string {
  return path.replace(
    /(-?\d+) (-?\d+)/g,
    (_, x: string, y: string) => `${(Number(x) * scale + left).toFixed(2)} ${(Number(y) * scale + top).toFixed(2)}`,
  );
}
