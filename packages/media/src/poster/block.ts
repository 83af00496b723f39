import type { Fill, Layer, LayerShadow } from '@mixreel/sheet';
import type { FontId } from '#captions/fonts.ts';
import type { Colour } from '#captions/style.ts';
import { shape, solid, text } from '#poster/layers.ts';
import { fitText } from '#sheet/set-text.ts';

/** Some layers that stand together, from their upper left corner. */
export type Block = { width: number; height: number; layers: Layer[] };

export type Align = 'left' | 'center' | 'right';

/**
 * What is made for a width; `scale` is below 1 where all has to be smaller to fit, and what is tight leaves out what may be left
 * out. Null: nothing to say.
 */
export type Item = (room: Room) => Block | null;
type Room = { width: number; height: number; scale: number; align: Align; is_tight?: boolean };

export type TextLook = {
  font: FontId;
  /** On a canvas whose shorter side is 1,080; what does not fit is set smaller. */
  size: number;
  fill: Colour | Fill;
  lines?: number;
  line_height?: number;
  spacing?: number;
  outlines?: { colour: Colour; width: number }[];
  shadow?: LayerShadow | null;
  opacity?: number;
};

const SMALLEST = 22;

/** Words in a room. */
export function words(unit: number, said: string, look: TextLook): Item {
  return ({ width, height, scale, align }) => {
    if (!said.trim()) return null;
    const { font, size, fill, lines = 2, line_height = 1.22, spacing = 0, outlines = [], shadow = null } = look;
    const largest = Math.max(SMALLEST * unit, size * unit * scale);
    const smallest = Math.max(SMALLEST * unit, largest * 0.5);
    const kind = { font_id: font, spacing, line_height };
    const fitted = fitText(said, kind, { width, height: Math.max(height, smallest * 1.3), largest, smallest, lines });
    const part = {
      text: fitted.text,
      font_id: font,
      size: fitted.size,
      fill: typeof fill === 'string' ? solid(fill) : fill,
      align,
      line_height,
      spacing,
      outlines: outlines.map((one) => ({
        ...one,
        width: one.width * unit,
      })),
    };
    // A little wider than the letters: an outline and a gradient need the room.
    const box = { x: 0, y: 0, width: fitted.width, height: fitted.height };
    return {
      width: fitted.width,
      height: fitted.height,
      layers: [{ ...text(box, part), shadow: scaled(shadow, unit), opacity: look.opacity ?? 1 }],
    };
  };
}

function scaled(shadow: LayerShadow | null, unit: number): LayerShadow | null {
  return shadow && { ...shadow, x: shadow.x * unit, y: shadow.y * unit, blur: shadow.blur * unit };
}

type Plate = { fill: Colour | Fill; radius: number; padX: number; padY: number; stroke?: Colour; slant?: number };

/** Something on a plate: pills, buttons, cards. */
export function onPlate(unit: number, item: Item, { fill, radius, padX, padY, stroke }: Plate): Item {
  return (room) => {
    const [dx, dy] = [padX * unit * room.scale, padY * unit * room.scale];
    const inner = item({ ...room, width: room.width - 2 * dx, height: room.height - 2 * dy });
    if (!inner) return null;
    const box = { x: 0, y: 0, width: inner.width + 2 * dx, height: inner.height + 2 * dy };
    const line = stroke ? { colour: stroke, width: 2.5 * unit, dash: 0 } : null;
    const plate = shape(box, { form: { kind: 'rect', radius: radius * unit }, fill: asFill(fill), stroke: line });
    return { width: box.width, height: box.height, layers: [plate, ...moved(inner.layers, dx, dy)] };
  };
}

export function asFill(fill: Colour | Fill): Fill {
  return typeof fill === 'string' ? solid(fill) : fill;
}

/** One below the other, `gap` apart. */
export function column(unit: number, items: (Item | null)[], gap: number): Item {
  return (room) => {
    const between = gap * unit * room.scale;
    const blocks: Block[] = [];
    let used = 0;
    for (const item of items) {
      const block = item?.({ ...room, height: Math.max(0, room.height - used) });
      if (!block) continue;
      blocks.push(block);
      used += block.height + between;
    }
    if (blocks.length === 0) return null;
    const width = Math.max(...blocks.map((block) => block.width));
    let y = 0;
    const layers = blocks.flatMap((block) => {
      const free = width - block.width;
      const x = room.align === 'left' ? 0 : room.align === 'right' ? free : free / 2;
      const placed = moved(block.layers, x, y);
      y += block.height + between;
      return placed;
    });
    return { width, height: y - between, layers };
  };
}

/** One beside the other; what does not fit begins another row, or is too wide where nothing may be torn apart. */
export function row(
  unit: number,
  items: (Item | null)[],
  gap: number,
  { middle = true, wraps = true }: { middle?: boolean; wraps?: boolean } = {},
): Item {
  return (room) => {
    const between = gap * unit * room.scale;
    const rows: Block[][] = [[]];
    let x = 0;
    for (const item of items) {
      const block = item?.({ ...room, align: 'left' });
      if (!block) continue;
      if (wraps && x > 0 && x + block.width > room.width) {
        rows.push([]);
        x = 0;
      }
      rows.at(-1)!.push(block);
      x += block.width + between;
    }
    const lines = rows.filter((line) => line.length > 0);
    if (lines.length === 0) return null;
    const widthOf = (line: Block[]) => line.reduce((sum, block) => sum + block.width, (line.length - 1) * between);
    const width = Math.max(...lines.map(widthOf));
    let y = 0;
    const layers = lines.flatMap((line) => {
      const height = Math.max(...line.map((block) => block.height));
      const free = width - widthOf(line);
      let left = room.align === 'left' ? 0 : room.align === 'right' ? free : free / 2;
      const placed = line.flatMap((block) => {
        const at = moved(block.layers, left, y + (middle ? (height - block.height) / 2 : height - block.height));
        left += block.width + between;
        return at;
      });
      y += height + between;
      return placed;
    });
    return { width, height: y - between, layers };
  };
}

export function moved(layers: Layer[], dx: number, dy: number): Layer[] {
  return layers.map((layer) => ({ ...layer, x: layer.x + dx, y: layer.y + dy }));
}

/** What is left out before everything else would have to be too small. */
export function spare(item: Item | null): Item | null {
  return item && ((room) => (room.is_tight ? null : item(room)));
}
