import type { Mask } from '#picture/mask.ts';
import type { RawPicture } from '#vision/sight.ts';

/** Values of a picture in rows. */
type Plane = { data: Float32Array; width: number; height: number };

/**
 * A coarse mask laid along the edges of its picture (He et al., guided filter, in its fast form): inside a window the
 * mask is taken to be a straight function of the brightness, whose slope and offset are found on a small copy and used
 * on the full one.
 *
 * `coarse` and `guide` have one size; `radius` is in pixels of that size, `evenness` how little contrast counts as none.
 */
export function followEdges(coarse: Mask, guide: Mask, full: RawPicture, radius: number, evenness: number): Mask {
  const { width, height } = coarse;
  const size = { width, height };
  const light: Plane = { data: Float32Array.from(guide.data, (value) => value / 255), ...size };
  const mask: Plane = { data: Float32Array.from(coarse.data, (value) => value / 255), ...size };
  const meanLight = blur(light, radius);
  const meanMask = blur(mask, radius);
  const meanBoth = blur(multiply(light, mask), radius);
  const meanSquare = blur(multiply(light, light), radius);
  const slope = new Float32Array(width * height);
  const offset = new Float32Array(width * height);
  for (let i = 0; i < slope.length; i += 1) {
    const mean = meanLight.data[i]!;
    const spread = meanSquare.data[i]! - mean * mean;
    slope[i] = (meanBoth.data[i]! - mean * meanMask.data[i]!) / (spread + evenness);
    offset[i] = meanMask.data[i]! - slope[i]! * mean;
  }
  return draw(blur({ data: slope, ...size }, radius), blur({ data: offset, ...size }, radius), full);
}

/** Slope times brightness plus offset for each pixel of the full picture, both read between their pixels. */
function draw(slope: Plane, offset: Plane, full: RawPicture): Mask {
  const { width, height } = full;
  const data = new Uint8Array(width * height);
  const [stepX, stepY] = [slope.width / width, slope.height / height];
  for (let y = 0; y < height; y += 1) {
    const [top, bottom, down] = between((y + 0.5) * stepY - 0.5, slope.height);
    for (let x = 0; x < width; x += 1) {
      const [left, right, along] = between((x + 0.5) * stepX - 0.5, slope.width);
      const [a, b] = [top * slope.width + left, top * slope.width + right];
      const [c, d] = [bottom * slope.width + left, bottom * slope.width + right];
      const at = (y * width + x) * 3;
      const light = (0.299 * full.data[at]! + 0.587 * full.data[at + 1]! + 0.114 * full.data[at + 2]!) / 255;
      const mixed = (plane: Float32Array) =>
        (plane[a]! * (1 - along) + plane[b]! * along) * (1 - down) +
        (plane[c]! * (1 - along) + plane[d]! * along) * down;
      const value = 255 * (mixed(slope.data) * light + mixed(offset.data));
      data[y * width + x] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return { data, width, height };
}

/** The neighbours of a place and how far it is from the first to the second. */
function between(at: number, length: number): [first: number, second: number, share: number] {
  const place = Math.max(0, Math.min(length - 1, at));
  const first = Math.floor(place);
  return [first, Math.min(length - 1, first + 1), place - first];
}

function multiply(a: Plane, b: Plane): Plane {
  return { ...a, data: a.data.map((value, i) => value * b.data[i]!) };
}

/** The mean over a window, by running sums along rows and then along columns. */
function blur(plane: Plane, radius: number): Plane {
  const { width, height } = plane;
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) runMeans(plane.data, rows, { from: y * width, step: 1, length: width, radius });
  const data = new Float32Array(width * height);
  for (let x = 0; x < width; x += 1) runMeans(rows, data, { from: x, step: width, length: height, radius });
  return { data, width, height };
}

type Line = { from: number; step: number; length: number; radius: number };

function runMeans(source: Float32Array, target: Float32Array, { from, step, length, radius }: Line): void {
  let sum = 0;
  let count = 0;
  for (let n = 0; n < Math.min(radius, length); n += 1, count += 1) sum += source[from + n * step]!;
  for (let n = 0; n < length; n += 1) {
    if (n + radius < length) {
      sum += source[from + (n + radius) * step]!;
      count += 1;
    }
    if (n - radius > 0) {
      sum -= source[from + (n - radius - 1) * step]!;
      count -= 1;
    }
    target[from + n * step] = sum / count;
  }
}
