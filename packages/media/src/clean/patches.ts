import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import type { Known, Planes } from '#clean/borrow.ts';
import { type Frame, joined, toFrame } from '#clean/frames.ts';
import type { Rect, Size } from '#clean/mark.ts';

/** The patched part of every frame of a stretch, and beside it where each of its pixels comes from. */
export type Patches = {
  write(n: number, planes: Planes, origins: Uint8Array): void;
  /** A frame with its patch, and the origins of its pixels; outside the patch all lies open. */
  read(n: number, planes: Planes): { planes: Planes; origins: Uint8Array };
  close(): void;
};

export function openPatches(path: string, { width, height }: Size, at: Rect): Patches {
  const [file, beside] = [openSync(path, 'w+'), openSync(originsPath(path), 'w+')];
  const area = at.width * at.height;
  const patch = new Uint8Array((area * 3) / 2);
  const origin = new Uint8Array(area);
  /** Every row of the patch: where it lies in a plane, where in the patch, and how long it is. */
  const rows = (each: (plane: number, from: number, to: number, length: number) => void) => {
    let to = 0;
    for (const [plane, by] of [1, 2, 2].entries()) {
      for (let y = at.y / by; y < (at.y + at.height) / by; y += 1) {
        each(plane, (y * width) / by + at.x / by, to, at.width / by);
        to += at.width / by;
      }
    }
  };
  return {
    write(n, planes, origins) {
      rows((plane, from, to, length) => {
        patch.set(planes[plane]!.subarray(from, from + length), to);
        if (plane === 0) origin.set(origins.subarray(from, from + length), to);
      });
      writeSync(file, patch, 0, patch.length, n * patch.length);
      writeSync(beside, origin, 0, area, n * area);
    },
    read(n, planes) {
      const origins = new Uint8Array(width * height);
      const got =
        readSync(file, patch, 0, patch.length, n * patch.length) + readSync(beside, origin, 0, area, n * area);
      if (got < patch.length + area) throw new Error(`patch ${n} is missing`);
      rows((plane, from, to, length) => {
        planes[plane]!.set(patch.subarray(to, to + length), from);
        if (plane === 0) origins.set(origin.subarray(to, to + length), from);
      });
      return { planes, origins };
    },
    close() {
      closeSync(file);
      closeSync(beside);
    },
  };
}

export function originsPath(out: string): string {
  return `${out}.from`;
}

/** Where a stretch leaves what the next one goes on with. */
export function keyPath(out: string): string {
  return `${out}.key`;
}

/** The last frame with its origins, and behind it the frame that was filled last, if one was. */
export function writeCarried(path: string, key: Frame | null, { frame, origins }: Known): void {
  writeFileSync(path, joined([...planesOf(frame), origins, ...(key ? planesOf(key) : [])]));
}

function planesOf({ planes }: Frame): Uint8Array[] {
  return planes.map(({ data }) => data);
}

export function readCarried(path: string, size: Size): { last: Known; key: Frame | null } {
  const bytes = readFileSync(path);
  const area = size.width * size.height;
  const end = area * 1.5;
  const key = bytes.length > end + area ? toFrame(bytes.subarray(end + area), size, []) : null;
  return { last: { frame: toFrame(bytes.subarray(0, end), size, []), origins: bytes.subarray(end, end + area) }, key };
}
