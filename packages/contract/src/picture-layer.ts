import { z } from 'zod';
import { Id } from './wire.ts';

/** A picture made of layers: what posters are made as, and what an image editor opens. Lengths are pixels of the canvas. */

export const LAYER_KINDS = ['picture', 'text', 'shape'] as const;
export const LAYER_BLENDS = ['normal', 'multiply', 'screen', 'overlay', 'soft-light', 'lighten', 'darken'] as const;
export const LAYERS_MAX = 400;
export const SHEET_SIDE_MAX = 4096;

export const LayerColour = z.templateLiteral([
  '#',
  z.string().regex(/^[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?$/, '颜色不对'),
]);
const Length = z.number().min(-20_000).max(20_000);
const Fraction = z.number().min(-1).max(2);
const Stops = z
  .array(z.object({ at: z.number().min(0).max(1), colour: LayerColour }))
  .min(1)
  .max(8);

export const LayerFill = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('solid'), colour: LayerColour }),
  z.object({ kind: z.literal('linear'), angle: z.number(), stops: Stops }),
  z.object({ kind: z.literal('radial'), x: Fraction, y: Fraction, radius: z.number().min(0).max(4), stops: Stops }),
]);

/** Only numbers and the letters of curves: it is written into a drawing as it stands. */
const PathData = z
  .string()
  .max(100_000)
  .regex(/^[MLCQSTAZHVmlcqstazhv\d\s.,-]*$/, '路径不对');
const LayerForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rect'), radius: Length }),
  z.object({ kind: z.literal('ellipse') }),
  z.object({ kind: z.literal('path'), path: PathData }),
]);

export const PicturePart = z.object({
  /** A file of the space. */
  source: Id,
  fit: z.enum(['cover', 'contain']),
  focus: z.object({ x: Fraction, y: Fraction }),
  crop: z.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction }).nullable(),
  form: LayerForm,
  is_mirrored: z.boolean(),
  is_flipped: z.boolean(),
  blur: z.number().min(0).max(400),
  brightness: z.number().min(0).max(4),
  saturation: z.number().min(0).max(4),
  light: z.object({ fill: LayerFill, blend: z.enum(LAYER_BLENDS), opacity: z.number().min(0).max(1) }).nullable(),
  fade: z.number().min(0).max(1),
});

export const TextPart = z.object({
  text: z.string().max(2000),
  font_id: z.enum(['hei', 'hei-bold', 'hei-black', 'kuaile', 'huangyou', 'xiaowei', 'mashan', 'zhimang']),
  size: z.number().min(1).max(4000),
  fill: LayerFill,
  align: z.enum(['left', 'center', 'right']),
  line_height: z.number().min(0.5).max(4),
  spacing: z.number().min(-0.5).max(4),
  outlines: z.array(z.object({ colour: LayerColour, width: z.number().min(0).max(200) })).max(4),
  /** Behind the text as a whole, or behind each line. */
  box: z
    .object({
      colour: LayerColour,
      padding_x: z.number().min(0).max(2000),
      padding_y: z.number().min(0).max(2000),
      radius: z.number().min(0).max(2000),
      shape: z.enum(['block', 'lines']),
    })
    .nullish(),
});

const ShapePart = z.object({
  form: LayerForm,
  fill: LayerFill.nullable(),
  stroke: z
    .object({ colour: LayerColour, width: z.number().min(0).max(400), dash: z.number().min(0).max(400) })
    .nullable(),
});

/** One record of a document to be: exactly one of its parts is there, as its kind says. */
export const Layer = z.object({
  kind: z.enum(LAYER_KINDS),
  x: Length,
  y: Length,
  width: Length,
  height: Length,
  rotation: z.number().min(-360).max(360),
  opacity: z.number().min(0).max(1),
  blend: z.enum(LAYER_BLENDS),
  shadow: z.object({ colour: LayerColour, x: Length, y: Length, blur: z.number().min(0).max(400) }).nullable(),
  is_hidden: z.boolean(),
  picture: PicturePart.nullable(),
  text: TextPart.nullable(),
  shape: ShapePart.nullable(),
});
export type Layer = z.infer<typeof Layer>;

export const Sheet = z.object({
  width: z.int().min(1).max(SHEET_SIDE_MAX),
  height: z.int().min(1).max(SHEET_SIDE_MAX),
  background: LayerFill,
  layers: z.array(Layer).max(LAYERS_MAX),
});
export type Sheet = z.infer<typeof Sheet>;
