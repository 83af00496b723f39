import type { Artwork, CallKey } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { changeAnswers } from '#lib/answers.ts';
import { readAgain } from '#lib/read-again.ts';
import { artworkPicks } from './artwork-selection.ts';

/** Shows finished videos as they are now, wherever they are shown, without reading anything again. */
export function showArtworks(cache: QueryClient, artworks: Artwork[]): void {
  const changed = new Map(artworks.map((one) => [one.artwork_id, one]));
  changeAnswers(cache, 'artwork.list', (page) => {
    if (!page.items?.some(({ artwork_id }) => changed.has(artwork_id))) return page;
    return { ...page, items: page.items.map((one) => changed.get(one.artwork_id) ?? one) };
  });
  for (const one of artworks) {
    const { artwork_id } = one;
    changeAnswers(cache, 'artwork.detail', (before) => ({ ...before, ...one }), { artwork_id });
  }
  artworkPicks.renew(artworks);
}

/** What is counted and listed of them. */
export const LISTS: CallKey[] = ['artwork.list', 'artwork.dirs', 'dir.tree', 'dir.checkboxes'];

/** Videos or directories came, went or changed places. */
export async function refreshArtworks(
  cache: QueryClient,
  keys: CallKey[] = [...LISTS, 'artwork.detail'],
): Promise<void> {
  await readAgain(cache, keys);
}
