import { type Fill, type Layer, placeLines, type Sheet } from '@mixreel/sheet';
import type { FontId } from '#captions/fonts.ts';
import { letterBook } from '#sheet/letter-book.ts';

/** RGBA, opaque. */
export type SheetPixels = { data: Uint8Array; width: number; height: number };

/** How bright a colour is to the eye, 0 to 1, as WCAG counts. */
function brightnessOf(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  return value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
}

/** How well one is read on the other: 1 not at all, 21 black on white. */
export function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function colourBrightness(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  return brightnessOf(r, g, b);
}

/** The share of what lies behind a text that may be harder to read. */
const WORST = 0.04;

/**
 * The contrast of a text against the pixels of what was drawn without it: that of its worst places, apart from a small share.
 * An outline around letters counts as their ground.
 */
export function measureContrast(
  layer: Layer,
  sheet: Pick<Sheet, 'width'>,
  below: SheetPixels,
  worst: number = WORST,
): number {
  const { text } = layer;
  if (!text) return 21;
  const inks = coloursOf(text.fill).map(colourBrightness);
  const [outline] = text.outlines;
  const against = (ground: number) => Math.min(...inks.map((ink) => contrastOf(ink, ground)));
  if (outline && outline.width >= text.size * 0.04) return against(colourBrightness(outline.colour));
  const scale = below.width / sheet.width;
  const found: number[] = [];
  for (const line of placeLines(text, layer, letterBook(text.font_id as FontId))) {
    const top = line.baseline - text.size * 0.86;
    for (let y = top; y < top + text.size; y += 1 / scale) {
      for (let x = line.x; x < line.x + line.width; x += 1 / scale) {
        const at = turned(layer, x, y);
        const [column, row] = [Math.floor(at.x * scale), Math.floor(at.y * scale)];
        if (column < 0 || row < 0 || column >= below.width || row >= below.height) continue;
        const n = (row * below.width + column) * 4;
        found.push(against(brightnessOf(below.data[n]!, below.data[n + 1]!, below.data[n + 2]!)));
      }
    }
  }
  const sorted = found.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * worst)] ?? 21;
}

function coloursOf(fill: Fill): string[] {
  return fill.kind === 'solid' ? [fill.colour] : fill.stops.map(({ colour }) => colour);
}

function turned({ x, y, width, height, rotation }: Layer, dx: number, dy: number): { x: number; y: number } {
  const angle = (rotation * Math.PI) / 180;
  const [cx, cy] = [dx - width / 2, dy - height / 2];
  return {
    x: x + width / 2 + cx * Math.cos(angle) - cy * Math.sin(angle),
    y: y + height / 2 + cx * Math.sin(angle) + cy * Math.cos(angle),
  };
}
