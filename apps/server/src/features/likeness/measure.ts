import type { LikenessReport, LikenessSetting } from '@mixreel/contract';
import { type KindsOfLikeness as Likeness, type LikenessTables, weigh } from '@mixreel/media';
import { levelOf } from '#features/standard/level.ts';
import type { Video } from './likeness.queries.ts';

/** Everything measured: the set stands first among all. */
export type Measured = {
  set: Video[];
  outside: Video[];
  all: Video[];
  of(row: number, column: number): Likeness;
  overall(row: number, column: number): number;
};

export function measure(
  set: Video[],
  outside: Video[],
  { columns, picture, sound, text }: LikenessTables,
  { weights }: LikenessSetting,
): Measured {
  const of = (row: number, column: number): Likeness => {
    const at = row * columns + column;
    return { picture: picture[at]!, sound: sound[at]!, text: text[at]! };
  };
  return {
    set,
    outside,
    all: [...set, ...outside],
    of,
    overall: (row, column) => weigh(of(row, column), weights),
  };
}

type Figures = Pick<LikenessReport, 'matrix' | 'rows' | 'share' | 'level'>;

/** What a report says of the measures. */
export function describe(measured: Measured, setting: LikenessSetting): Figures {
  const { set, all, of, overall } = measured;
  const matrix: Figures['matrix'] = { all: [], picture: [], sound: [], text: [] };
  for (let row = 0; row < set.length; row += 1) {
    for (let column = row + 1; column < set.length; column += 1) {
      const { picture, sound, text } = of(row, column);
      matrix.all.push(permille(overall(row, column)));
      matrix.picture.push(permille(picture));
      matrix.sound.push(permille(sound));
      matrix.text.push(permille(text));
    }
  }
  const rows = set.map(({ artwork_id, artwork_name }, row) => {
    const closest = closestTo(measured, row);
    const likeness = closest < 0 ? 0 : overall(row, closest);
    const parts = closest < 0 ? { picture: 0, sound: 0, text: 0 } : of(row, closest);
    return {
      artwork_id,
      artwork_name,
      cover_url: null,
      closest_id: all[closest]?.artwork_id ?? null,
      closest_name: all[closest]?.artwork_name ?? '',
      closest_is_outside: closest >= set.length,
      likeness: round(likeness),
      picture: roundKnown(parts.picture),
      sound: roundKnown(parts.sound),
      text: roundKnown(parts.text),
      level: levelOf(likeness, setting),
    };
  });
  const share = set.filter((_, row) => !isNew(measured, row, setting)).length / set.length;
  return { matrix, rows, share: round(share), level: levelOf(share, setting) };
}

function closestTo({ all, overall }: Measured, row: number): number {
  let closest = -1;
  for (let column = 0; column < all.length; column += 1) {
    if (column !== row && (closest < 0 || overall(row, column) > overall(row, closest))) closest = column;
  }
  return closest;
}

/** Of videos that are alike from the third level on, the first is new and the others are not. Ids are in order of time. */
function isNew({ set, all, overall }: Measured, row: number, { levels }: LikenessSetting): boolean {
  const own = set[row]!.artwork_id;
  return !all.some(({ artwork_id }, column) => artwork_id < own && overall(row, column) >= levels[1]);
}

function permille(value: number): number {
  return Math.round(Math.max(0, value) * 1000);
}

function roundKnown(value: number): number | null {
  return value < 0 ? null : round(value);
}

export function round(value: number): number {
  return Math.round(Math.max(0, value) * 1000) / 1000;
}
