import { closeSync, openSync, readSync } from 'node:fs';
import type { Rect, Size } from '#clean/mark.ts';
import type { Plane } from '#clean/strokes.ts';

/** A frame of a part of a film, its small copies for coarse search, and which of its pixels something lies over. */
export type Frame = {
  planes: [luma: Plane, u: Plane, v: Plane];
  eighth: Plane;
  hidden: Uint8Array;
  eighthHidden: Uint8Array;
};

/** What of a frame is hidden, as masks with their places in the part. */
export type Hidden = (frame: number) => { at: Rect; mask: Uint8Array | null }[];

export type Frames = { size: Size; first: number; count: number; get(frame: number): Frame; close(): void };

/** So much of a film is kept at hand; the rest stays on the disk. */
const KEPT_BYTES = 200e6;

/** Frames of raw yuv420p on the disk, the first of which is number `first` of the film. */
export function openFrames(path: string, given: { size: Size; first: number; count: number; hidden: Hidden }): Frames {
  const { size, first, count, hidden } = given;
  const file = openSync(path, 'r');
  const area = size.width * size.height;
  const bytes = (area * 3) / 2;
  const most = Math.max(8, Math.floor(KEPT_BYTES / (bytes * 1.8)));
  const kept = new Map<number, Frame>();
  return {
    size,
    first,
    count,
    get(frame) {
      const known = kept.get(frame);
      if (known) {
        kept.delete(frame);
        kept.set(frame, known);
        return known;
      }
      const raw = new Uint8Array(bytes);
      if (readSync(file, raw, 0, bytes, (frame - first) * bytes) < bytes) throw new Error(`frame ${frame} is missing`);
      const made = toFrame(raw, size, hidden(frame));
      kept.set(frame, made);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      return made;
    },
    close: () => closeSync(file),
  };
}

export function toFrame(raw: Uint8Array, { width, height }: Size, over: ReturnType<Hidden>): Frame {
  const area = width * height;
  const half = { width: width / 2, height: height / 2 };
  const luma = { data: raw.subarray(0, area), width, height };
  const u = { data: raw.subarray(area, area + area / 4), ...half };
  const v = { data: raw.subarray(area + area / 4, area + area / 2), ...half };
  const hidden = new Uint8Array(area);
  for (const { at, mask } of over) cover(hidden, { width, height }, at, mask);
  return { planes: [luma, u, v], hidden, ...small(luma, hidden) };
}

function cover(hidden: Uint8Array, { width, height }: Size, at: Rect, mask: Uint8Array | null): void {
  for (let y = Math.max(0, at.y); y < Math.min(height, at.y + at.height); y += 1) {
    for (let x = Math.max(0, at.x); x < Math.min(width, at.x + at.width); x += 1) {
      if (mask === null || mask[(y - at.y) * at.width + x - at.x]) hidden[y * width + x] = 1;
    }
  }
}

const SMALL = 8;

/** Squares of eight pixels as one; where one of them is hidden, the square is. */
function small({ data, width, height }: Plane, hidden: Uint8Array): Pick<Frame, 'eighth' | 'eighthHidden'> {
  const [w, h] = [Math.floor(width / SMALL), Math.floor(height / SMALL)];
  const eighth = new Uint8Array(w * h);
  const eighthHidden = new Uint8Array(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      let [sum, seen] = [0, 0];
      for (let row = 0; row < SMALL; row += 1) {
        const from = (y * SMALL + row) * width + x * SMALL;
        for (let n = from; n < from + SMALL; n += 1) {
          if (hidden[n]) continue;
          sum += data[n]!;
          seen += 1;
        }
      }
      eighth[y * w + x] = seen > 0 ? sum / seen : 0;
      eighthHidden[y * w + x] = seen < (SMALL * SMALL) / 2 ? 1 : 0;
    }
  }
  return { eighth: { data: eighth, width: w, height: h }, eighthHidden };
}

/** Planes as one row of bytes, as they lie on the disk. */
export function joined(planes: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(planes.reduce((sum, plane) => sum + plane.length, 0));
  let at = 0;
  for (const plane of planes) {
    all.set(plane, at);
    at += plane.length;
  }
  return all;
}
