import type { Mask } from '@mixreel/ai';
import sharp from 'sharp';

const PIXELS_MOST = 120_000_000;

export type Size = { width: number; height: number };

export function openPicture(picture: Uint8Array) {
  return sharp(picture, { limitInputPixels: PIXELS_MOST }).toColourspace('srgb');
}

export async function sizeOf(picture: Uint8Array): Promise<Size> {
  const { width, height } = await sharp(picture, { limitInputPixels: PIXELS_MOST }).metadata();
  return { width, height };
}

/** A mask in the size of its picture. */
export function alphaOf({ data, width, height }: Mask, size: Size): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/**
 * The picture as far as a mask shows it, and how much of it that is; what was transparent stays so. What is not seen any more is
 * not in the file either: it would be found there, and is most of what packing it costs.
 */
export async function cutBy(picture: Uint8Array, mask: Mask): Promise<{ png: () => Promise<Buffer>; share: number }> {
  const { data, info } = await openPicture(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const alpha = await alphaOf(mask, size);
  let sum = 0;
  for (let n = 0, at = 0; n < alpha.length; n += 1, at += 4) {
    const seen = Math.min(alpha[n]!, data[at + 3]!);
    if (seen === 0) data[at] = data[at + 1] = data[at + 2] = 0;
    data[at + 3] = seen;
    sum += seen;
  }
  const cut = sharp(data, { raw: { ...size, channels: 4 } }).png({ compressionLevel: 2 });
  return { png: () => cut.toBuffer(), share: sum / 255 / alpha.length };
}
