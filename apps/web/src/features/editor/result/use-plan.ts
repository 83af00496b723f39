import { mixRecordOf, planMixConfig, resolveConfig } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { offerUndo, useMixActs } from '../document/mix-acts.ts';
import { reasonOf } from './Hindrances.tsx';
import { refreshResult } from './refresh-result.ts';

/** As many batches there are before the first one comes again. */
const SEEDS = 1_000_000;

type Tell = (kind: 'success' | 'warning', text: string) => void;

/** 挑选: asks for this many candidates and says what came of it. */
export function usePlan(mproject_id: string) {
  const cache = useQueryClient();
  const acts = useMixActs();
  const [isBusy, setIsBusy] = useState(false);
  const plan = async (count: number, tell: Tell, prepare = async () => true) => {
    setIsBusy(true);
    try {
      if (!(await prepare())) return;
      const { planned, limits, ceiling, openings } = await call('candidate.plan', { mproject_id, count });
      void refreshResult(cache, { with_mix: true });
      const reason = reasonOf({ limits });
      if (planned >= count || !reason) return tell('success', `挑好了 ${planned} 条，${openings.length} 种开头`);
      // Those chosen before may stand in the way of more.
      const more = BigInt(ceiling) > planned ? '点「换一批」可能更多。' : '';
      tell('warning', `要 ${count} 条，挑出 ${planned} 条。${reason}${more}`);
    } catch {
      // Said where all refusals are said.
    } finally {
      setIsBusy(false);
    }
  };
  const run = (count: number) => void plan(count, showToast);
  /** 换一批: others than those there are, as far as there are others. Taken back, those before are chosen again. */
  const runOther = (count: number) => {
    const other = () =>
      acts.act((state) => {
        const { template_config, config } = mixRecordOf(state);
        const { seed } = resolveConfig({ template: template_config, project: config }).combine;
        return planMixConfig(state, { combine: { seed: (seed + 1) % SEEDS } });
      });
    const undo = () => void acts.undo().then(() => run(count));
    void plan(count, (kind, text) => offerUndo(kind, text, undo), other);
  };
  return { run, runOther, is_busy: isBusy };
}
