import { artwork, type Artwork } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/call.ts';

const PAGE = 100;

type Wanted = { project_id: string; mproject_id: string; artwork_id: string };

/** One finished video of a mix. Null when it is no longer there. */
export function useArtwork({ project_id, mproject_id, artwork_id }: Wanted) {
  return useQuery({
    queryKey: [artwork.list.path, 'one', artwork_id],
    queryFn: async ({ signal }): Promise<Artwork | null> => {
      for (let page_index = 1; ; page_index += 1) {
        const input = { project_id, mproject_id, page_index, page_size: PAGE };
        const { items, page_info } = await call('artwork.list', input, { is_quiet: true, signal });
        const found = items.find((one) => one.artwork_id === artwork_id);
        if (found) return found;
        if (page_index >= page_info.total_page) return null;
      }
    },
    staleTime: 300_000,
  });
}
