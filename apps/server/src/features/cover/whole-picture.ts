import { DEFAULT_MIX_CONFIG } from '@mixreel/contract';
import type { CoverPicture } from './draw-cover.ts';

/** A stored picture, or a moment of a stored film, as it is: it fills the canvas, nothing is done to it. */
export function wholePicture(sha256: string, seconds = 0): CoverPicture {
  const { filter, picture } = DEFAULT_MIX_CONFIG;
  return {
    sha256,
    seconds,
    crop: null,
    is_mirrored: false,
    fit: 'cover',
    background: picture.background,
    subject: null,
    filter,
  };
}
