import type { RawPicture } from '@mixreel/ai';
import sharp from 'sharp';

/** A picture of ours as plain pixels, its longer side no more than `side`; what is transparent is white. */
export async function rawOf(picture: Uint8Array, side: number): Promise<RawPicture> {
  const { data, info } = await sharp(picture)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
