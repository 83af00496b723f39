import { AiError } from '#errors.ts';
import { SIGHT_PARTS, type Picture, type SightPart } from '#vision/sight.ts';

export const MOST_PICTURES = 500;
const LONGEST_SIDE = 8192;
const SHORTEST_SIDE = 16;

export function checkWanted(want: readonly SightPart[]): void {
  const unknown = want.find((part) => !SIGHT_PARTS.includes(part));
  if (unknown !== undefined || want.length === 0) throw new AiError('bad-option', `want ${want.join()}`);
}

/** Refuses what no model should be asked to look at, before a process is started for it. */
export function checkPictures(pictures: readonly Picture[]): void {
  if (pictures.length > MOST_PICTURES) throw new AiError('bad-option', `${pictures.length} pictures`);
  for (const [at, picture] of pictures.entries()) {
    if (typeof picture === 'string') continue;
    const { data, width, height } = picture;
    const isRight =
      Number.isInteger(width) &&
      Number.isInteger(height) &&
      Math.min(width, height) >= SHORTEST_SIDE &&
      Math.max(width, height) <= LONGEST_SIDE &&
      data.length === width * height * 3;
    if (!isRight) throw new AiError('bad-picture', `picture ${at}: ${data.length} bytes for ${width}x${height}`);
  }
}
