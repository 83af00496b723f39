import { stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { AiError } from '#errors.ts';
import type { Box, Picture, RawPicture } from '#vision/sight.ts';

const FORMATS = new Set(['jpeg', 'png', 'webp']);
const MOST_BYTES = 64 * 2 ** 20;
const MOST_PIXELS = 64e6;
const SHORTEST_SIDE = 16;
const SMALLEST_CUT = 16;

// One picture at a time, each looked at once: a cache only holds memory, and threads are counted for the models.
sharp.cache(false);
sharp.concurrency(1);
// Whatever else libvips can read, drawings and documents that name other files among them, never sees a byte.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/**
 * A picture upright, in plain RGB, its longer side no more than `side`; transparent parts are white.
 *
 * Files come from strangers: the format is judged by content, the size before anything is decoded.
 */
export async function readPicture(picture: Picture, side: number): Promise<RawPicture> {
  if (typeof picture !== 'string') return fitInside(picture, side);
  try {
    const { size } = await stat(picture);
    if (size > MOST_BYTES) throw new AiError('bad-picture', `${picture}: ${size} bytes`);
    const opened = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const { format, width, height } = await opened.metadata();
    if (!FORMATS.has(format)) throw new AiError('bad-picture', `${picture}: ${format}`);
    if (Math.min(width, height) < SHORTEST_SIDE) throw new AiError('bad-picture', `${picture}: ${width}x${height}`);
    const upright = opened.autoOrient().flatten({ background: '#fff' });
    return await toRaw(upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }));
  } catch (error) {
    if (error instanceof AiError) throw error;
    throw new AiError('bad-picture', `${picture}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The picture in exactly this size, its sides stretched as they must. */
export function stretch(picture: RawPicture, width: number, height: number): Promise<RawPicture> {
  if (picture.width === width && picture.height === height) return Promise.resolve(picture);
  return toRaw(open(picture).resize(width, height, { fit: 'fill', kernel: 'linear' }));
}

/** The picture as a square of this size: its middle cut out, or all of it pressed together. */
export function fitSquare(picture: RawPicture, side: number, isCut: boolean): Promise<RawPicture> {
  if (picture.width === side && picture.height === side) return Promise.resolve(picture);
  return toRaw(open(picture).resize(side, side, { fit: isCut ? 'cover' : 'fill', kernel: 'cubic' }));
}

/** The picture in the top left of a grey square; `width` and `height` are how much of it the picture fills. */
export async function padToSquare(
  picture: RawPicture,
  side: number,
): Promise<{ pixels: RawPicture; width: number; height: number }> {
  const scale = side / Math.max(picture.width, picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const scaled = open(await stretch(picture, width, height));
  const padded = scaled.extend({ right: side - width, bottom: side - height, background: '#7f7f7f' });
  return { pixels: await toRaw(padded), width: width / side, height: height / side };
}

/** The square around a box (in fractions of the picture), moved or shrunk as the edges of the picture demand. */
export function cutSquare(picture: RawPicture, box: Box, side: number): Promise<RawPicture> {
  const [wide, tall] = [box.width * picture.width, box.height * picture.height];
  const size = Math.min(picture.width, picture.height, Math.max(SMALLEST_CUT, Math.round(Math.max(wide, tall))));
  const left = clamp(Math.round(box.x * picture.width + (wide - size) / 2), picture.width - size);
  const top = clamp(Math.round(box.y * picture.height + (tall - size) / 2), picture.height - size);
  const cut = open(picture).extract({ left, top, width: size, height: size });
  return toRaw(cut.resize(side, side, { fit: 'fill', kernel: 'linear' }));
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}

/** The picture scaled down until neither side is longer than `side`. */
function fitInside(picture: RawPicture, side: number): Promise<RawPicture> {
  if (Math.max(picture.width, picture.height) <= side) return Promise.resolve(picture);
  return toRaw(open(picture).resize(side, side, { fit: 'inside' }));
}

function open({ data, width, height }: RawPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function toRaw(pipeline: Sharp): Promise<RawPicture> {
  const { data, info } = await pipeline.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Pixels as a model wants them: one plane for each colour, `(value - mean) / deviation`, red first unless `bgr`. */
export function toPlanes(
  { data, width, height }: RawPicture,
  { mean, deviation, bgr = false }: { mean: number[]; deviation: number[]; bgr?: boolean },
): Float32Array {
  const area = width * height;
  const planes = new Float32Array(3 * area);
  for (let plane = 0; plane < 3; plane += 1) {
    const from = bgr ? 2 - plane : plane;
    const scale = 1 / deviation[plane]!;
    const shift = mean[plane]! * scale;
    for (let i = 0, at = from; i < area; i += 1, at += 3) planes[plane * area + i] = data[at]! * scale - shift;
  }
  return planes;
}
