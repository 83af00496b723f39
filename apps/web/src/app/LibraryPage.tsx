import { lazy } from 'react';
import { type Guests, GuestsProvider } from '#features/material/guests.ts';
import { MaterialPage } from '#features/material/MaterialPage.tsx';

const GUESTS: Guests = {
  Artworks: lazy(async () => ({ default: (await import('#features/artwork/ArtworkPart.tsx')).ArtworkPart })),
  FoundArtworks: lazy(async () => ({ default: (await import('#features/artwork/FoundArtworks.tsx')).FoundArtworks })),
  AddToMix: lazy(async () => ({ default: (await import('#features/mix/AddToMixDialog.tsx')).AddToMixDialog })),
  Stories: lazy(async () => ({ default: (await import('#features/story/StoryList.tsx')).StoryList })),
};

/** The library, with what it shows of the rooms where videos are made. */
export function LibraryPage() {
  return (
    <GuestsProvider value={GUESTS}>
      <MaterialPage />
    </GuestsProvider>
  );
}
