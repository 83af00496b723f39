import type { Rect } from '#clean/mark.ts';
import { along, fitLight, type Slow } from '#face/light.ts';
import { blurred, outline, polygon, ramp, type Skin, skinIn } from '#face/mask.ts';
import { type Frame, readPart, type Rgb, writePart } from '#face/pixels.ts';
import { at, EYES, eyeDistance, FEATURES, MOUTH, type Place, type Points, poseOf, sizeOf } from '#face/points.ts';
import { type Mesh, movedTowards } from '#face/shape.ts';
import { DEEP, type Drawn, layerOf, type Layers, warp } from '#face/warp.ts';

/**
 * A picture of the new face as it is drawn (`layers`, whose points are `places`), and its points as it was taken;
 * `difference` is what its shape has that the one below it has not.
 */
export type Portrait = {
  layers: Layers;
  places: Points;
  points: Points;
  difference: Float32Array | null;
  yaw: number;
  pitch: number;
};

export type SwapLook = {
  /** How much of the new face is seen, 0 to 1. */
  strength: number;
  mask: 'oval' | 'face' | 'occlusion';
  /** How far the light of the film is laid on the new face, 0 to 1. */
  fit: number;
  enhance: 'none' | 'light' | 'strong';
};

const SHARPER: Record<SwapLook['enhance'], number> = { none: 0, light: 0.45, strong: 1 };
/** Shares of a face's size. */
const INSET: Record<SwapLook['mask'], number> = { oval: 0.14, face: 0.02, occlusion: 0.02 };
const FEATHER = 0.07;
const LID = 0.012;
const HEM = 0.06;
/** Masks and light are worked out for a face of so many pixels: they have no finer edges. */
const MASK_SIDE = 220;
/** How far eyes, brows, nose and mouth go to where the new face has them. */
const SHAPE = 0.8;

/** How far a picture looks another way than a face, in degrees. */
export function farOf({ yaw, pitch }: Portrait, points: Points): number {
  const own = poseOf(points);
  return Math.abs(yaw - own.yaw) + 0.7 * Math.abs(pitch - own.pitch);
}

type Swap = { points: Points; portrait: Portrait; mesh: Mesh; skin: Skin | null; look: SwapLook };

/** Puts the new face into a frame; whatever is not of the face stays as it was, to the byte. */
export function swapFrame(frame: Frame, { points: film, portrait, mesh, skin, look }: Swap): void {
  const part = partAround(film, frame);
  if (!part || look.strength <= 0) return;
  const { difference } = portrait;
  const points = difference ? movedTowards(film, portrait.points, difference, SHAPE * look.strength, mesh) : film;
  const old = readPart(frame, part);
  const scale = eyeDistance(portrait.places) / Math.max(1, eyeDistance(points));
  const drawn = warp({
    layers: portrait.layers,
    from: portrait.places,
    to: points,
    triangles: mesh.triangles,
    part,
    scale,
  });
  if (SHARPER[look.enhance] > 0) sharpen(drawn.pixels, part, SHARPER[look.enhance]);
  const by = Math.max(1, Math.round(sizeOf(film) / MASK_SIDE));
  const { share, kept, light } = sheetsOf({ film, points, part, by, old, drawn, skin, look });
  const moved = difference ? ownMoved(old, film, points, part, mesh) : null;
  const changed = blend({ old, drawn, moved, share, kept, light });
  writePart(frame, part, old, changed);
}

type Sheets = {
  film: Points;
  points: Points;
  part: Rect;
  by: number;
  old: Rgb;
  drawn: Drawn;
  skin: Skin | null;
  look: SwapLook;
};

/** How much of the new face is shown where, what stays the film's own, and what light the new face is in. */
function sheetsOf({ points, part, by, old, drawn, skin, look }: Sheets): { share: Slow; kept: Slow; light: Slow } {
  const grid = { width: Math.ceil(part.width / by), height: Math.ceil(part.height / by) };
  const rect = { x: 0, y: 0, ...grid };
  const face = sizeOf(points) / by;
  const place = ({ x, y }: Place) => ({ x: (x - part.x + 0.5) / by - 0.5, y: (y - part.y + 0.5) / by - 0.5 });
  const inside = (around: readonly number[]) =>
    polygon(
      around.map((n) => place(at(points, n))),
      rect,
    );
  const cells = grid.width * grid.height;
  const was = new Float32Array(cells * 3);
  const fresh = new Float32Array(cells * 3);
  const own = new Float32Array(cells);
  const isDrawn = new Uint8Array(cells);
  for (let n = 0; n < cells; n += 1) {
    const x = Math.min(part.width - 1, (n % grid.width) * by + (by >> 1));
    const y = Math.min(part.height - 1, Math.floor(n / grid.width) * by + (by >> 1));
    const from = y * part.width + x;
    isDrawn[n] = drawn.isDrawn[from]!;
    own[n] = drawn.pixels[from * DEEP + 3]! / 255;
    for (let colour = 0; colour < 3; colour += 1) {
      was[n * 3 + colour] = old.data[from * 3 + colour]!;
      fresh[n * 3 + colour] = drawn.pixels[from * DEEP + colour]!;
    }
  }
  const edge = blurred(polygon(outline(points, INSET[look.mask]).map(place), rect), grid, FEATHER * face);
  // Hair or a hat before the new face is none of it: its skin ends a little before.
  const whole = blurred(own, grid, HEM * face);
  const bare = skin && look.mask === 'occlusion' ? skinIn(skin, part, by) : null;
  const eyes = EYES.map(inside);
  const [mouth, features] = [inside(MOUTH), FEATURES.map(inside)];
  const kept = blurred(
    mouth.map((value, n) => Math.max(value, eyes[0]![n]!, eyes[1]![n]!)),
    grid,
    Math.max(1, LID * face),
  );
  const shown = new Float32Array(cells);
  const share = new Float32Array(cells);
  const skins = new Float32Array(cells);
  for (let n = 0; n < cells; n += 1) {
    const open = bare ? ramp(0.3, 0.75, bare[n]!) : 1;
    shown[n] = isDrawn[n] ? ramp(0.5, 1, edge[n]!) * ramp(0.6, 0.96, whole[n]!) : 0;
    share[n] = shown[n]! * (1 - kept[n]!) * open * look.strength;
    skins[n] = own[n]! * (bare ? bare[n]! : 1);
    kept[n] = Math.min(1, 4 * kept[n]!) * open;
  }
  const light = fitLight({
    size: grid,
    face,
    old: was,
    fresh,
    isDrawn,
    shown,
    skin: skins,
    features: features[0]!.map((value, n) => Math.max(value, features[1]![n]!, features[2]![n]!)),
    fit: look.fit,
  });
  return {
    share: { planes: [share], grid, cell: by },
    kept: { planes: [kept], grid, cell: by },
    light: { ...light, cell: light.cell * by },
  };
}

