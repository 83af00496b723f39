import { BoundedMap } from '@mixreel/media';
import type { App } from '#context.ts';
import { recent } from '#memory.ts';

/** So many materials of a list come up to the one named, itself included; none is where the list begins. */
export type Place = { index: number; material_id: string | null };
/** Where pages of a list ended: ids by how many come up to them. */
export type Places = Map<number, string>;

/** Lists that are scrolled through at a time, and pages of one, of some 50 bytes each. */
const LISTS_MAX = 100;
const PLACES_MAX = 2000;

type Kept = { version: string; places: Places };
const listsOf = recent<Kept>(LISTS_MAX);

/** What is known of a list; nothing when it was of another version, that is, when something in it has changed since. */
export function knownPlaces(app: Pick<App, 'memory'>, list: string, version: string): Places {
  const kept = listsOf(app);
  const known = kept.get(list);
  if (known?.version === version) return known.places;
  const places: Places = new BoundedMap(PLACES_MAX);
  kept.set(list, { version, places });
  return places;
}

/** The last known place that is not beyond an offset. */
export function placeBefore(places: Places, offset: number): Place {
  let nearest: Place = { index: 0, material_id: null };
  for (const [index, material_id] of places) {
    if (index <= offset && index > nearest.index) nearest = { index, material_id };
  }
  return nearest;
}

export function addPlace(places: Places, index: number, material_id: string): void {
  places.set(index, material_id);
}
