import type { Rect } from '#clean/mark.ts';
import { type Skin, skinIn } from '#face/mask.ts';
import type { Rgb } from '#face/pixels.ts';
import type { Points } from '#face/points.ts';

/** A picture and its halves, so that what is drawn small is not drawn from single pixels. Fourth of each pixel is its skin. */
export type Layers = Rgb[];
/** Colours of a part of a picture, which of its pixels have one, and how surely they are skin, 0 to 1. */
export type Drawn = { colours: Float32Array; isDrawn: Uint8Array; skin: Float32Array };

const DEEP = 4;

const SMALLEST = 24;

/** Without a word on skin all of it counts as skin. */
export function layersOf({ data: rgb, width: w, height: h }: Rgb, skin: Skin | null): Layers {
  const bare = skin && skinIn(skin, { x: 0, y: 0, width: w, height: h });
  const whole = new Uint8Array(w * h * DEEP);
  for (let n = 0; n < w * h; n += 1) {
    for (let k = 0; k < 3; k += 1) whole[n * DEEP + k] = rgb[n * 3 + k]!;
    whole[n * DEEP + 3] = bare ? Math.round(bare[n]! * 255) : 255;
  }
  const layers = [{ data: whole, width: w, height: h }];
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
  const colours = new Float32Array(part.width * part.height * 3);
  const isDrawn = new Uint8Array(part.width * part.height);
  const skin = new Float32Array(part.width * part.height);
  const isFront = isMostlyFront(triangles, to);
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
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const u = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area;
        const v = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area;
        const w = 1 - u - v;
        if (u < -1e-4 || v < -1e-4 || w < -1e-4) continue;
        const px = clamp((u * from[a]! + v * from[b]! + w * from[c]!) * shrink, width);
        const py = clamp((u * from[a + 1]! + v * from[b + 1]! + w * from[c + 1]!) * shrink, height);
        const [ix, iy] = [Math.floor(px), Math.floor(py)];
        const [fx, fy] = [px - ix, py - iy];
        const k = (iy * width + ix) * DEEP;
        const below = k + width * DEEP;
        const n = y * part.width + x;
        for (let colour = 0; colour < DEEP; colour += 1) {
          const upper = data[k + colour]! * (1 - fx) + data[k + DEEP + colour]! * fx;
          const lower = data[below + colour]! * (1 - fx) + data[below + DEEP + colour]! * fx;
          const value = upper * (1 - fy) + lower * fy;
          if (colour < 3) colours[n * 3 + colour] = value;
          else skin[n] = value / 255;
        }
        isDrawn[n] = 1;
      }
    }
  }
  return { colours, isDrawn, skin };
}

function clamp(value: number, size: number): number {
  return value <= 0 ? 0 : value >= size - 1.001 ? size - 1.001 : value;
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
