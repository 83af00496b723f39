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
export function placeLines(part: TextPart, box: Box, book: GlyphBook): DrawnLine[] {
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

const SIZE_MOST = 4000;
const OUTLINE_MOST = 200;

/** The same text, larger or smaller with all that belongs to it. */
export function scaleText<T extends TextPart>(text: T, scale: number): T {
  const { size, outlines, box = null } = text;
  return {
    ...text,
    size: Math.min(SIZE_MOST, Math.max(1, Math.round(size * scale * 10) / 10)),
    outlines: outlines.map((one) => ({ ...one, width: Math.min(OUTLINE_MOST, one.width * scale) })),
    box: box && {
      ...box,
      padding_x: box.padding_x * scale,
      padding_y: box.padding_y * scale,
      radius: box.radius * scale,
    },
  };
}

/** How far a text reaches beyond its box at most. */
export function textReach(part: TextPart, box: Box, book: GlyphBook): number {
  const outline = part.outlines.reduce((sum, { width }) => sum + width, 0);
  const lines = placeLines(part, box, book);
  const across = Math.max(0, ...lines.map(({ x, width }) => Math.max(-x, x + width - box.width)));
  const down = Math.max(0, (lines.length * part.line_height * part.size - box.height) / 2);
  const plate = part.box ? Math.max(part.box.padding_x, part.box.padding_y) : 0;
  return Math.max(outline + part.size * 0.5, plate) + Math.max(across, down);
}

/** What lies behind a text, in the room of its layer. */
function platesOf(part: TextPart, box: Box, book: GlyphBook): (Box & { x: number; y: number })[] {
  const { size, line_height, box: plate } = part;
  if (!plate) return [];
  const lines = placeLines(part, box, book);
  const high = line_height * size;
  const top = (box.height - lines.length * high) / 2;
  const around = ({ x, y, width, height }: Box & { x: number; y: number }) => ({
    x: x - plate.padding_x,
    y: y - plate.padding_y,
    width: width + 2 * plate.padding_x,
    height: height + 2 * plate.padding_y,
  });
  if (plate.shape === 'lines') {
    const filled = lines.map(({ x, width }, n) => ({ x, y: top + n * high, width, height: high }));
    return filled.filter(({ width }) => width > 0).map(around);
  }
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map(({ x, width }) => x + width));
  return [around({ x: left, y: top, width: right - left, height: lines.length * high })];
}

export function drawText(context: Context, kit: Kit, part: TextPart, box: Box): void {
  const book = kit.book(part.font_id);
  if (!book) return;
  const path = kit.path(outlineOf(part, box, book));
  context.save();
  for (const { x, y, width, height } of platesOf(part, box, book)) {
    context.fillStyle = part.box!.colour;
    context.beginPath();
    context.roundRect(x, y, width, height, Math.min(part.box!.radius, width / 2, height / 2));
    context.fill();
  }
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
