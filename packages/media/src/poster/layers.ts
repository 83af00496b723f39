import type { Fill, Layer, PicturePart, ShapePart, Stop, TextPart } from '@mixreel/sheet';
import type { Colour } from '#captions/style.ts';

export type Box = { x: number; y: number; width: number; height: number };

const PLAIN = {
  rotation: 0,
  opacity: 1,
  blend: 'normal',
  shadow: null,
  is_hidden: false,
  picture: null,
  text: null,
  shape: null,
} as const satisfies Partial<Layer>;

export function solid(colour: Colour): Fill {
  return { kind: 'solid', colour };
}

/** Even steps from one colour to the next; 0 runs to the right, 90 down. */
export function linear(angle: number, ...colours: Colour[]): Fill {
  return { kind: 'linear', angle, stops: stopsOf(colours) };
}

export function radial(x: number, y: number, radius: number, ...colours: Colour[]): Fill {
  return { kind: 'radial', x, y, radius, stops: stopsOf(colours) };
}

function stopsOf(colours: Colour[]): Stop[] {
  return colours.map((colour, n) => ({ at: n / Math.max(1, colours.length - 1), colour }));
}

export function shape(box: Box, part: ShapePart): Layer {
  return { ...PLAIN, ...box, kind: 'shape', shape: part };
}

export function text(box: Box, part: TextPart): Layer {
  return { ...PLAIN, ...box, kind: 'text', text: part };
}

export function picture(box: Box, part: Pick<PicturePart, 'source'> & Partial<PicturePart>): Layer {
  const plain = {
    fit: 'contain',
    focus: { x: 0.5, y: 0.5 },
    crop: null,
    form: { kind: 'rect', radius: 0 },
    is_mirrored: false,
    is_flipped: false,
    blur: 0,
    brightness: 1,
    saturation: 1,
    light: null,
    fade: 1,
  } as const satisfies Partial<PicturePart>;
  return { ...PLAIN, ...box, kind: 'picture', picture: { ...plain, ...part } };
}
