import type { Artwork } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { heldAnswers } from '#lib/answers.ts';

/** Those of the finished videos that some page has read already. */
export function knownArtworks(cache: QueryClient, artwork_ids: string[]): Artwork[] {
  const wanted = new Set(artwork_ids);
  const found = new Map<string, Artwork>();
  for (const { items } of heldAnswers(cache, 'artwork.list')) {
    for (const one of items) if (wanted.has(one.artwork_id)) found.set(one.artwork_id, one);
  }
  return artwork_ids.flatMap((artwork_id) => found.get(artwork_id) ?? []);
}

/** Bytes of all, from those that are known; null when none is. */
export function estimateBytes(known: Pick<Artwork, 'bytes'>[], count: number): number | null {
  if (known.length === 0) return null;
  return Math.round((known.reduce((sum, { bytes }) => sum + bytes, 0) / known.length) * count);
}
