import type { Fill, Form, Layer, PicturePart, Stroke } from '@mixreel/sheet';
import type { FontId } from '#captions/fonts.ts';
import type { Colour } from '#captions/style.ts';
import { borrowedCharacters } from '#captions/typeset.ts';
import { type Align, asFill, type Item, moved } from '#poster/block.ts';
import type { Brief } from '#poster/brief.ts';
import { alpha } from '#poster/colour.ts';
import { type Box, linear, picture, radial, shape, solid } from '#poster/layers.ts';
import type { Palette } from '#poster/palette.ts';
import type { CutPicture, PosterPicture } from '#poster/picture.ts';

/** x, y, width and height in fractions of the canvas. */
export type Part = readonly [number, number, number, number];
export type ByForm = { tall: Part; square: Part; wide: Part };
type Place = { align?: Align; at?: 'top' | 'middle' | 'bottom' };
type Stand = {
  /** Which picture; pictures are taken again where there are fewer. */
  n?: number;
  at?: 'bottom' | 'middle';
  /** Where the light comes from, as an angle of `linear`; null: as it was. */
  light?: number | null;
  shadow?: 'contact' | 'drop' | 'none';
  reflection?: boolean;
  rotation?: number;
};
type Photo = Partial<Omit<PicturePart, 'source'>> & { n?: number; rotation?: number; shadow?: Layer['shadow'] };

/** Smaller than this, something is left out instead. */
const SMALL = 0.74;

export type Canvas = { width: number; height: number };

/** Everything a layout works with. Layers are added from the lowest up. */
export type Kit = ReturnType<typeof openKit>;

type Given = { canvas: Canvas; brief: Brief; palette: Palette; pictures: PosterPicture[]; seed: number };

export function openKit({ canvas, brief, palette, pictures, seed }: Given) {
  const { width, height } = canvas;
  // Long canvases are looked at from further away, or on a phone at its full height: their words are larger.
  const unit =
    (Math.min(width, height) / 1080) *
    Math.min(1.38, 0.78 + 0.34 * (Math.max(width, height) / Math.min(width, height)));
  const form = width / height > 1.15 ? 'wide' : width / height < 0.87 ? 'tall' : 'square';
  const layers: Layer[] = [];
  let background: Fill = solid(palette.ground);

  const box = ([x, y, w, h]: Part): Box => ({ x: x * width, y: y * height, width: w * width, height: h * height });
  const pictureOf = (n: number) => pictures[n % Math.max(1, pictures.length)];

  const kit = {
    canvas,
    brief,
    palette,
    pictures,
    seed,
    unit,
    form,
    fonts: fontsOf(brief),
    layers,
    box,
    by: (parts: ByForm): Box => box(parts[form]),
    isTall: height / width > 1.6,
    get background() {
      return background;
    },
    ground(fill: Colour | Fill) {
      background = asFill(fill);
    },
    add(...more: Layer[]) {
      layers.push(...more);
    },
    draw(at: Box, kind: Form, fill: Colour | Fill | null, more: Partial<Layer> & { stroke?: Stroke | null } = {}) {
      const { stroke = null, ...rest } = more;
      layers.push({ ...shape(at, { form: kind, fill: fill === null ? null : asFill(fill), stroke }), ...rest });
    },
    /** Puts something into a place, smaller if it has to be; answers where it lies. */
    put(item: Item | null, at: Box, { align = 'left', at: end = 'top' }: Place = {}): Box {
      for (const is_tight of [false, true]) {
        for (let scale = 1; item; scale *= 0.93) {
          const block = item({ width: at.width, height: at.height, scale, align, is_tight });
          if (!block) break;
          const fits = block.height <= at.height + 1 && block.width <= at.width + 1;
          if (!fits && scale > 0.42) continue;
          if (!is_tight && (!fits || scale < SMALL)) break;
          const free = at.width - block.width;
          const x = at.x + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
          const left = at.height - block.height;
          const top = at.y + (end === 'top' ? 0 : end === 'bottom' ? left : left / 2);
          // What is too much even at its smallest goes up rather than over the edge.
          const y = Math.max(0, Math.min(top, height * 0.985 - block.height));
          layers.push(...moved(block.layers, x, y));
          return { x, y, width: block.width, height: block.height };
        }
      }
      return { ...at, height: 0 };
    },
    /** The subject of a picture without its background, as large as fits. */
    product(at: Box, stand: Stand = {}): Box {
      const cut = pictureOf(stand.n ?? 0)?.cut;
      if (!cut) return at;
      // What ends at the edge of its photo ends at the edge of the poster.
      const room = cut.touches.bottom ? { ...at, height: height - at.y } : at;
      const placed = placeCut(cut, room, stand.at ?? 'bottom');
      layers.push(...standing(cut, placed, stand, unit));
      return placed;
    },
    photo(at: Box, { n = 0, rotation = 0, shadow = null, ...part }: Photo = {}): void {
      const found = pictureOf(n);
      if (!found) {
        layers.push(
          shape(at, {
            form: part.form ?? { kind: 'rect', radius: 0 },
            fill: linear(60, palette.panel, palette.glow),
            stroke: null,
          }),
        );
        return;
      }
      layers.push({
        ...picture(at, { source: found.source, fit: 'cover', focus: found.focus, ...part }),
        rotation,
        shadow,
      });
    },
  };
  return kit;
}

