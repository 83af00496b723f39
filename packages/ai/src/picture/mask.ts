import { AiError } from '#errors.ts';
import type { Picture } from '#vision/sight.ts';

/** How much of each pixel belongs: 0 not at all, 255 wholly. */
export type Mask = { data: Uint8Array; width: number; height: number };

/** What is cut out: a person with hair and fingers, or whatever stands out. */
export const SUBJECTS = ['person', 'thing'] as const;
export type Subject = (typeof SUBJECTS)[number];

export type CutOutInput = { picture: Picture; subject: Subject };
export type FillInput = { picture: Picture; hole: Mask };

/** A picture is worked on no larger than this. */
export const LONGEST_SIDE = 4096;

/** Refuses a mask that is not one. */
export function checkMask({ data, width, height }: Mask): void {
  const isRight =
    Number.isInteger(width) &&
    Number.isInteger(height) &&
    Math.min(width, height) > 0 &&
    Math.max(width, height) <= LONGEST_SIDE &&
    data.length === width * height;
  if (!isRight) throw new AiError('bad-option', `a mask of ${data.length} bytes for ${width}x${height}`);
}
