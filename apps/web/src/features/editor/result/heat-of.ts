import type { Matrix } from '#features/likeness/heat.ts';
import type { OutputOf } from '#lib/call.ts';

/** The candidates of a mix for the heat map, by their numbers. */
export function heatOf({ numbers, likeness }: OutputOf<'candidate.matrix'>): Matrix {
  return { names: numbers.map((number) => `第 ${number} 条`), likeness };
}
