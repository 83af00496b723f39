import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import {
  type ColourFacts,
  matchColours,
  measureColours,
  type MediaFacts,
  probe,
  runFfmpeg,
  takeStill,
  writeCube,
} from '@mixreel/media';
import sharp from 'sharp';
import type { RunTool, Work } from './box-tool.ts';
import { filtered } from './film-tools.ts';
import { opened } from './other-material.ts';
import { writePlain, written } from './picture-tools.ts';

const LOOKS = 12;
const SIDE = 160;

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
    const cube = join(folder, 'match.cube');
    await writeFile(cube, writeCube(lut, 'match'));
    const matched = `lut3d=file=${cube}:interp=tetrahedral`;
    if (facts.isStill) {
      const [plain, made] = [join(folder, 'plain.png'), join(folder, 'made.png')];
      await writePlain(path, plain);
      const shown = ['-vf', `format=gbrp,${matched},format=rgb24`, '-frames:v', 1, '-update', 1, made];
      await runFfmpeg(context.tools, [['-i', plain, ...shown]], { signal: context.signal, folder, reads: [cube] });
      const isJpeg = content_type === 'image/jpeg';
      const bytes = await (isJpeg ? sharp(made).jpeg({ quality: 95 }) : sharp(made).png()).toBuffer();
      return [await written(work, bytes, `-调色${isJpeg ? '.jpg' : '.png'}`)];
    }
    const video = `scale=trunc(iw/2)*2:trunc(ih/2)*2,${matched},format=yuv420p`;
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
