import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import {
  applyLut,
  type ColourFacts,
  matchColours,
  measureColours,
  type MediaFacts,
  probe,
  takeStill,
  writeCube,
} from '@mixreel/media';
import sharp from 'sharp';
import type { RunTool, Work } from './box-tool.ts';
import { filtered } from './film-tools.ts';
import { opened } from './other-material.ts';
import { written } from './picture-tools.ts';

const LOOKS = 12;
const SIDE = 160;
const PIXELS_MOST = 40e6;

/** Gives a film or picture the light and colours of another. */
export const colorMatch: RunTool<{ reference: string; strength: number }> = {
  async run(work) {
    const { context, path, facts, options, folder, content_type } = work;
    const wanted = await opened(context, options.reference, '参考', async (other) => {
      const other_facts = await probe(context.tools, other, { signal: context.signal });
      return coloursOf(work, other, other_facts, join(folder, 'reference'));
    });
    const own = await coloursOf(work, path, facts, join(folder, 'own'));
    const lut = matchColours(own, wanted, options.strength / 100);
    if (facts.isStill) {
      const { data, info } = await sharp(path, { limitInputPixels: PIXELS_MOST })
        .rotate()
        .removeAlpha()
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const raw = { width: info.width, height: info.height, channels: 3 as const };
      const picture = sharp(Buffer.from(applyLut(lut, data)), { raw });
      const isJpeg = content_type === 'image/jpeg';
      const bytes = await (isJpeg ? picture.jpeg({ quality: 95 }) : picture.png()).toBuffer();
      return [await written(work, bytes, `-调色${isJpeg ? '.jpg' : '.png'}`)];
    }
    const cube = join(folder, 'match.cube');
    await writeFile(cube, writeCube(lut, 'match'));
    const video = `scale=trunc(iw/2)*2:trunc(ih/2)*2,lut3d=file=${cube}:interp=tetrahedral,format=yuv420p`;
    return filtered(work, { video, suffix: '调色', reads: [cube] });
  },
};

/** Colours of pictures from all over a film, or of one. */
async function coloursOf(
  { context }: Pick<Work, 'context'>,
  path: string,
  facts: MediaFacts,
  folder: string,
): Promise<ColourFacts> {
  if (!facts.video) throw new AppError('invalid', '没有画面，不能比颜色，请换一个视频或图片');
  const pixels: Buffer[] = [];
  const count = facts.isStill ? 1 : LOOKS;
  for (let n = 0; n < count; n += 1) {
    const seconds = (facts.seconds * (n + 0.5)) / count;
    const still = facts.isStill
      ? { path }
      : await takeStill(context.tools, { path, facts }, seconds, {
          folder: join(folder, String(n)),
          signal: context.signal,
        });
    if (!still) continue;
    const small = sharp(still.path, { limitInputPixels: 100e6 }).rotate().removeAlpha().toColourspace('srgb');
    pixels.push(await small.resize(SIDE, SIDE, { fit: 'inside' }).raw().toBuffer());
  }
  if (pixels.length === 0) throw new AppError('invalid', '读不出画面，不能比颜色，请换一个视频或图片');
  return measureColours(Buffer.concat(pixels));
}
