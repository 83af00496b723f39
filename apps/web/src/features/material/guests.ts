import { type ComponentType, createContext, useContext } from 'react';
import type { InputOf } from '#lib/call.ts';

export type NewClips = InputOf<'clip.add'>['clips'];

/** What wings above show inside the library, which knows none of them: `app/LibraryPage.tsx` brings them. */
export type Guests = {
  /** The finished videos of a project. */
  Artworks: ComponentType<{ project_id: string; onLook: (look: string) => void }>;
  FoundArtworks: ComponentType<{
    filter: Omit<InputOf<'artwork.find'>, 'page_index' | 'page_size'>;
    onLook: (look: string) => void;
  }>;
  AddToMix: ComponentType<{ clips: NewClips; project_id: string; onClose: () => void }>;
  /** The storyboards of a project. */
  Stories: ComponentType<{ project_id: string }>;
};

const GuestsContext = createContext<Guests | null>(null);
export const GuestsProvider = GuestsContext.Provider;

export function useGuests(): Guests {
  const guests = useContext(GuestsContext);
  if (!guests) throw new Error('The library is shown without its guests');
  return guests;
}
