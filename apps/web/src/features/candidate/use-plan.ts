import { type CallKey, callOf } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type InputOf } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';

const PLANNED: CallKey[] = ['candidate.list', 'candidate.summary', 'candidate.matrix'];

/** 挑选: asks for candidates and says what came of it. */
export function usePlan(mproject_id: string) {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const run = (how: Omit<InputOf<'candidate.plan'>, 'mproject_id'>) => {
    setIsBusy(true);
    call('candidate.plan', { mproject_id, ...how })
      .then(
        ({ planned, limits }) => {
          for (const key of PLANNED) void cache.invalidateQueries({ queryKey: [callOf(key).path] });
          const [limit] = limits;
          if (planned === 0) showToast('warning', limit?.sentence ?? '还组合不出视频，先给每个镜头放上片段');
          else showToast('success', `挑好了 ${planned} 条`);
        },
        // Said where all refusals are said.
        () => {},
      )
      .finally(() => setIsBusy(false));
  };
  return { run, is_busy: isBusy };
}
