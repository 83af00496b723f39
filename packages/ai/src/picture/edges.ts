import { betweens } from '#picture/guided-filter.ts';
import type { Mask } from '#picture/mask.ts';
import { stretch } from '#vision/picture.ts';
import type { RawPicture } from '#vision/sight.ts';

type Size = { width: number; height: number };

/** A copy whose longer side is `side` at most. */
export function smallerCopy(full: RawPicture, side: number): Promise<RawPicture> {
  const scale = Math.min(1, side / Math.max(full.width, full.height));
  const [width, height] = [Math.max(1, Math.round(full.width * scale)), Math.max(1, Math.round(full.height * scale))];
  return stretch(full, width, height);
}

/** How bright each pixel is. */
export function lightOf({ data, width, height }: RawPicture): Mask {
  const light = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < light.length; i += 1, at += 3) {
    light[i] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  }
  return { data: light, width, height };
}

/** A mask in another size, read between its pixels. */
export function resizeMask(mask: Mask, { width, height }: Size): Mask {
  const data = new Uint8Array(width * height);
  const row = new Float32Array(mask.width);
  const [across, down] = [betweens(width, mask.width), betweens(height, mask.height)];
  for (let y = 0; y < height; y += 1) {
    const share = down.shares[y]!;
    const [top, bottom] = [down.firsts[y]! * mask.width, down.seconds[y]! * mask.width];
    for (let n = 0; n < mask.width; n += 1) row[n] = mask.data[top + n]! * (1 - share) + mask.data[bottom + n]! * share;
    for (let x = 0; x < width; x += 1) {
      const along = across.shares[x]!;
      data[y * width + x] = row[across.firsts[x]!]! * (1 - along) + row[across.seconds[x]!]! * along;
    }
  }
  return { data, width, height };
}
