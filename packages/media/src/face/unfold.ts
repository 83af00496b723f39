import { ramp } from '#face/mask.ts';
import type { Rgb } from '#face/pixels.ts';
import { eyeDistance, NET_POINTS, type Points, poseOf, sizeOf } from '#face/points.ts';
import { DEEP, type Layers, warp } from '#face/warp.ts';

/** Degrees to the side: of a picture that is turned less both halves are seen well. */
const TURNED = 9;
/** In sizes of a face: so far from the middle both halves are mixed. */
const SEAM = 0.05;
const MARGIN = 4;

export type Texture = { layer: Rgb; points: Points };
/** The net of any face that looks ahead, with the points of its triangles. */
export type Net = { points: Float32Array; triangles: Uint16Array };

/**
 * A picture of a head that is turned shows one half of the face well, and the other from the side or not at all. Faces
 * are nearly the same on both: it is drawn as it would look ahead, the hidden half from the one that is seen.
 */
export function unfold(layers: Layers, points: Points, net: Net): Texture | null {
  const { yaw } = poseOf(points);
  if (Math.abs(yaw) < TURNED) return null;
  const { flat, width, height, middle } = flatNet(net, sizeOf(points));
  const { width: wide } = layers[0]!;
  const partners = partnersOf(net.points);
  const part = { x: 0, y: 0, width, height };
  const scale = eyeDistance(points) / eyeDistance(flat);
  const own = warp({ layers, from: points, to: flat, triangles: net.triangles, part, scale });
  const turned = flat.map((_, n) => {
    const from = points[partners[Math.floor(n / 3)]! * 3 + (n % 3)]!;
    return n % 3 === 0 ? wide - from : from;
  });
  const other = warp({
    layers: [mirrored(layers[0]!)],
    from: turned,
    to: flat,
    triangles: net.triangles,
    part,
    scale: 1,
  });
  const [side, seam] = [Math.sign(yaw), SEAM * sizeOf(flat)];
  for (let n = 0; n < width * height; n += 1) {
    const share = ramp(-seam, seam, side * ((n % width) - middle));
    for (let k = n * DEEP; k < (n + 1) * DEEP; k += 1) {
      own.pixels[k]! += Math.round(share * (other.pixels[k]! - own.pixels[k]!));
    }
  }
  return { layer: { data: own.pixels, width, height }, points: flat };
}

function flatNet({ points }: Net, size: number) {
  const xs = Array.from({ length: NET_POINTS }, (_, n) => points[n * 3]!);
  const ys = Array.from({ length: NET_POINTS }, (_, n) => -points[n * 3 + 1]!);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const by = size / (bottom - top);
  const flat = new Float32Array(NET_POINTS * 3);
  for (let n = 0; n < NET_POINTS; n += 1) {
    flat[n * 3] = (xs[n]! - left) * by + MARGIN;
    flat[n * 3 + 1] = (ys[n]! - top) * by + MARGIN;
  }
  const [width, height] = [right - left, bottom - top].map((value) => Math.ceil(value * by) + 2 * MARGIN);
  return { flat, width: width!, height: height!, middle: -left * by + MARGIN };
}

/** For each point of the net the one on the other side of the face. */
function partnersOf(net: Float32Array): Uint16Array {
  return Uint16Array.from({ length: NET_POINTS }, (_, p) => {
    let [best, least] = [p, Infinity];
    for (let q = 0; q < NET_POINTS; q += 1) {
      const [dx, dy, dz] = [
        net[p * 3]! + net[q * 3]!,
        net[p * 3 + 1]! - net[q * 3 + 1]!,
        net[p * 3 + 2]! - net[q * 3 + 2]!,
      ];
      const far = dx * dx + dy * dy + dz * dz;
      if (far < least) [best, least] = [q, far];
    }
    return best;
  });
}

function mirrored({ data, width, height }: Rgb): Rgb {
  const made = new Uint8Array(data.length);
  for (let n = 0; n < width * height; n += 1) {
    const from = (n - (n % width) + width - 1 - (n % width)) * DEEP;
    made.set(data.subarray(from, from + DEEP), n * DEEP);
  }
  return { data: made, width, height };
}
