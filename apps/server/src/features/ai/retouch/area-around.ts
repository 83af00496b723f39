type Size = { width: number; height: number };
type Area = Size & { left: number; top: number };

const HOLE_FROM = 128;
/** So much of its size on every side, and so many pixels at least: more than the model looks at. */
const AROUND = 0.8;
const AROUND_LEAST = 128;

/** The part of a picture that holds a hole and enough around it; null without a hole. */
export function areaAround(hole: Uint8Array, { width, height }: Size): Area | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (hole[y * width + x]! < HOLE_FROM) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  const around = Math.max(AROUND_LEAST, Math.round(AROUND * Math.max(right - left + 1, bottom - top + 1)));
  const [x, y] = [Math.max(0, left - around), Math.max(0, top - around)];
  const size = { width: Math.min(width, right + around + 1) - x, height: Math.min(height, bottom + around + 1) - y };
  return { left: x, top: y, ...size };
}

/** A part of plain pixels. */
export function cutFrom(
  data: Uint8Array,
  across: number,
  { left, top, width, height }: Area,
  channels: number,
): Size & { data: Uint8Array } {
  const part = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * across + left) * channels;
    part.set(data.subarray(from, from + width * channels), y * width * channels);
  }
  return { data: part, width, height };
}

/** Puts a part of three channels back where it came from. */
export function putInto(data: Uint8Array, across: number, { left, top, width, height }: Area, part: Uint8Array): void {
  for (let y = 0; y < height; y += 1) {
    data.set(part.subarray(y * width * 3, (y + 1) * width * 3), ((top + y) * across + left) * 3);
  }
}
