import type { Layer, Sheet } from '@mixreel/sheet';
import type { Colour } from '#captions/style.ts';
import { type Brief, readBrief } from '#poster/brief.ts';
import { chooseLayouts } from '#poster/choose.ts';
import { contrast } from '#poster/colour.ts';
import { type Canvas, openKit } from '#poster/kit.ts';
import { type Box, picture, shape, solid } from '#poster/layers.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { makePalette } from '#poster/palette.ts';
import type { PosterPicture } from '#poster/picture.ts';
import { measureContrast, type SheetPixels } from '#sheet/contrast.ts';

export const POSTER_SIZES = {
  '1:1': { width: 1080, height: 1080 },
  '3:4': { width: 1080, height: 1440 },
  '4:3': { width: 1440, height: 1080 },
  '9:16': { width: 1080, height: 1920 },
  '16:9': { width: 1920, height: 1080 },
} as const satisfies Record<string, Canvas>;
export type PosterRatio = keyof typeof POSTER_SIZES;

/** `is_light`: it is made to stand on something dark, and has no ground of its own. */
export type Logo = { source: string; width: number; height: number; is_light: boolean };

export type PosterWish = {
  prompt: string;
  ratio: PosterRatio;
  count: number;
  seed: number;
  brand: Colour[];
  logo: Logo | null;
  pictures: PosterPicture[];
};

export type Poster = { layout: string; name: string; sheet: Sheet };

/** Posters for what a prompt says, as different from each other as may be. Nothing is drawn yet. */
export function planPosters(wish: PosterWish): Poster[] {
  const brief = readBrief(wish.prompt);
  const layouts = chooseLayouts(brief, wish.pictures, wish.seed, wish.count);
  return Array.from({ length: layouts.length === 0 ? 0 : wish.count }, (_, n) => {
    const layout = layouts[n % layouts.length]!;
    return { layout: layout.key, name: layout.name, sheet: buildSheet(layout, brief, wish, n) };
  });
}

export function buildSheet(layout: Layout, brief: Brief, wish: Omit<PosterWish, 'count' | 'prompt'>, n: number): Sheet {
  const { ratio, seed, brand, logo, pictures } = wish;
  const canvas = POSTER_SIZES[ratio];
  const pictureColours = pictures[0]?.colours ?? [];
  const palette = makePalette({ brief, brand, pictureColours, mood: layout.mood, turn: (seed + n) % 12 });
  const kit = openKit({ canvas, brief, palette, pictures, seed });
  layout.build(kit);
  const layers = logo ? [...kit.layers, ...placeLogo(logo, kit.layers, canvas)] : kit.layers;
  return { ...canvas, background: kit.background, layers: layers.map(rounded) };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function rounded(layer: Layer): Layer {
  return { ...layer, x: tenth(layer.x), y: tenth(layer.y), width: tenth(layer.width), height: tenth(layer.height) };
}

/** The logo stands in the corner that is freest, on a plate of its own: whatever its colours are, it is seen. */
function placeLogo(logo: Logo, layers: Layer[], { width, height }: Canvas): Layer[] {
  const unit = Math.min(width, height) / 1080;
  const scale = Math.min((220 * unit) / logo.width, (84 * unit) / logo.height);
  const size = { width: logo.width * scale, height: logo.height * scale };
  const pad = 14 * unit;
  const m = 36 * unit;
  const spots = [
    { x: width - m - size.width - pad, y: m + pad },
    { x: m + pad, y: m + pad },
    { x: width - m - size.width - pad, y: height - m - size.height - pad },
    { x: m + pad, y: height - m - size.height - pad },
  ].map((at) => ({ ...at, ...size }));
  const taken = layers.filter(({ text, picture: shown }) => text ?? shown?.source.endsWith('-cut'));
  const crowd = (spot: Box) => taken.reduce((sum, layer) => sum + overlap(spot, layer) * (layer.text ? 4 : 1), 0);
  const best = spots.toSorted((a, b) => crowd(a) - crowd(b))[0]!;
  const plate = { x: best.x - pad, y: best.y - pad, width: size.width + 2 * pad, height: size.height + 2 * pad };
  return [
    shape(plate, {
      form: { kind: 'rect', radius: 12 * unit },
      fill: solid(logo.is_light ? '#16181DE6' : '#FFFFFFE6'),
      stroke: null,
    }),
    picture(best, { source: logo.source }),
  ];
}

export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** What a text must have of contrast. */
export const READ = 4.5;
/** It is looked for on a small copy, which evens out the worst places: there a little more is asked, of more of it. */
const [LOOK, READ_SMALL, WORST_SMALL] = [0.25, 4.8, 0.01];
const LIGHT = '#FFFFFF' as Colour;
const DARK = '#141414' as Colour;

/**
 * Makes every text readable where it lies: what was drawn without texts is looked at, and a text that is read badly gets the
 * other ink, or a plate behind it.
 */
export function mendContrast(sheet: Sheet, draw: (ground: Sheet, scale: number) => SheetPixels): Sheet {
  const below = draw(groundOf(sheet), LOOK);
  const seenOf = (layer: Layer) => measureContrast(layer, sheet, below, WORST_SMALL);
  const layers = sheet.layers.flatMap((layer): Layer[] => {
    if (!layer.text || seenOf(layer) >= READ_SMALL) return [layer];
    const inked = [LIGHT, DARK].map((ink) => withInk(layer, ink));
    const [best] = inked.map((one) => ({ one, seen: seenOf(one) })).toSorted((a, b) => b.seen - a.seen);
    return best!.seen >= READ_SMALL ? [best!.one] : onOwnPlate(best!.one, sheet);
  });
  return { ...sheet, layers };
}

/** What texts lie on. A line through words is no ground of theirs. */
export function groundOf(sheet: Sheet): Sheet {
  return { ...sheet, layers: sheet.layers.filter((layer) => layer.text === null && !isStrike(layer, sheet)) };
}

function isStrike(layer: Layer, { layers }: Sheet): boolean {
  const before = layers[layers.indexOf(layer) - 1];
  return (
    layer.shape !== null &&
    before !== undefined &&
    before.text !== null &&
    layer.height < before.height * 0.3 &&
    overlap(layer, before) > 0
  );
}

function withInk(layer: Layer, ink: Colour): Layer {
  return { ...layer, text: { ...layer.text!, fill: solid(ink), outlines: [] } };
}

function onOwnPlate(layer: Layer, { width, height }: Sheet): Layer[] {
  const { text } = layer;
  if (!text || text.fill.kind !== 'solid') return [layer];
  const ground = contrast(text.fill.colour, DARK) > contrast(text.fill.colour, LIGHT) ? DARK : LIGHT;
  const pad = text.size * 0.22;
  const x = Math.max(0, layer.x - pad);
  const y = Math.max(0, layer.y - pad * 0.3);
  const box = {
    x,
    y,
    width: Math.min(width, layer.x + layer.width + pad) - x,
    height: Math.min(height, layer.y + layer.height + pad * 0.3) - y,
  };
  const plate = shape(box, {
    form: { kind: 'rect', radius: text.size * 0.2 },
    fill: solid(`${ground}D9` as Colour),
    stroke: null,
  });
  return [{ ...plate, rotation: layer.rotation }, layer];
}
