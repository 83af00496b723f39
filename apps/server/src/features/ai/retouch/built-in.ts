import { AppError } from '@mixreel/contract';
import sharp from 'sharp';
import { builtIn, type Engine, type Parts } from '../ability.ts';
import { packProblem } from '../refusal.ts';
import type { Retouch, Retouched } from '../retouch.ability.ts';
import { subjectMask } from '../subject-mask.ts';
import { areaAround, cutFrom, putInto } from './area-around.ts';
import { alphaOf, cutBy, openPicture, type Size, sizeOf } from './open-picture.ts';
import { pick, pointProblem } from './pick.ts';

/** Of the longer side: as soft as a background is behind a portrait. */
const SOFT = 0.012;

/** What a way needs and this machine has not got, in words. */
export function retouchProblem({ shelf }: Pick<Parts, 'shelf'>, way: Retouch['way']): string | null {
  // Where nothing can be pointed at, what stands out is still found.
  const problem = way === 'pick' ? pointProblem({ shelf }) : null;
  if (way === 'pick' && problem === null) return null;
  const other = packProblem(() => shelf.folderOf(way === 'erase' ? 'fill-in' : 'cut-out'));
  return other === null ? null : (problem ?? other);
}

/** By the models of this machine. */
export function builtInRetouch(parts: Parts): Engine<Retouch, Retouched> {
  return {
    ...builtIn,
    problem: () => packProblem(() => parts.shelf.folderOf('cut-out')),
    async answer(wish, { signal }) {
      if (wish.way === 'pick') return { output: await pick(parts, wish.picture, wish.points, signal) };
      return { output: { bytes: await run(parts, wish, signal), note: null } };
    },
  };
}

function run(parts: Parts, { way, picture, hole }: Retouch, signal: AbortSignal): Promise<Buffer> {
  if (way === 'erase') return erase(parts, picture, hole, signal);
  return way === 'remove_background'
    ? removeBackground(parts, picture, signal)
    : blurBackground(parts, picture, signal);
}

async function removeBackground(parts: Parts, picture: Uint8Array, signal: AbortSignal): Promise<Buffer> {
  return (await cutBy(picture, await subjectMask(parts, picture, signal))).png();
}

/** How much of a blurred background is enough to show it alone. */
const BACKGROUND_ENOUGH = 40;

/**
 * The subject stays sharp: it is laid over what is behind it, made soft. That is blurred without the subject, whose colours would
 * shine around it; only deep inside, where nothing of the background reaches, they fill the gap.
 */
async function blurBackground(parts: Parts, picture: Uint8Array, signal: AbortSignal): Promise<Buffer> {
  const mask = await subjectMask(parts, picture, signal);
  const size = await sizeOf(picture);
  const deviation = Math.max(0.5, Math.max(size.width, size.height) * SOFT);
  const flat = await openPicture(picture).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
  const alpha = await alphaOf(mask, size);
  const behind = await joined(flat, Buffer.from(alpha.map((value) => 255 - value)), size);
  const soft = await sharp(behind, { raw: { ...size, channels: 4 } })
    .blur(deviation)
    .raw()
    .toBuffer();
  for (let at = 3; at < soft.length; at += 4) soft[at] = Math.min(255, (soft[at]! * 255) / BACKGROUND_ENOUGH);
  const raw = { ...size, channels: 4 as const };
  return sharp(flat, { raw: { ...size, channels: 3 } })
    .blur(deviation)
    .composite([
      { input: soft, raw },
      { input: await joined(flat, alpha, size), raw },
    ])
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function erase(
  { ai }: Parts,
  picture: Uint8Array,
  hole: Uint8Array | null,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!hole) throw new AppError('invalid', '请先涂抹要消除的地方');
  const { data, info } = await openPicture(picture)
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const grey = await sharp(hole).resize(width, height, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
  const part = areaAround(grey, { width, height });
  if (!part) throw new AppError('invalid', '涂抹的地方不在图上，请重新涂');
  // Only what the hole is filled from goes to the model's process and back.
  const filled = await ai.fillHole(cutFrom(data, width, part, 3), cutFrom(grey, width, part, 1), { signal });
  putInto(data, width, part, filled.data);
  const { hasAlpha } = await sharp(picture).metadata();
  const whole = sharp(data, { raw: { width, height, channels: 3 } });
  if (!hasAlpha) return whole.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  const alpha = await openPicture(picture).extractChannel('alpha').raw().toBuffer();
  return withAlpha(data, alpha, { width, height });
}

/** As plain pixels: a channel that is joined counts as seen only then. */
function joined(colours: Uint8Array, alpha: Buffer, size: Size): Promise<Buffer> {
  return sharp(colours, { raw: { ...size, channels: 3 } })
    .joinChannel(alpha, { raw: { ...size, channels: 1 } })
    .raw()
    .toBuffer();
}

async function withAlpha(colours: Uint8Array, alpha: Buffer, size: Size): Promise<Buffer> {
  return sharp(await joined(colours, alpha, size), { raw: { ...size, channels: 4 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}
