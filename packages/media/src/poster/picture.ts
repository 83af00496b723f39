import sharp from 'sharp';
import type { Colour } from '#captions/style.ts';

/** A picture that a poster is made of. */
export type PosterPicture = {
  source: string;
  width: number;
  height: number;
  focus: { x: number; y: number };
  /** The strongest first. */
  colours: Colour[];
  cut: CutPicture | null;
};

/** Its subject alone, cut to its own size. What touches an edge of the photo ends there, and may be shown only at an edge. */
export type CutPicture = {
  source: string;
  width: number;
  height: number;
  touches: { left: boolean; top: boolean; right: boolean; bottom: boolean };
};

/** Where a face is, in fractions of the photo. */
export type Face = { x: number; y: number; width: number; height: number };

type Mask = { data: Uint8Array; width: number; height: number };
type Prepared = { picture: PosterPicture; files: Map<string, Buffer> };

const SIDE = 1600;
/** Less is a speck, more is no background left: neither is a subject. */
const [LEAST, MOST] = [0.03, 0.82];
/** How much of an edge may be touched by chance. */
const EDGE = 0.02;

/** Turns a photo, and what of it is the subject, into the parts of posters. */
export async function preparePicture(
  source: string,
  photo: Uint8Array,
  mask: Mask | null,
  face: Face | null = null,
): Promise<Prepared> {
  const upright = sharp(photo).rotate().resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true });
  const flat = upright.flatten({ background: '#fff' }).removeAlpha().toColourspace('srgb');
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const raw = { raw: { width, height, channels: 3 as const } };
  const files = new Map([
    [source, await sharp(data, raw).jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer()],
  ]);
  const seen = mask && judgeMask(await fitMask(mask, width, height), width, height);
  // Who is cut off below is a person mostly, whose face is far up.
  const middle = seen?.touches.bottom ? 0.28 : 0.5;
  // A photo that is cropped keeps the face before anything else; what is below it is covered first.
  const eyes = face && { x: face.x + face.width / 2, y: face.y + face.height * 0.6 };
  const body = seen
    ? { x: (seen.left + seen.right) / 2 / width, y: (seen.top + (seen.bottom - seen.top) * middle) / height }
    : { x: 0.5, y: 0.45 };
  const focus = eyes ?? body;
  const colours = await mainColours(data, width, height, seen?.alpha ?? null);
  const picture: PosterPicture = { source, width, height, focus, colours, cut: null };
  if (!seen?.isWhole) return { picture, files };
  const box = { left: seen.left, top: seen.top, width: seen.right - seen.left, height: seen.bottom - seen.top };
  const rgba = Buffer.alloc(width * height * 4);
  for (let n = 0; n < width * height; n += 1) {
    rgba.set(data.subarray(n * 3, n * 3 + 3), n * 4);
    rgba[n * 4 + 3] = seen.alpha[n]!;
  }
  const cut = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .extract(box)
    .png({ compressionLevel: 3 })
    .toBuffer();
  files.set(`${source}-cut`, cut);
  const size = { width: box.width, height: box.height };
  return { picture: { ...picture, cut: { source: `${source}-cut`, ...size, touches: seen.touches } }, files };
}

async function fitMask(mask: Mask, width: number, height: number): Promise<Uint8Array> {
  const grey = { raw: { width: mask.width, height: mask.height, channels: 1 as const } };
  if (mask.width === width && mask.height === height) return mask.data;
  return sharp(mask.data, grey).resize({ width, height, fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
}

/** Less is not seen. */
const SEEN = 40;
/** The rim of a mask has colours of the old background: a little is taken off it. */
const [RIM_FROM, RIM_TO] = [70, 225];

function judgeMask(mask: Uint8Array, width: number, height: number) {
  const alpha = largestOf(
    Uint8Array.from(mask, (value) => Math.max(0, Math.min(255, ((value - RIM_FROM) * 255) / (RIM_TO - RIM_FROM)))),
    width,
    height,
  );
  let [left, top, right, bottom, area] = [width, height, 0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (alpha[y * width + x]! < SEEN) continue;
      area += 1;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (area === 0) return null;
  const along = (length: number, at: (n: number) => number) => {
    let met = 0;
    for (let n = 0; n < length; n += 1) met += alpha[at(n)]! > 100 ? 1 : 0;
    return met / length > EDGE;
  };
  const touches = {
    left: along(height, (y) => y * width + 1),
    right: along(height, (y) => y * width + width - 2),
    top: along(width, (x) => width + x),
    bottom: along(width, (x) => (height - 2) * width + x),
  };
  const share = area / (width * height);
  const isWhole = share > LEAST && share < MOST && !touches.left && !touches.right && !touches.top;
  return { alpha, left, top, right, bottom, touches, isWhole };
}

/** Without the specks that a model sees beside the subject: parts smaller than a twelfth of the largest are left out. */
function largestOf(alpha: Uint8Array<ArrayBuffer>, width: number, height: number): Uint8Array<ArrayBuffer> {
  const step = 4;
  const [w, h] = [Math.ceil(width / step), Math.ceil(height / step)];
  const part = new Int32Array(w * h);
  const sizes = [0];
  const stack: number[] = [];
  // The most of each cell: a line of a pixel's width between two of them is a speck, too.
  const most = new Uint8Array(w * h);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell = Math.floor(y / step) * w + Math.floor(x / step);
      most[cell] = Math.max(most[cell]!, alpha[y * width + x]!);
    }
  }
  const isSet = (n: number) => most[n]! >= SEEN;
  for (let start = 0; start < w * h; start += 1) {
    if (part[start] !== 0 || !isSet(start)) continue;
    const id = sizes.length;
    sizes.push(0);
    part[start] = id;
    stack.push(start);
    for (let n = stack.pop(); n !== undefined; n = stack.pop()) {
      sizes[id]! += 1;
      const [x, y] = [n % w, Math.floor(n / w)];
      for (const [nx, ny] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = ny * w + nx;
        if (nx < 0 || ny < 0 || nx >= w || ny >= h || part[next] !== 0 || !isSet(next)) continue;
        part[next] = id;
        stack.push(next);
      }
    }
  }
  const least = Math.max(...sizes) / 12;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const id = part[Math.floor(y / step) * w + Math.floor(x / step)]!;
      if (id !== 0 && sizes[id]! < least) alpha[y * width + x] = 0;
    }
  }
  return alpha;
}

/** The colours that are there most, counted in coarse steps; strong ones count more than grey. */
async function mainColours(data: Buffer, width: number, height: number, alpha: Uint8Array | null): Promise<Colour[]> {
  const counts = new Map<number, { weight: number; sum: [number, number, number]; n: number }>();
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 6000)));
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = y * width + x;
      if (alpha && alpha[at]! < 128) continue;
      const [r, g, b] = [data[at * 3]!, data[at * 3 + 1]!, data[at * 3 + 2]!];
      const key = (r >> 5) * 64 + (g >> 5) * 8 + (b >> 5);
      const one = counts.get(key) ?? { weight: 0, sum: [0, 0, 0], n: 0 };
      one.weight += 0.15 + (Math.max(r, g, b) - Math.min(r, g, b)) / 255;
      one.sum = [one.sum[0] + r, one.sum[1] + g, one.sum[2] + b];
      one.n += 1;
      counts.set(key, one);
    }
  }
  return [...counts.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 5)
    .map(({ sum, n }): Colour => `#${sum.map((part) => hex(part / n)).join('')}`);
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0').toUpperCase();
}
