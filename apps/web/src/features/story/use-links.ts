import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveDocument } from '#features/document/live-document.ts';
import type { OutputOf } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce } from '#lib/timing.ts';
import { useCall } from '#lib/use-call.ts';

const REST_MS = 1500;
/** What a board's rows and facts became in mixes. */
export type Links = OutputOf<'storyMix.ofBoard'>;
const NONE: Links = { items: [], facts: [] };

/** What a board's rows became; asked again once the board rests after a change. */
export function useBoardLinks(live: LiveDocument): Links {
  const { data } = useCall('storyMix.ofBoard', { story_board_id: live.document_id });
  useAgain('storyMix.ofBoard', (data?.items.length ?? 0) > 0, live);
  return data ?? NONE;
}

/** What a mix's shootings were made of. */
export function useMixLinks(live: LiveDocument): Links {
  const { data } = useCall('storyMix.ofMix', { mproject_id: live.document_id });
  useAgain('storyMix.ofMix', (data?.items.length ?? 0) > 0, live);
  return data ?? NONE;
}

function useAgain(key: 'storyMix.ofBoard' | 'storyMix.ofMix', isLinked: boolean, { view }: LiveDocument): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isLinked) return;
    const read = debounce(() => void readAgain(cache, key), REST_MS);
    const forget = view.subscribe((now, before) => now.sequence !== before.sequence && read());
    return () => {
      forget();
      read.cancel();
    };
  }, [cache, key, isLinked, view]);
}
