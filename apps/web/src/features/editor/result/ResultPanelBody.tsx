import { HeatMapOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { HeatMap } from '#features/likeness/HeatMap.tsx';
import type { OutputOf } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { AdvicePanel } from './AdvicePanel.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { heatOf } from './heat-of.ts';
import type { ResultPanel } from './result-view.ts';
import type { Taker } from './use-advice.ts';
import styles from './Result.module.css';

type Props = {
  panel: ResultPanel;
  mproject_id: string;
  allowed: number;
  summary: UseQueryResult<OutputOf<'candidate.summary'>>;
  matrix: UseQueryResult<OutputOf<'candidate.matrix'>>;
  taker: Taker | null;
  onPair: (first: number, second: number) => void;
  onPlay: (artwork_id: string) => void;
};

/** What stands beside the candidates. */
export function ResultPanelBody({ panel, mproject_id, allowed, summary, matrix, taker, onPair, onPlay }: Props) {
  return (
    <div className={styles['panel']}>
      {panel === 'likeness' && (
        <ListStates
          query={matrix}
          isEmpty={({ candidate_ids }) => candidate_ids.length < 2}
          empty={
            <EmptyState
              icon={<HeatMapOutlined />}
              title="至少要有两条才能比"
              text="挑选之后，这里显示任意两条之间的重复度：画面、声音和文字。"
            />
          }
        >
          {(data) => <Heat data={data} allowed={allowed} onPair={onPair} />}
        </ListStates>
      )}
      {panel === 'advice' && (
        <ListStates query={summary} isEmpty={() => false} empty={null}>
          {(data) => <AdvicePanel summary={data} taker={taker} />}
        </ListStates>
      )}
      {panel === 'exports' && <ExportPanel mproject_id={mproject_id} onPlay={onPlay} />}
    </div>
  );
}

function Heat({ data, ...rest }: { data: OutputOf<'candidate.matrix'> } & Pick<Props, 'allowed' | 'onPair'>) {
  const matrix = useMemo(() => heatOf(data), [data]);
  return <HeatMap {...rest} label={`${matrix.names.length} 条候选两两之间的重复度`} word="重复度" matrix={matrix} />;
}
