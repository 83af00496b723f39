import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { backgroundOf, drawFill, drawForm, drawVectors } from '#sheet/draw-svg.ts';
import type { Layer, PicturePart, Sheet } from '#sheet/layer.ts';

/** A picture file: its path, or its bytes. */
export type SheetPicture = string | Uint8Array;

type Options = {
  /** The file of a source of a picture layer. */
  pictureOf: (source: string) => SheetPicture;
  /** Half as large, for looks and measures. */
  scale?: number;
  /** Only these layers are drawn. */
  shows?: (layer: Layer) => boolean;
};

/** RGB without alpha, three bytes a pixel. */
export type SheetPixels = { data: Buffer; width: number; height: number };

const PIXELS_MOST = 100_000_000;
const JPEG = { quality: 92, chromaSubsampling: '4:4:4' };

/** Draws a sheet as a JPEG. Letters have sharp red and blue edges: colour is kept in full. */
export async function renderSheet(sheet: Sheet, options: Options): Promise<Buffer> {
  return (await compose(sheet, options)).jpeg(JPEG).toBuffer();
}

/** Draws a sheet as pixels. */
export async function renderPixels(sheet: Sheet, options: Options): Promise<SheetPixels> {
  const { data, info } = await (await compose(sheet, options)).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function compose(sheet: Sheet, { pictureOf, scale = 1, shows = () => true }: Options): Promise<Sharp> {
  const canvas = { width: Math.round(sheet.width * scale), height: Math.round(sheet.height * scale) };
  const parts: OverlayOptions[] = [];
  let vectors: Layer[] = [];
  const flush = () => {
    if (vectors.length > 0) parts.push({ input: Buffer.from(drawVectors(sheet, vectors, scale)), top: 0, left: 0 });
    vectors = [];
  };
  for (const layer of [backgroundOf(sheet), ...sheet.layers]) {
    if (layer.is_hidden || !shows(layer)) continue;
    if (layer.picture) {
      flush();
      parts.push(...(await drawPicture(layer, layer.picture, pictureOf(layer.picture.source), canvas, scale)));
    } else if (layer.blend === 'normal') vectors.push(layer);
    else {
      flush();
      const drawn = Buffer.from(drawVectors(sheet, [layer], scale));
      parts.push({ input: drawn, top: 0, left: 0, blend: blendOf(layer.blend) });
    }
  }
  flush();
  const blank = sharp({ create: { ...canvas, channels: 3, background: '#FFFFFF' } });
  const flat = await blank.composite(parts).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return sharp(flat.data, { raw: { width: flat.info.width, height: flat.info.height, channels: 3 } });
}

function blendOf(blend: Layer['blend']): NonNullable<OverlayOptions['blend']> {
  return blend === 'normal' ? 'over' : blend;
}

type Canvas = { width: number; height: number };
type Raster = { data: Buffer; width: number; height: number };

/** A picture layer as overlays of the canvas: its shadow, then itself. */
async function drawPicture(
  layer: Layer,
  part: PicturePart,
  file: SheetPicture,
  canvas: Canvas,
  scale: number,
): Promise<OverlayOptions[]> {
  const box = {
    width: Math.max(1, Math.round(layer.width * scale)),
    height: Math.max(1, Math.round(layer.height * scale)),
  };
  const shaped = await shapePicture(part, file, box, scale);
  const turned = layer.rotation === 0 ? shaped : await turn(shaped, layer.rotation);
  const [cx, cy] = [(layer.x + layer.width / 2) * scale, (layer.y + layer.height / 2) * scale];
  const at = { left: Math.round(cx - turned.width / 2), top: Math.round(cy - turned.height / 2) };
  const over: OverlayOptions[] = [];
  if (layer.shadow) over.push(...(await drawShadow(turned, layer.shadow, at, canvas, scale)));
  const faded = layer.opacity < 1 ? await withAlpha(turned, layer.opacity) : turned;
  over.push(...(await place(faded, at, canvas, blendOf(layer.blend))));
  return over;
}

async function shapePicture(part: PicturePart, file: SheetPicture, box: Canvas, scale: number): Promise<Raster> {
  const { crop, fit, focus, form, is_mirrored, is_flipped, blur, brightness, saturation, light, fade } = part;
  let picture = sharp(file, { limitInputPixels: PIXELS_MOST }).rotate();
  if (crop || fit === 'cover') {
    const { width, height, orientation = 1 } = await sharp(file).metadata();
    const [w, h] = orientation > 4 ? [height, width] : [width, height];
    picture = picture.extract(areaOf({ width: w, height: h }, crop, fit === 'cover' ? box : null, focus));
  }
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  picture = picture.resize({ ...box, fit: fit === 'cover' ? 'fill' : 'contain', background });
  if (is_mirrored) picture = picture.flop();
  if (is_flipped) picture = picture.flip();
  if (blur * scale >= 0.3) picture = picture.blur(blur * scale);
  if (brightness !== 1 || saturation !== 1) picture = picture.modulate({ brightness, saturation });
  let drawn = await toRaster(picture.ensureAlpha());
  if (light) {
    const fill = Buffer.from(drawFill(box, light.fill));
    const lit = await toRaster(fromRaster(drawn).composite([{ input: fill, blend: blendOf(light.blend) }]));
    drawn = mixed(drawn, lit, light.opacity);
  }
  if (form.kind !== 'rect' || form.radius > 0) {
    const scaled = form.kind === 'rect' ? { ...form, radius: form.radius * scale } : form;
    const mask = Buffer.from(drawForm(box, scaled));
    drawn = await toRaster(fromRaster(drawn).composite([{ input: mask, blend: 'dest-in' }]));
  }
  return fade < 1 ? fadedDown(drawn, fade) : drawn;
}

/** The part of a picture that fills a box, with what matters in it. */
function areaOf(
  { width, height }: Canvas,
  crop: PicturePart['crop'],
  box: Canvas | null,
  focus: PicturePart['focus'],
): { left: number; top: number; width: number; height: number } {
  const { x, y, width: w, height: h } = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const whole = { left: x * width, top: y * height, width: w * width, height: h * height };
  const ratio = box ? box.width / box.height : whole.width / whole.height;
  const size =
    whole.width / whole.height > ratio
      ? { width: whole.height * ratio, height: whole.height }
      : { width: whole.width, height: whole.width / ratio };
  const left = within(focus.x * width, whole.left, whole.width, size.width);
  const top = within(focus.y * height, whole.top, whole.height, size.height);
  const [l, t] = [Math.floor(left), Math.floor(top)];
  return {
    left: l,
    top: t,
    width: Math.max(1, Math.min(width - l, Math.round(size.width))),
    height: Math.max(1, Math.min(height - t, Math.round(size.height))),
  };
}

function within(middle: number, from: number, room: number, length: number): number {
  return Math.min(from + room - length, Math.max(from, middle - length / 2));
}

async function toRaster(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function fromRaster({ data, width, height }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

async function turn(raster: Raster, degrees: number): Promise<Raster> {
  return toRaster(fromRaster(raster).rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } }));
}

