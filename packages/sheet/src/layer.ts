/**
 * A picture made of layers, the lowest first. All lengths are pixels of the canvas, angles degrees clockwise. The names are
 * those of the wire: a sheet is data that pages edit and the server draws.
 */
export type Sheet = { width: number; height: number; background: Fill; layers: Layer[] };

export type Colour = `#${string}`;

export type Layer = {
  /** Only in what is edited; a poster's layers have no names yet. */
  layer_id?: string;
  /** The layer of the kind `group` that it lies in. */
  group_id?: string | null;
  kind: 'picture' | 'text' | 'shape' | 'group';
  x: number;
  y: number;
  width: number;
  height: number;
  /** Around its middle. */
  rotation: number;
  opacity: number;
  blend: Blend;
  shadow: LayerShadow | null;
  is_hidden: boolean;
  mask?: LayerMask | null;
  picture: PicturePart | null;
  text: TextPart | null;
  shape: ShapePart | null;
};

export type Blend = 'normal' | 'multiply' | 'screen' | 'overlay' | 'soft-light' | 'lighten' | 'darken';

/** A copy in one colour below, moved and blurred. */
export type LayerShadow = { colour: Colour; x: number; y: number; blur: number };

export type Stop = { at: number; colour: Colour };

export type Fill =
  | { kind: 'solid'; colour: Colour }
  /** 0 runs to the right, 90 down. */
  | { kind: 'linear'; angle: number; stops: Stop[] }
  /** Middle and radius in fractions of the layer; the radius of its longer side. */
  | { kind: 'radial'; x: number; y: number; radius: number; stops: Stop[] };

export type Stroke = { colour: Colour; width: number; dash: number };

/** What a picture or a shape is cut to: a rectangle with round corners, an ellipse, or a path in a square of 1,000. */
export type Form = { kind: 'rect'; radius: number } | { kind: 'ellipse' } | { kind: 'path'; path: string };

export type ShapePart = { form: Form; fill: Fill | null; stroke: Stroke | null };

/** Behind a text as a whole, or behind each of its lines. */
export type TextBox = {
  colour: Colour;
  padding_x: number;
  padding_y: number;
  radius: number;
  shape: 'block' | 'lines';
};

export type TextPart = {
  /** Lines are broken already: a line feed is the only break. */
  text: string;
  font_id: string;
  size: number;
  fill: Fill;
  align: 'left' | 'center' | 'right';
  /** Distance of baselines, in ems. */
  line_height: number;
  /** Between letters, in ems. */
  spacing: number;
  /** From the text outwards. */
  outlines: { colour: Colour; width: number }[];
  box?: TextBox | null | undefined;
};

/**
 * What is seen of a layer: everything, less what was painted away, in the order it was painted. Points are fractions of the
 * layer's box, x and y in turn; a lasso is a closed line, a brush a line with a width in fractions of the box's shorter side.
 */
export type MaskStroke = {
  tool: 'brush' | 'lasso';
  /** Whether it brings back what was hidden. */
  shows: boolean;
  width: number;
  /** How far its edge is blurred, of its width. */
  softness: number;
  points: number[];
};
export type LayerMask = {
  /** Whether everything is hidden before the first stroke. */
  is_empty: boolean;
  strokes: MaskStroke[];
};

/** Each -1 to 1, where 0 leaves the picture as it is; sharpness from 0. */
export type Adjust = {
  exposure: number;
  contrast: number;
  warmth: number;
  tint: number;
  saturation: number;
  sharpness: number;
  /** One of the product's looks, and how much of it. */
  look_id: string | null;
  look_strength: number;
};

/** How far each corner is pulled from where it stands, in fractions of the box: upper left, upper right, lower right, lower left. */
export type Corners = { x: number; y: number }[];

export type PicturePart = {
  /** Which file: whoever draws knows where it lies. */
  source: string;
  fit: 'cover' | 'contain';
  /** What a crop keeps in the middle, in fractions of the picture. */
  focus: { x: number; y: number };
  /** The part of the file that is used, in fractions; null: all of it. Beyond the picture's edge it is empty. */
  crop: { x: number; y: number; width: number; height: number } | null;
  form: Form;
  is_mirrored: boolean;
  is_flipped: boolean;
  blur: number;
  /** 1 is as it is. */
  brightness: number;
  saturation: number;
  /** Laid over its own pixels: what the light of the scene does to it. */
  light: { fill: Fill; blend: Blend; opacity: number } | null;
  /** How much of it is left at its lower end, as with a reflection; 1: all. */
  fade: number;
  adjust?: Adjust | null;
  corners?: Corners | null;
};
