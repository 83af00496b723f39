import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { AiError } from '#errors.ts';
import { LONGEST_SIDE, type Mask } from '#picture/mask.ts';
import { KEPT, sessionOptions } from '#runtime/onnx.ts';
import type { Task } from '#runtime/tasks.ts';
import { readPicture, stretch } from '#vision/picture.ts';
import type { RawPicture } from '#vision/sight.ts';

/** What lies around a hole is what it is filled from: so much of its size on every side, and so many pixels at least. */
const AROUND = 0.75;
const AROUND_LEAST = 96;
/** The model works on squares of 512 pixels inside: much more than that around a hole would only make it coarse. */
const HOLE_FROM = 128;

/**
 * More around a hole than this is looked at in a smaller copy: what is put into a hole is made in 512 pixels whatever its size, and
 * the memory that it takes grows with what is around.
 */
const LOOKED_AREA = 2_000_000;
const COPY_AREA = 1_000_000;

let model: Promise<InferenceSession> | undefined;

function load(folder: string, threads: number): Promise<InferenceSession> {
  return InferenceSession.create(join(folder, 'migan.onnx'), { ...sessionOptions(threads), ...KEPT });
}

/** The picture with its hole filled by what could be there; every pixel outside the hole stays what it was. */
export const runFillHole: Task<'fillHole'> = async ({ picture, hole }, { folders, threads }) => {
  const full = await readPicture(picture, LONGEST_SIDE);
  if (full.width !== hole.width || full.height !== hole.height) {
    throw new AiError('bad-option', `a hole of ${hole.width}x${hole.height} in ${full.width}x${full.height}`);
  }
  const part = partAround(hole);
  if (!part) return full;
  const looked = sizeOfLook(part);
  const session = await (model ??= load(folders['fill-in']!, threads));
  const made = await fill(session, await lookAt(full, part, looked), await lookAtHole(hole, part, looked));
  put(full, hole, part, await stretch(made, part.width, part.height));
  return full;
};

async function fill(session: InferenceSession, { data, width, height }: RawPicture, hole: Mask): Promise<RawPicture> {
  const area = width * height;
  const image = new Uint8Array(3 * area);
  const keep = new Uint8Array(area);
  for (let at = 0; at < area; at += 1) {
    keep[at] = hole.data[at]! >= HOLE_FROM ? 0 : 255;
    for (let colour = 0; colour < 3; colour += 1) image[colour * area + at] = data[at * 3 + colour]!;
  }
  bridge(image, keep, { width, height });
  const output = await session.run({
    image: new Tensor('uint8', image, [1, 3, height, width]),
    mask: new Tensor('uint8', keep, [1, 1, height, width]),
  });
  const planes = output[session.outputNames[0]!]!.data as Uint8Array;
  const made = new Uint8Array(3 * area);
  for (let at = 0; at < area; at += 1) {
    for (let colour = 0; colour < 3; colour += 1) made[at * 3 + colour] = planes[colour * area + at]!;
  }
  return { data: made, width, height };
}

type Size = { width: number; height: number };

function sizeOfLook({ width, height }: Size): Size {
  const area = width * height;
  if (area <= LOOKED_AREA) return { width, height };
  const scale = Math.sqrt(COPY_AREA / area);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function lookAt({ data, width, height }: RawPicture, part: Part, looked: Size): Promise<RawPicture> {
  const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract(part)
    .resize(looked.width, looked.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { data: pixels, ...looked };
}

/** Whatever a smaller pixel of it has any part in is of the hole: what is to go would shine through there. */
async function lookAtHole({ data, width, height }: Mask, part: Part, looked: Size): Promise<Mask> {
  const pixels = await sharp(data, { raw: { width, height, channels: 1 } })
    .extract(part)
    .threshold(HOLE_FROM)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  if (looked.width === part.width && looked.height === part.height) return { data: pixels, ...looked };
  const smaller = await sharp(pixels, { raw: { width: part.width, height: part.height, channels: 1 } })
    .resize(looked.width, looked.height, { fit: 'fill', kernel: 'linear' })
    .threshold(1)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { data: smaller, ...looked };
}

type Part = { left: number; top: number; width: number; height: number };

/** The rectangle that holds the hole and enough around it; null without a hole. */
function partAround({ data, width, height }: Mask): Part | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x]! < HOLE_FROM) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return null;
  const around = Math.max(AROUND_LEAST, Math.round(AROUND * Math.max(right - left + 1, bottom - top + 1)));
  const [x, y] = [Math.max(0, left - around), Math.max(0, top - around)];
  return {
    left: x,
    top: y,
    width: Math.min(width, right + around + 1) - x,
    height: Math.min(height, bottom + around + 1) - y,
  };
}

/**
 * Lays straight bridges over the hole, from the left to the right of it and from above to below, the shorter counting more.
 * The model sees a smaller copy, in which the rim of what is to go would be mixed into what stays, and be continued.
 */
function bridge(image: Uint8Array, keep: Uint8Array, { width, height }: Size): void {
  const area = width * height;
  const sums = new Float32Array(3 * area);
  const weights = new Float32Array(area);
  const lay = (from: number, step: number, length: number) => {
    for (let first = 0; first < length; first += 1) {
      if (keep[from + first * step] !== 0) continue;
      let end = first;
      while (end < length && keep[from + end * step] === 0) end += 1;
      const weight = 1 / (end - first);
      for (let n = first; n < end; n += 1) {
        const share = (n - first + 1) / (end - first + 1);
        const at = from + n * step;
        const [before, after] = [from + (first - 1) * step, from + end * step];
        const [left, right] = [first > 0, end < length];
        if (!left && !right) continue;
        weights[at]! += weight;
        for (let colour = 0; colour < 3; colour += 1) {
          const a = image[colour * area + (left ? before : after)]!;
          const b = image[colour * area + (right ? after : before)]!;
          sums[colour * area + at]! += weight * (a + (b - a) * share);
        }
      }
      first = end;
    }
  };
  for (let y = 0; y < height; y += 1) lay(y * width, 1, width);
  for (let x = 0; x < width; x += 1) lay(x, width, height);
  for (let at = 0; at < area; at += 1) {
    if (keep[at] !== 0 || weights[at] === 0) continue;
    for (let colour = 0; colour < 3; colour += 1) image[colour * area + at] = sums[colour * area + at]! / weights[at]!;
  }
}

/** Takes what was made for the hole alone: a model that repaints the rest a little is not asked for that. */
function put({ data, width: across }: RawPicture, hole: Mask, part: Part, made: RawPicture): void {
  const { left, top, width, height } = part;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const to = (top + y) * across + left + x;
      if (hole.data[to]! < HOLE_FROM) continue;
      const from = (y * width + x) * 3;
      for (let colour = 0; colour < 3; colour += 1) data[to * 3 + colour] = made.data[from + colour]!;
    }
  }
}
