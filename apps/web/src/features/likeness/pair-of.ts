import type { LikenessReport } from '@mixreel/contract';
import { likenessAt } from './heat.ts';
import type { HeatKind } from './likeness-words.ts';

export type PairSide = { artwork_id: string; name: string };
/** Two videos side by side, and how alike they are where that was measured. */
export type PairOf = { sides: [PairSide, PairSide]; likeness: Partial<Record<HeatKind, number | null>> };

/** Two videos of the set, by their places. */
export function pairAt({ artwork_ids, names, matrix }: LikenessReport, first: number, second: number): PairOf {
  const side = (index: number) => ({ artwork_id: artwork_ids[index] ?? '', name: names[index] ?? '' });
  const at = (kind: HeatKind) => likenessAt({ names, likeness: matrix[kind] }, first, second);
  return {
    sides: [side(first), side(second)],
    likeness: { all: at('all'), picture: at('picture'), sound: at('sound'), text: at('text') },
  };
}

/** A video and the one most like it; null where there is none. */
export function pairOfRow(row: LikenessReport['rows'][number]): PairOf | null {
  const { artwork_id, artwork_name, closest_id, closest_name, likeness, picture, sound, text } = row;
  if (closest_id === null) return null;
  return {
    sides: [
      { artwork_id, name: artwork_name },
      { artwork_id: closest_id, name: closest_name },
    ],
    likeness: { all: likeness, picture, sound, text },
  };
}
