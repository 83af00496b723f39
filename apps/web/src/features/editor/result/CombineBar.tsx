import { CANDIDATES_MAX, type MixConfigChange, planMixConfig } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { tellError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { useMixActs } from '../document/mix-acts.ts';
import { useMixState, useSettings } from '../document/use-mix.ts';
import { Figures } from './Figures.tsx';
import { Hindrances } from './Hindrances.tsx';
import { QuickNumber } from './QuickNumber.tsx';
import { useAdvice } from './use-advice.ts';
import { usePlan } from './use-plan.ts';
import styles from './Combine.module.css';

/** 可组合 1,280 条 · 按你的标准能出 46 条不重样 · 已选 20 条 …, what brings more, and what decides these figures. */
export function CombineBar({ mproject_id }: { mproject_id: string }) {
  // What is past is looked at.
  const canEdit = useMixState((state) => state.can_edit);
  const navigate = useNavigate();
  const summary = useCall('candidate.summary', { mproject_id }, { keep_previous: true });
  const plan = usePlan(mproject_id);
  const combine = useSettings('combine');
  const acts = useMixActs();
  const set = (change: NonNullable<MixConfigChange['combine']>) =>
    void acts.act((state) => planMixConfig(state, { combine: change })).catch(tellError);
  const taker = useAdvice(mproject_id, () => plan.run(combine.count));
  return (
    <div className={styles['bar']} role="group" aria-label="组合">
      <Figures
        summary={summary.data}
        error={summary.error}
        taker={canEdit ? taker : null}
        onRetry={() => void summary.refetch()}
      />
      <Hindrances summary={summary.data} />
      <span className={styles['gap']} />
      {canEdit && (
        <>
          <QuickNumber
            label="要多少条"
            unit="条"
            min={1}
            max={CANDIDATES_MAX}
            value={combine.count}
            onChange={(count) => set({ count })}
          />
          <QuickNumber
            label="任意两条重复度最多"
            unit="%"
            min={0}
            max={100}
            value={combine.max_share_percent}
            onChange={(max_share_percent) => set({ max_share_percent })}
          />
          <Tooltip
            title={summary.data?.is_outdated ? '内容改过了，重新挑选才会用上' : '挑出彼此最不像的组合，挑过的保留'}
          >
            <Button
              size="small"
              loading={plan.is_busy}
              // A number that was typed just before is on its way.
              onClick={() => void acts.act(() => []).then(() => plan.run(combine.count), tellError)}
            >
              {summary.data?.is_outdated && summary.data.planned > 0 ? '重新挑选' : '挑选'}
            </Button>
          </Tooltip>
        </>
      )}
      <Button
        size="small"
        type="primary"
        onClick={() => void navigate(`/studio/result?${new URLSearchParams({ mproject_id })}`)}
      >
        去结果页
      </Button>
    </div>
  );
}
