import { type CallKey, callOf, resolveConfig } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { reasonOf } from './Hindrances.tsx';

const PLANNED: CallKey[] = ['candidate.list', 'candidate.summary', 'candidate.matrix', 'candidate.check'];
/** As many batches there are before the first one comes again. */
const SEEDS = 1_000_000;

/** 挑选: asks for this many candidates and says what came of it. */
export function usePlan(mproject_id: string) {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const plan = (count: number, prepare: () => Promise<unknown>) => {
    setIsBusy(true);
    prepare()
      .then(() => call('candidate.plan', { mproject_id, count }))
      .then(
        ({ planned, limits, ceiling, openings }) => {
          for (const key of PLANNED) void cache.invalidateQueries({ queryKey: [callOf(key).path] });
          const reason = reasonOf({ limits });
          if (planned >= count || !reason) showToast('success', `挑好了 ${planned} 条，${openings.length} 种开头`);
          else {
            // Those chosen before may stand in the way of more.
            const more = BigInt(ceiling) > planned ? '点「换一批」可能更多。' : '';
            showToast('warning', `要 ${count} 条，挑出 ${planned} 条。${reason}${more}`);
          }
        },
        // Said where all refusals are said.
        () => {},
      )
      .finally(() => setIsBusy(false));
  };
  const run = (count: number) => plan(count, async () => {});
  /** 换一批: others than those there are, as far as there are others. */
  const runOther = (count: number) =>
    plan(count, async () => {
      const mix = await call('mix.detail', { mproject_id });
      const { combine } = resolveConfig({ template: mix.template_config, project: mix.config });
      const seed = (combine.seed + 1) % SEEDS;
      await call('mix.updateConfig', { mproject_id, revision: mix.revision, config: { combine: { seed } } });
      void cache.invalidateQueries({ queryKey: [callOf('mix.detail').path] });
    });
  return { run, runOther, is_busy: isBusy };
}