function placeCut({ width, height }: CutPicture, at: Box, end: 'bottom' | 'middle'): Box {
  const scale = Math.min(at.width / width, at.height / height);
  const size = { width: width * scale, height: height * scale };
  const y = end === 'bottom' ? at.y + at.height - size.height : at.y + (at.height - size.height) / 2;
  return { x: at.x + (at.width - size.width) / 2, y, ...size };
}

/** A thing that stands there: what it throws on the floor, what mirrors in it, and the light on it. */
function standing(
  cut: CutPicture,
  at: Box,
  { light = 60, shadow = 'contact', reflection, rotation = 0 }: Stand,
  unit: number,
): Layer[] {
  const lit =
    light === null
      ? null
      : { fill: linear(light, '#FFFFFFFF', '#808080FF', '#1A1A1AFF'), blend: 'soft-light' as const, opacity: 0.38 };
  const below: Layer[] = [];
  if (shadow === 'contact') {
    const wide = {
      x: at.x - at.width * 0.08,
      y: at.y + at.height * 0.925,
      width: at.width * 1.16,
      height: Math.min(at.height * 0.14, at.width * 0.2),
    };
    const narrow = {
      x: at.x + at.width * 0.1,
      y: at.y + at.height * 0.96,
      width: at.width * 0.8,
      height: Math.min(at.height * 0.06, at.width * 0.09),
    };
    below.push(shape(wide, { form: { kind: 'ellipse' }, fill: soft(0.34), stroke: null }));
    below.push(shape(narrow, { form: { kind: 'ellipse' }, fill: soft(0.55), stroke: null }));
  }
  if (reflection) {
    const mirror = { x: at.x, y: at.y + at.height * 0.985, width: at.width, height: at.height };
    below.push({
      ...picture(mirror, { source: cut.source, is_flipped: true, fade: 0, blur: 2 * unit }),
      opacity: 0.28,
    });
  }
  const drop =
    shadow === 'drop' ? { colour: '#00000066' as Colour, x: 14 * unit, y: 24 * unit, blur: 46 * unit } : null;
  return [...below, { ...picture(at, { source: cut.source, light: lit }), rotation, shadow: drop }];
}

function soft(strength: number): Fill {
  return radial(0.5, 0.5, 0.5, alpha('#000000', strength), alpha('#000000', strength * 0.45), alpha('#000000', 0));
}

type Fonts = { head: FontId; body: FontId; strong: FontId; figures: FontId };

/** A display font only where it has every letter: two kinds of letters in one headline look like a mistake. */
function fontsOf({ headline, style, occasion }: Brief): Fonts {
  const wishes: FontId[] =
    style === 'chinese' || (occasion === 'festival' && style === null)
      ? ['mashan', 'xiaowei']
      : style === 'cute'
        ? ['kuaile']
        : style === 'luxury'
          ? ['xiaowei']
          : style === null && occasion === 'sale'
            ? ['huangyou']
            : [];
  const head = wishes.find((font) => borrowedCharacters(headline, font).length === 0) ?? 'hei-black';
  return { head, body: 'hei', strong: 'hei-bold', figures: 'hei-black' };
}