/** Colours between two pictures; where it is seen is that of the first. */
function mixed(below: Raster, above: Raster, share: number): Raster {
  const data = Buffer.from(below.data);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    for (let c = at; c < at + 3; c += 1) data[c] = below.data[c]! + (above.data[c]! - below.data[c]!) * share;
  }
  return { ...below, data };
}

function fadedDown({ data, width, height }: Raster, left: number): Raster {
  const out = Buffer.from(data);
  for (let y = 0; y < height; y += 1) {
    const share = Math.max(0, 1 - (1 - left) * (y / Math.max(1, height - 1)) * 1.6);
    for (let at = y * width * 4 + 3; at < (y + 1) * width * 4; at += 4) out[at] = data[at]! * share;
  }
  return { data: out, width, height };
}

async function withAlpha({ data, width, height }: Raster, opacity: number): Promise<Raster> {
  const out = Buffer.from(data);
  for (let at = 3; at < out.length; at += 4) out[at] = data[at]! * opacity;
  return { data: out, width, height };
}

/** A shadow is soft: it is made small and drawn large. */
async function drawShadow(
  raster: Raster,
  { colour, x, y, blur }: NonNullable<Layer['shadow']>,
  at: { left: number; top: number },
  canvas: Canvas,
  scale: number,
): Promise<OverlayOptions[]> {
  const margin = Math.ceil(blur * scale * 1.5);
  const small = Math.min(1, Math.max(0.125, 6 / Math.max(1, blur * scale)));
  const size = { width: raster.width + 2 * margin, height: raster.height + 2 * margin };
  const least = (length: number) => Math.max(1, Math.round(length * small));
  const spare = least(margin);
  // Around the picture first, alpha then: what is added to one channel alone counts as seen.
  const grown = await toRaster(
    fromRaster(raster)
      .resize({ width: least(raster.width), height: least(raster.height), fit: 'fill' })
      .extend({ top: spare, bottom: spare, left: spare, right: spare, background: { r: 0, g: 0, b: 0, alpha: 0 } }),
  );
  const alpha = Buffer.from(grown.data.filter((_, n) => n % 4 === 3));
  const grey = { raw: { width: grown.width, height: grown.height, channels: 1 as const } };
  const soft = await sharp(alpha, grey)
    .blur(Math.max(0.3, (blur * scale * small) / 2))
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const [r, g, b] = [1, 3, 5].map((n) => Number.parseInt(colour.slice(n, n + 2), 16)) as [number, number, number];
  const strength = colour.length > 7 ? Number.parseInt(colour.slice(7, 9), 16) / 255 : 1;
  const data = Buffer.alloc(size.width * size.height * 4);
  for (let n = 0, to = 0; n < soft.length; n += 1, to += 4) {
    data[to] = r;
    data[to + 1] = g;
    data[to + 2] = b;
    data[to + 3] = soft[n]! * strength;
  }
  const spot = { left: Math.round(at.left - margin + x * scale), top: Math.round(at.top - margin + y * scale) };
  return place({ data, ...size }, spot, canvas, 'over');
}

/** Only what lies on the canvas: sharp takes no layer that sticks out beyond it. */
async function place(
  raster: Raster,
  { left, top }: { left: number; top: number },
  canvas: Canvas,
  blend: NonNullable<OverlayOptions['blend']>,
): Promise<OverlayOptions[]> {
  const from = { x: Math.max(0, -left), y: Math.max(0, -top) };
  const width = Math.min(raster.width - from.x, canvas.width - Math.max(0, left));
  const height = Math.min(raster.height - from.y, canvas.height - Math.max(0, top));
  if (width <= 0 || height <= 0) return [];
  const isWhole = width === raster.width && height === raster.height;
  const seen = isWhole
    ? raster
    : await toRaster(fromRaster(raster).extract({ left: from.x, top: from.y, width, height }));
  const raw = { width, height, channels: 4 as const };
  return [{ input: seen.data, raw, left: Math.max(0, left), top: Math.max(0, top), blend }];
}
