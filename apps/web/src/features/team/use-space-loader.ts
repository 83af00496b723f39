import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { showToast } from '#lib/toast.ts';
import { loadSpace, onSwitchElsewhere, useSpace } from './space.ts';

/** Loads the space for the shell, and again when another tab has changed it. */
export function useSpaceLoader() {
  const [params] = useSearchParams();
  const cache = useQueryClient();
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const teamId = useRef(params.get('teamId'));

  useEffect(() => {
    let isCurrent = true;
    loadSpace(teamId.current).catch((reason: Error) => isCurrent && setError(reason));
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  useEffect(
    () =>
      onSwitchElsewhere(() => {
        const follow = async () => {
          await loadSpace(null);
          await cache.resetQueries();
          showToast('info', `已在另一个标签页切换到「${useSpace.getState().current?.team_name ?? ''}」`);
        };
        follow().catch(() => {});
      }),
    [cache],
  );
  const retry = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return { error, retry };
}
