import type { Mask } from '#picture/mask.ts';
import type { RawPicture } from '#vision/sight.ts';

/** `radius` is in pixels of the small copy, `evenness` how little contrast counts as none, `decided` what a value is taken for. */
type Edges = { radius: number; evenness: number; decided: Uint8Array };

/** Slopes that change no pixel by a level: there the mask is the same whatever the picture shows. */
const LEVEL = 1 / 512;

/** Values of a picture in rows. */
type Plane = { data: Float32Array; width: number; height: number };

/**
 * A coarse mask laid along the edges of its picture (He et al., guided filter, in its fast form): inside a window the
 * mask is taken to be a straight function of the brightness, whose slope and offset are found on a small copy and used
 * on the full one.
 *
 * `coarse` and `guide` have one size.
 */
export function followEdges(coarse: Mask, guide: Mask, full: RawPicture, { radius, evenness, decided }: Edges): Mask {
  const { width, height } = coarse;
  const size = { width, height };
  const light = shareOf(guide);
  const mask = shareOf(coarse);
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
  const fits = { slope: blur({ data: slope, ...size }, radius), offset: blur({ data: offset, ...size }, radius) };
  return draw(fits, full, decided);
}

/**
 * Slope times brightness plus offset for each pixel of the full picture, both read between their pixels. Millions of them: what
 * is the same for a row or a column is found once, nothing is allocated on the way, and what lies far from any edge is filled
 * in without a look at the picture.
 */
function draw({ slope, offset }: Record<'slope' | 'offset', Plane>, full: RawPicture, decided: Uint8Array): Mask {
  const { width, height } = full;
  const data = new Uint8Array(width * height);
  const across = betweens(width, slope.width);
  const down = betweens(height, slope.height);
  const [slopes, offsets] = [new Float32Array(slope.width), new Float32Array(slope.width)];
  for (let y = 0; y < height; y += 1) {
    const share = down.shares[y]!;
    const [top, bottom] = [down.firsts[y]! * slope.width, down.seconds[y]! * slope.width];
    for (let n = 0; n < slope.width; n += 1) {
      slopes[n] = slope.data[top + n]! * (1 - share) + slope.data[bottom + n]! * share;
      offsets[n] = offset.data[top + n]! * (1 - share) + offset.data[bottom + n]! * share;
    }
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const [first, second, along] = [across.firsts[x]!, across.seconds[x]!, across.shares[x]!];
      const tilt = slopes[first]! * (1 - along) + slopes[second]! * along;
      const level = offsets[first]! * (1 - along) + offsets[second]! * along;
      // Nothing is the most there is of a picture, and is there already.
      if (tilt < LEVEL && tilt > -LEVEL && level < LEVEL) continue;
      const rgb = at * 3;
      const light = (0.299 * full.data[rgb]! + 0.587 * full.data[rgb + 1]! + 0.114 * full.data[rgb + 2]!) / 255;
      const value = 255 * (tilt * light + level);
      data[at] = decided[value < 0 ? 0 : value > 255 ? 255 : value | 0]!;
    }
  }
  return { data, width, height };
}

/** For each place of a longer line its neighbours on a shorter one, and how far it is from the first to the second. */
export function betweens(length: number, shorter: number) {
  const [firsts, seconds] = [new Int32Array(length), new Int32Array(length)];
  const shares = new Float32Array(length);
  for (let n = 0; n < length; n += 1) {
    const place = Math.max(0, Math.min(shorter - 1, ((n + 0.5) * shorter) / length - 0.5));
    const first = Math.floor(place);
    firsts[n] = first;
    seconds[n] = Math.min(shorter - 1, first + 1);
    shares[n] = place - first;
  }
  return { firsts, seconds, shares };
}

function shareOf({ data, width, height }: Mask): Plane {
  const shares = new Float32Array(data.length);
  for (let n = 0; n < data.length; n += 1) shares[n] = data[n]! / 255;
  return { data: shares, width, height };
}

function multiply(a: Plane, b: Plane): Plane {
  const data = new Float32Array(a.data.length);
  for (let n = 0; n < data.length; n += 1) data[n] = a.data[n]! * b.data[n]!;
  return { ...a, data };
}

/** The mean over a window that ends at the edges, by running sums along rows and then, for all columns at once, down. */
function blur({ data: from, width, height }: Plane, radius: number): Plane {
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    let [sum, count] = [0, 0];
    for (let n = 0; n < Math.min(radius, width); n += 1, count += 1) sum += from[start + n]!;
    for (let n = 0; n < width; n += 1) {
      if (n + radius < width) {
        sum += from[start + n + radius]!;
        count += 1;
      }
      if (n - radius > 0) {
        sum -= from[start + n - radius - 1]!;
        count -= 1;
      }
      rows[start + n] = sum / count;
    }
  }
  const data = new Float32Array(width * height);
  const sums = new Float32Array(width);
  const add = (y: number, sign: number) => {
    for (let x = 0, at = y * width; x < width; x += 1) sums[x]! += sign * rows[at + x]!;
  };
  let count = 0;
  for (; count < Math.min(radius, height); count += 1) add(count, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + radius < height) {
      add(y + radius, 1);
      count += 1;
    }
    if (y - radius > 0) {
      add(y - radius - 1, -1);
      count -= 1;
    }
    for (let x = 0, at = y * width; x < width; x += 1) data[at + x] = sums[x]! / count;
  }
  return { data, width, height };
}
