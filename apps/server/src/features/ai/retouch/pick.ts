import { createHash } from 'node:crypto';
import type { Mask, Point, RawPicture } from '@mixreel/ai';
import { AppError } from '@mixreel/contract';
import sharp from 'sharp';
import type { Parts } from '../ability.ts';
import { rawOf } from '../raw-picture.ts';
import { askModel, packProblem } from '../refusal.ts';
import { subjectMask } from '../subject-mask.ts';
import { cutBy, openPicture, sizeOf } from './open-picture.ts';
import { partAt } from './part-at.ts';
import { studyOf } from './studies.ts';

/** The largest that a mask is laid along the edges of. */
const FULL_SIDE = 4096;
/** Around a point that nothing stands out at: so much of the picture is looked at by itself. */
const LOOKED_SHARE = 0.5;
/** The least of a picture that counts as something; less where a model was told what. */
const LEAST_SHARE = 0.0005;
const TOLD_LEAST = 0.00002;

type Picked = { bytes: Buffer; note: string | null };

/** Why nothing can be pointed at on this machine; null where it can. */
export function pointProblem({ shelf }: Pick<Parts, 'shelf'>): string | null {
  return packProblem(() => shelf.folderOf('point-out'));
}

/** The one thing that was pointed at, cut out of its picture. */
export async function pick(parts: Parts, picture: Uint8Array, points: Point[], signal: AbortSignal): Promise<Picked> {
  const first = points.find(({ is_in }) => is_in);
  if (!first) throw new AppError('invalid', '请在图上点一下要抠出来的东西');
  if (pointProblem(parts) !== null) {
    const note = '点选模型没有下载，只能抠出单独立着的东西';
    return { bytes: await pickWhatStandsOut(parts, picture, first, signal), note };
  }
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const { study } = await studyOf(parts, { sha256, read: async () => picture }, signal);
  const { mask } = await parts.ai.pointOut(study, points, await rawOf(picture, FULL_SIDE), { signal });
  const { png, share } = await cutBy(picture, mask);
  if (share < TOLD_LEAST) throw nothingThere();
  return { bytes: await png(), note: null };
}

/** What would be cut out, as a mask in a small size: white is in, as a PNG. `sure` is how well the model thinks that it fits. */
export async function showPick(
  parts: Parts,
  known: { sha256: string; read: () => Promise<Uint8Array> },
  points: Point[],
  signal: AbortSignal,
): Promise<{ png: Buffer; width: number; height: number; sure: number }> {
  return askModel(async () => {
    const { study, small } = await studyOf(parts, known, signal);
    const { picture, alpha } = await openSmall(small);
    const { mask, sure } = await parts.ai.pointOut(study, points, picture, { signal });
    const { width, height } = mask;
    const data = alpha ? mask.data.map((value, n) => Math.min(value, alpha[n]!)) : mask.data;
    if (shareOf({ data, width, height }) < TOLD_LEAST) throw nothingThere();
    const png = await sharp(data, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    return { png, width, height, sure };
  });
}

/** What is transparent is white to models, and is said not to be there. */
async function openSmall(small: Buffer): Promise<{ picture: RawPicture; alpha: Uint8Array | null }> {
  const { data, info } = await openPicture(small).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { picture: { data, width, height }, alpha: null };
  const picture = await rawOf(small, FULL_SIDE);
  return { picture, alpha: Uint8Array.from({ length: width * height }, (_, n) => data[channels * n + channels - 1]!) };
}

function nothingThere(): AppError {
  return new AppError('invalid', '这里没有看出东西，请点在要抠的东西中间');
}

/** Without a model that takes points: what stands out where somebody has pointed; where nothing does, in the surroundings alone. */
async function pickWhatStandsOut(
  parts: Parts,
  picture: Uint8Array,
  point: Point,
  signal: AbortSignal,
): Promise<Buffer> {
  const whole = partAt(await subjectMask(parts, picture, signal), point);
  if (whole && shareOf(whole) > LEAST_SHARE) return (await cutBy(picture, whole)).png();
  const size = await sizeOf(picture);
  const [width, height] = [Math.round(size.width * LOOKED_SHARE), Math.round(size.height * LOOKED_SHARE)];
  const left = Math.round(Math.min(size.width - width, Math.max(0, point.x * size.width - width / 2)));
  const top = Math.round(Math.min(size.height - height, Math.max(0, point.y * size.height - height / 2)));
  const part = await openPicture(picture).extract({ left, top, width, height }).png({ compressionLevel: 1 }).toBuffer();
  const inside = { x: (point.x * size.width - left) / width, y: (point.y * size.height - top) / height };
  const found = partAt(await subjectMask(parts, part, signal), inside);
  const isThere = found !== null && shareOf(found) > LEAST_SHARE;
  if (!isThere) throw new AppError('invalid', '没有看出点的是什么，请点在东西的中间，或用套索');
  const { png } = await cutBy(part, found);
  const around = { left, top, right: size.width - left - width, bottom: size.height - top - height };
  return sharp(await png())
    .extend({ ...around, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

function shareOf({ data }: Mask): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / 255 / data.length;
}
