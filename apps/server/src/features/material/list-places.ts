import type { Pool } from 'pg';

/** So many materials of a list come up to the one named, itself included; none is where the list begins. */
export type Place = { index: number; material_id: string | null };
/** Where pages of a list ended: ids by how many come up to them. */
export type Places = Map<number, string>;

/** Lists that are scrolled through at a time, and pages of one, of some 50 bytes each. */
const LISTS_MAX = 100;
const PLACES_MAX = 2000;

type Kept = { version: string; places: Places };
const lists = new WeakMap<Pool, Map<string, Kept>>();

/** What is known of a list; nothing when it was of another version, that is, when something in it has changed since. */
export function knownPlaces(pool: Pool, list: string, version: string): Places {
  const kept = lists.get(pool) ?? new Map<string, Kept>();
  lists.set(pool, kept);
  const known = kept.get(list);
  const places: Places = known?.version === version ? known.places : new Map();
  // The list that was asked for last stands last.
  kept.delete(list);
  kept.set(list, { version, places });
  dropOldest(kept, LISTS_MAX);
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
  dropOldest(places, PLACES_MAX);
}

function dropOldest<K, V>(kept: Map<K, V>, max: number): void {
  const [oldest] = kept.keys();
  if (kept.size > max && oldest !== undefined) kept.delete(oldest);
}
