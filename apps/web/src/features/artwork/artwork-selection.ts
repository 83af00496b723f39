import type { Artwork } from '@mixreel/contract';
import { create } from 'zustand';

type Selection = {
  /** What is ticked, in the order in which it was. */
  picked: ReadonlyMap<string, Artwork>;
  /** Where a range begins, and the card that the keyboard is at. */
  anchor: number | null;
  active: number | null;
};

const NOTHING: Selection = { picked: new Map(), anchor: null, active: null };

export const useArtworkSelection = create<Selection>(() => NOTHING);

export function pickedArtworks(): Artwork[] {
  return [...useArtworkSelection.getState().picked.values()];
}

export function clearPicked({ keep_place = false } = {}): void {
  useArtworkSelection.setState(keep_place ? { picked: new Map() } : NOTHING);
}

/** Only this one, as a click does. */
export function pickOnly(artwork: Artwork, index: number): void {
  useArtworkSelection.setState({ picked: mapOf([artwork]), anchor: index, active: index });
}

/** This one too, or no longer. */
export function togglePicked(artwork: Artwork, index: number): void {
  useArtworkSelection.setState(({ picked }) => {
    const next = new Map(picked);
    if (!next.delete(artwork.artwork_id)) next.set(artwork.artwork_id, artwork);
    return { picked: next, anchor: index, active: index };
  });
}

/** A range: in place of what was ticked, or in addition to it. The anchor stays where it was. */
export function pickRangeOf(range: Artwork[], active: number, { add }: { add: boolean }): void {
  useArtworkSelection.setState(({ picked }) => ({
    picked: new Map([...(add ? picked : []), ...mapOf(range)]),
    active,
  }));
}

export function pickThese(artworks: Artwork[]): void {
  useArtworkSelection.setState({ picked: mapOf(artworks) });
}

export function goToCard(active: number): void {
  useArtworkSelection.setState({ active, anchor: active });
}

/** What is ticked is still ticked, as it is now. */
export function renewPicked(artworks: Artwork[]): void {
  useArtworkSelection.setState(({ picked }) => {
    const known = artworks.filter(({ artwork_id }) => picked.has(artwork_id));
    return known.length === 0 ? {} : { picked: new Map([...picked, ...mapOf(known)]) };
  });
}

function mapOf(artworks: Artwork[]): Map<string, Artwork> {
  return new Map(artworks.map((one) => [one.artwork_id, one]));
}
