import type { CallKey, MixChange } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { OPEN_STATUSES } from '#features/task/task-words.ts';
import { useSpace } from '#features/team/space.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce, throttle } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { useStage } from './stage-state.ts';

/** Letters come as acts of their own; what is made of them can wait until they rest. */
const EDITED_MS = 450;
const QUIET_MS = 150;
const OFTEN_MS = 600;
const SELDOM_MS = 3000;

const PLANNED: CallKey[] = ['candidate.list', 'candidate.summary', 'candidate.matrix'];
const MAKING: CallKey[] = ['candidate.exports', 'task.listByMixProject'];
/** Dearer to read, and nobody counts along. */
const MADE: CallKey[] = ['candidate.list', 'candidate.summary', 'artwork.list', 'artwork.dirs'];

/**
 * Keeps what is said of a mix's videos up to date: which there are, how they look, how far they are. `with_mix` where
 * nobody else keeps the mix itself.
 */
export function useCandidateFeed(mproject_id: string, { with_mix = false } = {}): void {
  const cache = useQueryClient();
  const space = useSpace((state) => state.current);
  const feed = useMemo(() => {
    const refresh = (keys: CallKey[]) => void readAgain(cache, keys);
    return {
      edited: debounce(() => {
        useStage.setState(({ version }) => ({ version: version + 1 }));
        refresh(['candidate.summary', 'candidate.check', ...(with_mix ? ['mix.detail' as const] : [])]);
      }, EDITED_MS),
      planned: debounce(() => refresh(PLANNED), QUIET_MS),
      making: throttle(() => refresh(MAKING), OFTEN_MS),
      made: throttle(() => refresh(MADE), SELDOM_MS),
    };
  }, [cache, with_mix]);
  useEffect(
    () => () => {
      feed.edited.cancel();
      feed.planned.cancel();
    },
    [feed],
  );

  const tellMade = () => {
    feed.making();
    feed.made();
  };
  const take = ({ part }: MixChange) => {
    if (part === 'candidates') feed.planned();
    else if (part === 'exports') tellMade();
    else feed.edited();
  };
  // What happened while the stream was away is read again.
  const catchUp = () => {
    feed.edited();
    feed.planned();
    tellMade();
  };
  useStream('mix.changes', { mproject_id }, { onMessage: take, onError: (error) => error && catchUp() });
  // An export that ends in the middle, cancelled or failed, says so only as a task: its videos are free again.
  useStream(
    'task.changes',
    { team_id: space?.team_id },
    {
      onMessage: (task) => {
        if (task.mproject_id === mproject_id && !OPEN_STATUSES.includes(task.status)) tellMade();
      },
    },
    { enabled: space !== null },
  );
}
