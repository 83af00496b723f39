import sharp from 'sharp';
import { boxAt, type Mark, type Rect, type Size } from '#clean/mark.ts';
import type { Fill } from '#clean/mend.ts';
import { mixEvenRgb, type Rgb } from '#clean/pixels.ts';
import { findStrokes } from '#clean/strokes.ts';
import { layOverRgb } from '#clean/top.ts';
import type { Area } from '#render/canvas.ts';

/** What is left of a picture, as a file of the same kind. JPEG is written so finely that nobody sees it was. */
export type CleanedPicture = { bytes: Buffer; made: number; hidden: number; fills: number };

const JPEG_QUALITY = 97;
/** Around a hole a model sees so many pixels, or so much of its size. */
const CONTEXT = { least: 96, share: 0.9 };
const BLUR = 0.22;

/** A picture without its marks; every pixel outside their boxes stays what it was decoded to. */
export async function cleanPicture(
  path: string,
  marks: Mark[],
  crop: Area | null,
  fill: Fill,
): Promise<CleanedPicture> {
  const image = sharp(path, { limitInputPixels: 200e6 }).rotate();
  const { format, hasAlpha } = await sharp(path).metadata();
  const { data, info } = await image
    .clone()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture: Rgb = { data: Uint8Array.from(data), width: info.width, height: info.height };
  const total = { made: 0, hidden: 0, fills: 0 };
  for (const mark of marks) {
    const at = rectOf(mark, picture);
    if (mark.way === 'blur' || mark.way === 'colour') {
      await cover(picture, at, mark);
      continue;
    }
    const mask = mark.isStrokes ? findStrokes([{ planes: planesOf(picture, at), at: moved(at, at) }], at.height) : null;
    const filled = await fillPart(picture, at, mask, fill);
    total.hidden += filled.pixels;
    if (!filled.isFilled) continue;
    total.made += filled.pixels;
    total.fills += 1;
  }
  for (const mark of marks) if (mark.top) layOverRgb(picture.data, picture, rectOf(mark, picture), mark.top);
  const raw = sharp(picture.data, { raw: { width: info.width, height: info.height, channels: 3 } });
  const whole = hasAlpha
    ? raw.joinChannel(await image.clone().extractChannel('alpha').raw().toBuffer(), oneChannel(info))
    : raw;
  const kept = crop ? whole.extract(partOf(crop, info)).resize(info.width, info.height, { fit: 'fill' }) : whole;
  const bytes = await (
    format === 'jpeg' ? kept.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }) : kept.png()
  ).toBuffer();
  return { bytes, ...total };
}

function oneChannel({ width, height }: Size) {
  return { raw: { width, height, channels: 1 as const } };
}

function partOf({ x, y, width, height }: Area, size: Size) {
  return {
    left: Math.round(x * size.width),
    top: Math.round(y * size.height),
    width: Math.max(1, Math.floor(width * size.width)),
    height: Math.max(1, Math.floor(height * size.height)),
  };
}

/** Even places and sizes, as the search for letters wants them. */
function rectOf(mark: Mark, { width, height }: Size): Rect {
  const box = boxAt(mark, 0);
  const grow = Math.max(3, box.height * height * 0.06);
  const x = 2 * Math.floor(Math.max(0, box.x * width - grow) / 2);
  const y = 2 * Math.floor(Math.max(0, box.y * height - grow) / 2);
  const right = Math.min(width, (box.x + box.width) * width + grow);
  const bottom = Math.min(height, (box.y + box.height) * height + grow);
  return {
    x,
    y,
    width: Math.max(2, 2 * Math.floor((right - x) / 2)),
    height: Math.max(2, 2 * Math.floor((bottom - y) / 2)),
  };
}

/** The box in a part that begins so far around it. */
function moved(at: Rect, part: Rect): Rect {
  const { x, y } = partAround(part);
  return { ...at, x: at.x - x, y: at.y - y };
}

function partAround({ x, y, width, height }: Rect) {
  return {
    x: Math.max(0, x - 2 * Math.ceil(height / 2)),
    y: Math.max(0, y - 2 * Math.ceil(height / 2)),
    width,
    height,
  };
}

/** Lightness and two differences of colour around a box, the latter in half size. */
function planesOf(picture: Rgb, at: Rect): Parameters<typeof findStrokes>[0][number]['planes'] {
  const { x, y } = partAround(at);
  const width = 2 * Math.floor((Math.min(picture.width, at.x + at.width + at.height) - x) / 2);
  const height = 2 * Math.floor((Math.min(picture.height, at.y + 2 * at.height) - y) / 2);
  const luma = new Uint8Array(width * height);
  const [u, v] = [new Uint8Array((width * height) / 4), new Uint8Array((width * height) / 4)];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = ((y + row) * picture.width + x + column) * 3;
      const [r, g, b] = [picture.data[from]!, picture.data[from + 1]!, picture.data[from + 2]!];
      const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      luma[row * width + column] = light;
      const half = (row >> 1) * (width >> 1) + (column >> 1);
      u[half] = 128 + (b - light) / 2;
      v[half] = 128 + (r - light) / 2;
    }
  }
  const small = { width: width / 2, height: height / 2 };
  return [
    { data: luma, width, height },
    { data: u, ...small },
    { data: v, ...small },
  ];
}

async function fillPart(picture: Rgb, at: Rect, mask: Uint8Array | null, fill: Fill) {
  const around = Math.max(CONTEXT.least, Math.round(CONTEXT.share * Math.max(at.width, at.height)));
  const [left, top] = [Math.max(0, at.x - around), Math.max(0, at.y - around)];
  const width = Math.min(picture.width, at.x + at.width + around) - left;
  const height = Math.min(picture.height, at.y + at.height + around) - top;
  const part = { data: new Uint8Array(width * height * 3), width, height };
  const hole = new Uint8Array(width * height);
  let pixels = 0;
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * picture.width + left) * 3;
    part.data.set(picture.data.subarray(from, from + width * 3), y * width * 3);
    for (let x = 0; x < width; x += 1) {
      const [bx, by] = [left + x - at.x, top + y - at.y];
      if (bx < 0 || by < 0 || bx >= at.width || by >= at.height) continue;
      if (mask && !mask[by * at.width + bx]) continue;
      hole[y * width + x] = 255;
      pixels += 1;
    }
  }
  const filled = await fill(part, hole, 0);
  if (!filled) return { isFilled: false, pixels };
  const made = { ...filled, data: Uint8Array.from(filled.data) };
  if (mask) mixEvenRgb(made, hole);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!hole[y * width + x]) continue;
      const to = ((top + y) * picture.width + left + x) * 3;
      for (let n = 0; n < 3; n += 1) picture.data[to + n] = made.data[(y * width + x) * 3 + n]!;
    }
  }
  return { isFilled: true, pixels };
}

async function cover(picture: Rgb, { x, y, width, height }: Rect, { way, colour }: Mark): Promise<void> {
  const part = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * picture.width + x) * 3;
    part.set(picture.data.subarray(from, from + width * 3), row * width * 3);
  }
  const number = Number.parseInt(colour.slice(1), 16);
  const plain = [(number >> 16) & 255, (number >> 8) & 255, number & 255];
  const covered =
    way === 'blur'
      ? await sharp(part, { raw: { width, height, channels: 3 } })
          .blur(Math.max(2, height * BLUR))
          .raw()
          .toBuffer()
      : part.map((_, n) => plain[n % 3]!);
  for (let row = 0; row < height; row += 1) {
    const to = ((y + row) * picture.width + x) * 3;
    picture.data.set(covered.subarray(row * width * 3, (row + 1) * width * 3), to);
  }
}
