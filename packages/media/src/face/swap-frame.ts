import type { Rect } from '#clean/mark.ts';
import { fitLight } from '#face/light.ts';
import { blurred, outline, polygon, ramp, type Skin, skinIn } from '#face/mask.ts';
import type { Rgb } from '#face/pixels.ts';
import { at, EYES, eyeDistance, FEATURES, MOUTH, type Points, poseOf, sizeOf } from '#face/points.ts';
import { type Layers, warp } from '#face/warp.ts';

/** A picture of the new face. */
export type Portrait = { layers: Layers; points: Points; yaw: number; pitch: number };

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

/** Whichever picture looks most the same way. */
export function nearestPortrait(portraits: readonly Portrait[], points: Points): Portrait {
  const { yaw, pitch } = poseOf(points);
  const far = (one: Portrait) => Math.abs(one.yaw - yaw) + 0.7 * Math.abs(one.pitch - pitch);
  return portraits.toSorted((a, b) => far(a) - far(b))[0]!;
}

type Swap = { points: Points; portrait: Portrait; triangles: Uint16Array; skin: Skin | null; look: SwapLook };

/** Puts the new face into a frame, and marks in `changed` what is no longer as it was. */
export function swapFrame(frame: Rgb, changed: Uint8Array, { points, portrait, triangles, skin, look }: Swap): void {
  const part = partAround(points, frame);
  if (!part || look.strength <= 0) return;
  const { width, height } = part;
  const face = sizeOf(points);
  const scale = eyeDistance(portrait.points) / Math.max(1, eyeDistance(points));
  const drawn = warp({ layers: portrait.layers, from: portrait.points, to: points, triangles, part, scale });
  if (SHARPER[look.enhance] > 0) sharpen(drawn.colours, part, SHARPER[look.enhance]);
  const old = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const from = ((part.y + y) * frame.width + part.x) * 3;
    for (let n = 0; n < width * 3; n += 1) old[y * width * 3 + n] = frame.data[from + n]!;
  }
  const edge = blurred(polygon(outline(points, INSET[look.mask]), part), part, FEATHER * face);
  // Hair or a hat before the new face is none of it: its skin ends a little before.
  const whole = blurred(drawn.skin, part, HEM * face);
  const shown = edge.map((value, n) => (drawn.isDrawn[n] ? ramp(0.5, 1, value) * ramp(0.6, 0.96, whole[n]!) : 0));
  const bare = skin && look.mask === 'occlusion' ? skinIn(skin, part) : null;
  const both = drawn.skin.map((value, n) => value * (bare ? bare[n]! : 1));
  const { colours: fresh, isDrawn } = drawn;
  const fit = fitLight({
    size: part,
    face,
    old,
    fresh,
    isDrawn,
    shown,
    skin: both,
    features: featuresIn(points, part),
    fit: look.fit,
  });
  const kept = own(points, part, face);
  const by = new Float32Array(6);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const n = y * width + x;
      let share = shown[n]! * (1 - kept[n]!) * look.strength;
      if (bare) share *= ramp(0.3, 0.75, bare[n]!);
      if (share < 0.004) continue;
      fit.read(x, y, by);
      const to = (part.y + y) * frame.width + part.x + x;
      changed[to] = 1;
      for (let colour = 0; colour < 3; colour += 1) {
        const fresh = drawn.colours[n * 3 + colour]! * by[colour]! + by[colour + 3]!;
        const value = old[n * 3 + colour]! * (1 - share) + fresh * share;
        frame.data[to * 3 + colour] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
      }
    }
  }
}

function featuresIn(points: Points, part: Rect): Float32Array {
  const [left, right, lips] = FEATURES.map((around) =>
    polygon(
      around.map((n) => at(points, n)),
      part,
    ),
  );
  return left!.map((value, n) => Math.max(value, right![n]!, lips![n]!));
}

/** What stays the film's own: the eyes between their lids, what is seen between the lips. */
function own(points: Points, part: Rect, face: number): Float32Array {
  const inner = [MOUTH, ...EYES].map((around) =>
    polygon(
      around.map((n) => at(points, n)),
      part,
    ),
  );
  const [mouth, left, right] = inner as [Float32Array, Float32Array, Float32Array];
  const all = mouth.map((value, n) => Math.max(value, left[n]!, right[n]!));
  return blurred(all, part, LID * face);
}

/** The pixels that may change; null for a face outside of the frame. */
function partAround(points: Points, { width, height }: Rgb): Rect | null {
  const places = outline(points, -0.04);
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const [right, bottom] = [Math.min(width, Math.ceil(Math.max(...xs))), Math.min(height, Math.ceil(Math.max(...ys)))];
  return right - left < 12 || bottom - top < 12 ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

function sharpen(colours: Float32Array, { width, height }: Rect, by: number): void {
  const before = Float32Array.from(colours);
  for (let y = 1; y + 1 < height; y += 1) {
    for (let n = (y * width + 1) * 3; n < (y * width + width - 1) * 3; n += 1) {
      const around = before[n - 3]! + before[n + 3]! + before[n - width * 3]! + before[n + width * 3]!;
      colours[n]! += by * (before[n]! - around / 4);
    }
  }
}
