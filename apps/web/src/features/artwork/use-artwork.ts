import { type Artwork, ERRORS } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { keyOf } from '#lib/answers.ts';
import { call, CallError } from '#lib/call.ts';

/** One finished video. Null when it is no longer there. */
export function useArtwork({ artwork_id }: { artwork_id: string }) {
  return useQuery({
    queryKey: keyOf('artwork.detail', 'or none', artwork_id),
    queryFn: async ({ signal }): Promise<Artwork | null> => {
      try {
        return await call('artwork.detail', { artwork_id }, { is_quiet: true, signal });
      } catch (error) {
        if (error instanceof CallError && error.code === ERRORS.not_found.code) return null;
        throw error;
      }
    },
    staleTime: 300_000,
  });
}
