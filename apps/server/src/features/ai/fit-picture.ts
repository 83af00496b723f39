import type { FilmMode, FilmPictureLimits } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import sharp from 'sharp';
import type { FilmPicture } from './video.ability.ts';

const QUALITIES = [92, 85, 75];
/** Each time that it is still too large. */
const SMALLER = 0.75;
const TRIES = 8;

export function base64({ jpeg }: FilmPicture): string {
  return Buffer.from(jpeg).toString('base64');
}

/**
 * A picture as a service takes it: in the size that its film will have, where it must have that, and no larger than it may be.
 * What is too small or too narrow was told before: that cannot be mended here.
 */
export async function fitPicture(
  picture: FilmPicture,
  { bytes_max, side_max = Infinity, size }: FilmPictureLimits,
  wish: { ratio: string; mode: FilmMode },
): Promise<FilmPicture> {
  const exact = size?.(wish) ?? null;
  const isFit = exact
    ? picture.width === exact.width && picture.height === exact.height
    : Math.max(picture.width, picture.height) <= side_max;
  if (isFit && picture.jpeg.length <= bytes_max) return picture;
  let most = Math.min(side_max, Math.max(picture.width, picture.height));
  for (let n = 0; n < TRIES; n += 1) {
    const upright = sharp(picture.jpeg, { limitInputPixels: 64e6 });
    const resized = exact
      ? upright.resize(exact.width, exact.height, { fit: 'cover', position: 'attention' })
      : upright.resize(most, most, { fit: 'inside', withoutEnlargement: true });
    const quality = QUALITIES[Math.min(n, QUALITIES.length - 1)] ?? 75;
    const { data, info } = await resized.jpeg({ quality }).toBuffer({ resolveWithObject: true });
    if (data.length <= bytes_max) return { jpeg: data, width: info.width, height: info.height };
    if (n >= QUALITIES.length - 1) most = Math.round(most * SMALLER);
  }
  throw new AppError('invalid', `图片压缩后仍超过 ${Math.floor(bytes_max / 1e6)} MB，请先缩小`);
}
