import type { Preview } from '@mixreel/contract';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keyOf, question } from '#lib/answers.ts';
import { call, isPassing } from '#lib/call.ts';
import { useEditorState } from '../editor-state.ts';
import { type Combination, combinationOf } from './combination.ts';
import { useStage } from './stage-state.ts';

/** Who only leafs through combinations does not have each of them rendered. */
const SETTLE_MS = 1200;
const ASK_AGAIN_MS = 2000;
const RETRY_MS = 5000;
const KEEP_MS = 60_000;

type Quality = Preview['quality'];
/** With a sequence: of the mix as it was after that step of its history. */
type Wanted = Combination & { sequence?: number };

/** The key holds the version: what was answered before a change is never taken for what was answered after it. */
export function previewQuery(mproject_id: string, combination: Wanted, quality: Quality, version: number) {
  const input = { mproject_id, ...combination, quality };
  return {
    queryKey: keyOf('candidate.preview', input, version),
    queryFn: ({ signal }: { signal: AbortSignal }) => call('candidate.preview', input, { is_quiet: true, signal }),
    staleTime: Infinity,
    gcTime: KEEP_MS,
  };
}

export function prefetchPreview(cache: QueryClient, mproject_id: string, combination: Combination): Promise<Preview> {
  return cache.fetchQuery(previewQuery(mproject_id, combination, 'draft', useStage.getState().version));
}

export type StagePreview = {
  /** What to show: the finished video where it exists, else its draft; of the combination before while it is made. */
  preview: Preview | undefined;
  /** Something newer is on its way. */
  is_updating: boolean;
  /** How much of it there is, once that takes a while; 0 to 1. */
  progress: number | null;
  error: Error | null;
  /** Of the finished video, 0 to 1. */
  readiness: number;
  /** The finished video is being made. */
  is_rendering: boolean;
  /** Why there is no finished video although there is a draft. */
  full_error: Error | null;
  retry: () => void;
  retryFull: () => void;
};

/** The combination of the editor: first as a draft, which is there in a moment, then as it will be exported. */
export function useStagePreview(mproject_id: string, { enabled }: { enabled: boolean }): StagePreview {
  const candidate_id = useEditorState((state) => state.candidate_id);
  const picks = useEditorState((state) => state.picks);
  const version = useStage((state) => state.version);
  const sequence = useEditorState((state) => state.sequence);
  // A candidate of today may show what was not there then.
  const isPast = sequence !== null;
  const combination = { ...combinationOf(isPast ? null : candidate_id, picks), ...(isPast && { sequence }) };

  const [isRendering, setIsRendering] = useState(false);
  const draft = useQuery({
    ...previewQuery(mproject_id, combination, 'draft', version),
    enabled,
    placeholderData: keepPreviousData,
    // The finished video is answered when it is whole; how far it is, the draft says. And nobody who lost the network
    // for a moment should have to press a button.
    refetchInterval: ({ state }) =>
      isRendering ? ASK_AGAIN_MS : state.error && isPassing(state.error) ? RETRY_MS : false,
  });
  const isHere = draft.data !== undefined && !draft.isPlaceholderData;
  const isUpdating = draft.isFetching && !isHere;
  const progress = useProgress(mproject_id, combination, isUpdating);
  const isSettled = useSettled(isHere ? `${draft.data.url} ${version}` : '');
  const full = useQuery({
    ...previewQuery(mproject_id, combination, 'full', version),
    enabled: enabled && isHere && (isSettled || draft.data.readiness >= 1),
  });
  const whole = isHere ? full.data : undefined;
  if (isRendering !== full.isFetching) setIsRendering(full.isFetching);
  return {
    preview: whole ?? draft.data,
    is_updating: isUpdating,
    progress,
    error: isHere || draft.isFetching ? null : draft.error,
    readiness: whole ? 1 : isHere ? draft.data.readiness : 0,
    is_rendering: isHere && full.isFetching,
    full_error: isHere && !full.isFetching ? full.error : null,
    retry: () => void draft.refetch(),
    retryFull: () => void full.refetch(),
  };
}

/** How far the draft is that is being made; null at first, when it is usually there in a moment. */
function useProgress(mproject_id: string, combination: Wanted, isMaking: boolean): number | null {
  const input = { mproject_id, ...combination };
  const isLong = useSettled(isMaking ? JSON.stringify(input) : '');
  const asked = useQuery({
    ...question('candidate.readiness', input),
    enabled: isMaking && isLong,
    refetchInterval: ASK_AGAIN_MS,
    gcTime: 0,
  });
  return isLong ? (asked.data?.readiness ?? null) : null;
}

/** Whether something has been the same for a while. */
function useSettled(what: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(what), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return what !== '' && settled === what;
}
