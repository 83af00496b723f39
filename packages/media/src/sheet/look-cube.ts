import type { Cube } from '@mixreel/sheet';
import { FILTERS } from '#looks/filters.ts';
import { lookLut } from '#looks/look.ts';

/** Seventeen steps a side: 15 kB that a page reads once, and less than a level from the table of films. */
const SIDE = 17;

/** A look of the product as pictures are changed by it; null where there is none of that name. */
export function lookCube(look_id: string): Cube | null {
  if (!FILTERS.some(({ key }) => key === look_id)) return null;
  const lut = lookLut({ filter: look_id, strength: 100 }, SIDE);
  return lut ? { side: lut.size, data: Uint8Array.from(lut.values, (value) => Math.round(value * 255)) } : null;
}
