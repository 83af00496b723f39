import type { Rect } from '#clean/mark.ts';
import { type Skin, skinIn } from '#face/mask.ts';
import type { Rgb } from '#face/pixels.ts';
import type { Points } from '#face/points.ts';

/** A picture and its halves, so that what is drawn small is not drawn from single pixels. Fourth of each pixel is its skin. */
export type Layers = Rgb[];
/** Colours of a part of a picture and, as the fourth of each, how surely it is skin; and which of its pixels have one. */
export type Drawn = { pixels: Uint8Array; isDrawn: Uint8Array };

export const DEEP = 4;

const SMALLEST = 24;

/** Without a word on skin all of it counts as skin. */
export function layerOf({ data: rgb, width, height }: Rgb, skin: Skin | null): Rgb {
  const bare = skin && skinIn(skin, { x: 0, y: 0, width, height }, 1);
  const data = new Uint8Array(width * height * DEEP);
  for (let n = 0; n < width * height; n += 1) {
    data[n * DEEP] = rgb[n * 3]!;
    data[n * DEEP + 1] = rgb[n * 3 + 1]!;
    data[n * DEEP + 2] = rgb[n * 3 + 2]!;
    data[n * DEEP + 3] = bare ? Math.round(bare[n]! * 255) : 255;
  }
  return { data, width, height };
}

/** The halves of a layer, and their halves. */
export function layersOf(layer: Rgb): Layers {
  const layers = [layer];
  for (let last = layers[0]!; Math.min(last.width, last.height) >= 2 * SMALLEST;) {
    const [width, height] = [last.width >> 1, last.height >> 1];
    const data = new Uint8Array(width * height * DEEP);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const from = (2 * y * last.width + 2 * x) * DEEP;
        const below = from + last.width * DEEP;
        for (let n = 0; n < DEEP; n += 1) {
          const sum =
            last.data[from + n]! + last.data[from + DEEP + n]! + last.data[below + n]! + last.data[below + DEEP + n]!;
          data[(y * width + x) * DEEP + n] = (sum + 2) >> 2;
        }
      }
    }
    last = { data, width, height };
    layers.push(last);
  }
  return layers;
}

type Warp = { layers: Layers; from: Points; to: Points; triangles: Uint16Array; part: Rect; scale: number };

/** The picture drawn so that each of its points lies where the other face has it. `scale`: pixels of it for one of the part. */
export function warp({ layers, from, to, triangles, part, scale }: Warp): Drawn {
  const level = Math.max(0, Math.min(layers.length - 1, Math.round(Math.log2(Math.max(1, scale)))));
  const { data, width, height } = layers[level]!;
  const shrink = 1 / 2 ** level;
  const pixels = new Uint8Array(part.width * part.height * DEEP);
  const isDrawn = new Uint8Array(part.width * part.height);
  const isFront = isMostlyFront(triangles, to);
  const [most, lowest] = [width - 1.001, height - 1.001];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
    const [ax, ay] = [to[a]! - part.x, to[a + 1]! - part.y];
    const [bx, by] = [to[b]! - part.x, to[b + 1]! - part.y];
    const [cx, cy] = [to[c]! - part.x, to[c + 1]! - part.y];
    const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy);
    // What a turned head hides is on the back of its net.
    if (Math.abs(area) < 1e-6 || area > 0 !== isFront) continue;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx)));
    const right = Math.min(part.width - 1, Math.floor(Math.max(ax, bx, cx)));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy)));
    const bottom = Math.min(part.height - 1, Math.floor(Math.max(ay, by, cy)));
    // Along a line all of this changes evenly.
    const [du, dv] = [(by - cy) / area, (cy - ay) / area];
    const [fax, fbx, fcx] = [from[a]! * shrink, from[b]! * shrink, from[c]! * shrink];
    const [fay, fby, fcy] = [from[a + 1]! * shrink, from[b + 1]! * shrink, from[c + 1]! * shrink];
    for (let y = top; y <= bottom; y += 1) {
      let u = ((by - cy) * (left - cx) + (cx - bx) * (y - cy)) / area;
      let v = ((cy - ay) * (left - cx) + (ax - cx) * (y - cy)) / area;
      for (let x = left; x <= right; x += 1, u += du, v += dv) {
        const w = 1 - u - v;
        if (u < -1e-4 || v < -1e-4 || w < -1e-4) continue;
        let px = u * fax + v * fbx + w * fcx;
        let py = u * fay + v * fby + w * fcy;
        px = px <= 0 ? 0 : px >= most ? most : px;
        py = py <= 0 ? 0 : py >= lowest ? lowest : py;
        const ix = Math.trunc(px);
        const iy = Math.trunc(py);
        const fx = px - ix;
        const fy = py - iy;
        const k = (iy * width + ix) * DEEP;
        const below = k + width * DEEP;
        const n = y * part.width + x;
        const [p, q, r, s] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
        for (let colour = 0; colour < DEEP; colour += 1) {
          pixels[n * DEEP + colour] =
            data[k + colour]! * p +
            data[k + DEEP + colour]! * q +
            data[below + colour]! * r +
            data[below + DEEP + colour]! * s +
            0.5;
        }
        isDrawn[n] = 1;
      }
    }
  }
  return { pixels, isDrawn };
}

/** Which way round most triangles are: those face us. */
function isMostlyFront(triangles: Uint16Array, points: Points): boolean {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
    sum +=
      (points[b + 1]! - points[c + 1]!) * (points[a]! - points[c]!) +
      (points[c]! - points[b]!) * (points[a + 1]! - points[c + 1]!);
  }
  return sum > 0;
}
