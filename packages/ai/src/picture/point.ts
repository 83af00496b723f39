import { AiError } from '#errors.ts';
import type { Mask } from '#picture/mask.ts';
import type { Picture } from '#vision/sight.ts';

/** A place in a picture, in fractions of it, that belongs to what is wanted or does not. */
export type Point = { x: number; y: number; is_in: boolean };

/** What a model keeps of a picture that it looked at, for all that is asked about it later: 8 MB that mean nothing elsewhere. */
export type Study = Uint8Array;

/** What was pointed at; `sure` is how well the model thinks that it fits, 0 to 1. */
export type Pointed = { mask: Mask; sure: number };

export type StudyInput = { picture: Picture };
export type PointOutInput = { study: Study; points: Point[]; picture: Picture };

/** The model looks at a square of so many pixels, and tells for a quarter of them to a side what belongs. */
export const STUDY_SIDE = 1024;
export const TOLD_SIDE = STUDY_SIDE / 4;

/** What is kept, in the order in which it lies in a study; each number takes two bytes. */
export const STUDY_PARTS: { name: string; shape: number[] }[] = [
  { name: 'image_embed', shape: [1, 256, 64, 64] },
  { name: 'high_res_feats_0', shape: [1, 32, 256, 256] },
  { name: 'high_res_feats_1', shape: [1, 64, 128, 128] },
];

const POINTS_MOST = 100;
const STUDY_BYTES = STUDY_PARTS.reduce((sum, { shape }) => sum + 2 * shape.reduce((all, side) => all * side, 1), 0);

export function checkPoints(study: Study, points: Point[]): void {
  if (study.length !== STUDY_BYTES) throw new AiError('bad-option', `a study of ${study.length} bytes`);
  const areInside = points.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1);
  const isRight = areInside && points.length <= POINTS_MOST && points.some(({ is_in }) => is_in);
  if (!isRight) throw new AiError('bad-option', `points ${JSON.stringify(points.slice(0, 5))}`);
}
