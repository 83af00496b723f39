import { type CallKey, callOf } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';

const PLANNED: CallKey[] = ['candidate.list', 'candidate.summary', 'candidate.matrix'];

/** 挑选: asks for this many candidates and says what came of it. */
export function usePlan(mproject_id: string) {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const run = (count: number) => {
    setIsBusy(true);
    call('candidate.plan', { mproject_id, count })
      .then(
        ({ planned, limits, ceiling }) => {
          for (const key of PLANNED) void cache.invalidateQueries({ queryKey: [callOf(key).path] });
          const [limit] = limits;
          if (planned >= count || !limit) showToast('success', `挑好了 ${planned} 条`);
          else {
            // Those chosen before may stand in the way of more.
            const more = BigInt(ceiling) > planned ? '换一个随机种子再挑选，可能更多。' : '';
            showToast('warning', `要 ${count} 条，挑出 ${planned} 条。${limit.sentence}${more}`);
          }
        },
        // Said where all refusals are said.
        () => {},
      )
      .finally(() => setIsBusy(false));
  };
  return { run, is_busy: isBusy };
}
