import type { Artwork } from '@mixreel/contract';
import { createPicks } from '#lib/picks.ts';

export const artworkPicks = createPicks<Artwork>(({ artwork_id }) => artwork_id);

export function pickedArtworks(): Artwork[] {
  return [...artworkPicks.use.getState().picked.values()];
}
