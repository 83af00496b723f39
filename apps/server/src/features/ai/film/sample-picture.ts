import sharp from 'sharp';
import type { FilmPicture } from '../video.ability.ts';

const SIDE = 640;

/** Something red on something grey, to try an engine with. */
export async function samplePicture(): Promise<FilmPicture> {
  const grey = { width: SIDE, height: SIDE, channels: 3 as const, background: '#b8b8b8' };
  const red = { width: 200, height: 300, channels: 3 as const, background: '#c03030' };
  const thing = await sharp({ create: red }).png().toBuffer();
  const jpeg = await sharp({ create: grey })
    .composite([{ input: thing, gravity: 'centre' }])
    .jpeg()
    .toBuffer();
  return { jpeg, width: SIDE, height: SIDE };
}
