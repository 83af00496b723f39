import type { Music } from '@mixreel/contract';
import { useCall } from '#lib/use-call.ts';

const PAGE = 100;

/** One piece of the library by its id; undefined until it has been found, null when it is not there any longer. */
export function useMusic(music_id: string | null): Music | null | undefined {
  const first = useCall('music.list', { page_size: PAGE }, { enabled: music_id !== null, stale_ms: 300_000 });
  const pages = first.data?.page_info.total_page ?? 1;
  const found = first.data?.items.find((music) => music.music_id === music_id);
  const isBehind = music_id !== null && first.data !== undefined && !found && pages > 1;
  const second = useCall('music.list', { page_size: PAGE, page_index: 2 }, { enabled: isBehind, stale_ms: 300_000 });
  if (found) return found;
  if (!first.data || (isBehind && !second.data)) return undefined;
  return second.data?.items.find((music) => music.music_id === music_id) ?? null;
}
