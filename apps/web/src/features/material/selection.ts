import { createPicks } from '#lib/picks.ts';

/** A card of the library by its own id, with the material that it belongs to. */
export type Picked = { id: string; material_id: string };

/** What is ticked in the library: materials, or shots of a search. */
export const selection = createPicks<Picked>(({ id }) => id);

/** The materials of what is ticked, each once. */
export function pickedMaterials(): string[] {
  return [...new Set(Array.from(selection.use.getState().picked.values(), ({ material_id }) => material_id))];
}
