import type { Candidate, Preview } from '@mixreel/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { useStage } from '../stage/stage-state.ts';
import { prefetchPreview, previewQuery } from '../stage/use-stage-preview.ts';

const CALM_MS = 250;

/** The one card that plays. A glance while the pointer passes is not meant. */
const usePlaying = create<{ candidate_id: string | null }>(() => ({ candidate_id: null }));
let waiting = 0;

export function playCard(candidate_id: string, { after_ms = 120 } = {}): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => usePlaying.setState({ candidate_id }), after_ms);
}

export function stopCard(): void {
  clearTimeout(waiting);
  usePlaying.setState({ candidate_id: null });
}

type Playing = { preview: Preview | undefined; error: Error | null };

/** What a card plays: nothing unless it is its turn. */
export function useCardPreview({ candidate_id, mproject_id }: Candidate): Playing | null {
  const isMine = usePlaying((state) => state.candidate_id === candidate_id);
  const version = useStage((state) => state.version);
  const asked = previewQuery(mproject_id, { candidate_id }, 'draft', version);
  const query = useQuery({ ...asked, enabled: isMine });
  const cache = useQueryClient();
  const giveUp = useEffectEvent(() => void cache.cancelQueries({ queryKey: asked.queryKey }));
  // A draft takes seconds to make; of ten cards that the pointer passed, nine would go on being waited for.
  useEffect(() => (isMine ? () => giveUp() : undefined), [isMine]);
  return isMine ? { preview: query.data, error: query.error } : null;
}

/** Makes ready what can be seen, one after the other, from the top; what was scrolled away is left. */
export function usePrefetch(mproject_id: string, visible: Candidate[]): void {
  const cache = useQueryClient();
  const version = useStage((state) => state.version);
  const ids = visible.map(({ candidate_id }) => candidate_id).join(' ');
  useEffect(() => {
    if (ids === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => void prefetchAll(cache, mproject_id, ids.split(' '), stop.signal), CALM_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [cache, mproject_id, ids, version]);
}

async function prefetchAll(
  cache: QueryClient,
  mproject_id: string,
  candidate_ids: string[],
  signal: AbortSignal,
): Promise<void> {
  for (const candidate_id of candidate_ids) {
    if (signal.aborted) return;
    const { queryKey } = previewQuery(mproject_id, { candidate_id }, 'draft', useStage.getState().version);
    const giveUp = () => void cache.cancelQueries({ queryKey, type: 'inactive' });
    signal.addEventListener('abort', giveUp, { once: true });
    // One that can't be made says so when somebody wants to see it.
    await prefetchPreview(cache, mproject_id, { candidate_id }).catch(() => {});
    signal.removeEventListener('abort', giveUp);
  }
}