/** Eyes and what is seen between the lips are the film's own: they go where the lids and lips around them went. */
function ownMoved(old: Rgb, film: Points, points: Points, part: Rect, { triangles }: Mesh): Drawn {
  const around = new Set([...MOUTH, ...EYES.flat()]);
  const some: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (corners.some((n) => around.has(n))) some.push(...corners);
  }
  const from = Float32Array.from(film);
  for (let n = 0; n < from.length; n += 3) {
    from[n]! -= part.x;
    from[n + 1]! -= part.y;
  }
  const layers = [layerOf(old, null)];
  return warp({ layers, from, to: points, triangles: Uint16Array.from(some), part, scale: 1 });
}

type Blend = { old: Rgb; drawn: Drawn; moved: Drawn | null; share: Slow; kept: Slow; light: Slow };

/** The new face over the old one, in place; returned is where something has changed. */
function blend({ old, drawn, moved, share, kept, light }: Blend): Uint8Array {
  const { data, width, height } = old;
  const changed = new Uint8Array(width * height);
  const [w, lw] = [share.grid.width, light.grid.width];
  const [shares, keeps, lights] = [new Float32Array(w), new Float32Array(w), new Float32Array(lw * 6)];
  for (let y = 0; y < height; y += 1) {
    along(share, y, shares);
    along(kept, y, keeps);
    along(light, y, lights);
    for (let x = 0; x < width; x += 1) {
      const u = Math.min(w - 1.001, Math.max(0, (x + 0.5) / share.cell - 0.5));
      const i = Math.trunc(u);
      const part = shares[i]! + (u - i) * (shares[i + 1]! - shares[i]!);
      const keep = moved ? keeps[i]! + (u - i) * (keeps[i + 1]! - keeps[i]!) : 0;
      if (part < 0.004 && keep < 0.004) continue;
      const n = y * width + x;
      changed[n] = 1;
      const l = Math.min(lw - 1.001, Math.max(0, (x + 0.5) / light.cell - 0.5));
      const j = Math.trunc(l);
      const near = l - j;
      const stays = moved && moved.isDrawn[n] ? keep : 0;
      for (let colour = 0; colour < 3; colour += 1) {
        const g = colour * lw + j;
        const m = g + 3 * lw;
        const gain = lights[g]! + near * (lights[g + 1]! - lights[g]!);
        const more = lights[m]! + near * (lights[m + 1]! - lights[m]!);
        let own = data[n * 3 + colour]!;
        if (stays > 0) own += stays * (moved!.pixels[n * DEEP + colour]! - own);
        const value = own + part * (drawn.pixels[n * DEEP + colour]! * gain + more - own);
        data[n * 3 + colour] = value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5;
      }
    }
  }
  return changed;
}

/** The pixels that may change, at even places; null for a face outside of the frame. */
function partAround(points: Points, { size: { width, height }, colours }: Frame): Rect | null {
  const places = outline(points, -0.04);
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [even(Math.max(0, Math.min(...xs))), even(Math.max(0, Math.min(...ys)))];
  const [right, bottom] = [Math.min(width, Math.ceil(Math.max(...xs))), Math.min(height, Math.ceil(Math.max(...ys)))];
  const [wide, tall] = colours ? [even(right - left), even(bottom - top)] : [right - left, bottom - top];
  return wide < 12 || tall < 12 ? null : { x: left, y: top, width: wide, height: tall };
}

function even(value: number): number {
  return 2 * Math.floor(value / 2);
}

function sharpen(pixels: Uint8Array, { width, height }: Rect, by: number): void {
  const before = Uint8Array.from(pixels);
  const line = width * DEEP;
  for (let y = 1; y + 1 < height; y += 1) {
    for (let n = y * line + DEEP; n < (y + 1) * line - DEEP; n += 1) {
      if (n % DEEP === 3) continue;
      const around = before[n - DEEP]! + before[n + DEEP]! + before[n - line]! + before[n + line]!;
      const value = before[n]! + by * (before[n]! - around / 4);
      pixels[n] = value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5;
    }
  }
}
