import type { Mask } from '@mixreel/ai';
import { AppError } from '@mixreel/contract';
import sharp from 'sharp';
import { builtIn, type Engine, type Parts } from '../ability.ts';
import { packProblem } from '../refusal.ts';
import type { Retouch, Retouched } from '../retouch.ability.ts';
import { subjectMask } from '../subject-mask.ts';
import { areaAround, cutFrom, putInto } from './area-around.ts';
import { partAt } from './part-at.ts';

const PIXELS_MOST = 120_000_000;
/** Of the longer side: as soft as a background is behind a portrait. */
const SOFT = 0.012;
/** Around a point that nothing stands out at: so much of the picture is looked at by itself. */
const LOOKED_SHARE = 0.5;
/** The least of a picture that counts as something. */
const LEAST_SHARE = 0.0005;

/** What a way needs and this machine has not got, in words. */
export function retouchProblem({ shelf }: Pick<Parts, 'shelf'>, way: Retouch['way']): string | null {
  return packProblem(() => shelf.folderOf(way === 'erase' ? 'fill-in' : 'cut-out'));
}

/** By the models of this machine. */
export function builtInRetouch(parts: Parts): Engine<Retouch, Retouched> {
  return {
    ...builtIn,
    problem: () => packProblem(() => parts.shelf.folderOf('cut-out')),
    async answer(wish, { signal }) {
      return { output: { bytes: await run(parts, wish, signal) } };
    },
  };
}

function run(parts: Parts, { way, picture, hole, point }: Retouch, signal: AbortSignal): Promise<Buffer> {
  if (way === 'erase') return erase(parts, picture, hole, signal);
  if (way === 'pick') return pick(parts, picture, point, signal);
  return way === 'remove_background'
    ? removeBackground(parts, picture, signal)
    : blurBackground(parts, picture, signal);
}

async function removeBackground(parts: Parts, picture: Uint8Array, signal: AbortSignal): Promise<Buffer> {
  return cutBy(picture, await subjectMask(parts, picture, signal));
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
  const flat = await open(picture).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer();
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
  const { data, info } = await open(picture)
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
  const alpha = await open(picture).extractChannel('alpha').raw().toBuffer();
  return withAlpha(data, alpha, { width, height });
}

/** What stands out where somebody has pointed; where nothing does, it is looked for in the surroundings alone. */
async function pick(parts: Parts, picture: Uint8Array, point: Retouch['point'], signal: AbortSignal): Promise<Buffer> {
  if (!point) throw new AppError('invalid', '请在图上点一下要抠出来的东西');
  const whole = partAt(await subjectMask(parts, picture, signal), point);
  if (whole && shareOf(whole) > LEAST_SHARE) return cutBy(picture, whole);
  const size = await sizeOf(picture);
  const [width, height] = [Math.round(size.width * LOOKED_SHARE), Math.round(size.height * LOOKED_SHARE)];
  const left = Math.round(Math.min(size.width - width, Math.max(0, point.x * size.width - width / 2)));
  const top = Math.round(Math.min(size.height - height, Math.max(0, point.y * size.height - height / 2)));
  const part = await open(picture).extract({ left, top, width, height }).png({ compressionLevel: 1 }).toBuffer();
  const inside = { x: (point.x * size.width - left) / width, y: (point.y * size.height - top) / height };
  const found = partAt(await subjectMask(parts, part, signal), inside);
  const isThere = found !== null && shareOf(found) > LEAST_SHARE;
  if (!isThere) throw new AppError('invalid', '没有看出点的是什么，请点在东西的中间，或用套索');
  const cut = await cutBy(part, found);
  const around = { left, top, right: size.width - left - width, bottom: size.height - top - height };
  return sharp(cut)
    .extend({ ...around, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

function shareOf({ data }: Mask): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / 255 / data.length;
}

type Size = { width: number; height: number };

/** A mask in the size of its picture. */
function alphaOf({ data, width, height }: Mask, size: Size): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/**
 * The picture as far as a mask shows it; what was transparent stays so. What is not seen any more is not in the file either:
 * it would be found there, and is most of what packing it costs.
 */
async function cutBy(picture: Uint8Array, mask: Mask): Promise<Buffer> {
  const { data, info } = await open(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const alpha = await alphaOf(mask, size);
  for (let n = 0, at = 0; n < alpha.length; n += 1, at += 4) {
    const seen = Math.min(alpha[n]!, data[at + 3]!);
    if (seen === 0) data[at] = data[at + 1] = data[at + 2] = 0;
    data[at + 3] = seen;
  }
  return sharp(data, { raw: { ...size, channels: 4 } })
    .png({ compressionLevel: 2 })
    .toBuffer();
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

function open(picture: Uint8Array) {
  return sharp(picture, { limitInputPixels: PIXELS_MOST }).toColourspace('srgb');
}

async function sizeOf(picture: Uint8Array): Promise<Size> {
  const { width, height } = await sharp(picture, { limitInputPixels: PIXELS_MOST }).metadata();
  return { width, height };
}
