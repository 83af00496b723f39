import { HeatMapOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { AdvicePanel } from './AdvicePanel.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { HeatMap } from './HeatMap.tsx';
import type { ResultPanel } from './result-view.ts';
import styles from './Result.module.css';

type Props = {
  panel: ResultPanel;
  mproject_id: string;
  allowed: number;
  summary: UseQueryResult<OutputOf<'candidate.summary'>>;
  matrix: UseQueryResult<OutputOf<'candidate.matrix'>>;
  onPlace: (slot_id: string) => void;
  onPair: (first: number, second: number) => void;
  onPlay: (artwork_id: string) => void;
};

/** What stands beside the candidates. */
export function ResultPanelBody({ panel, mproject_id, allowed, summary, matrix, onPlace, onPair, onPlay }: Props) {
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
              text="挑选之后，这里显示任意两条之间有多少画面相同。"
            />
          }
        >
          {(data) => <HeatMap matrix={data} allowed={allowed} onPair={onPair} />}
        </ListStates>
      )}
      {panel === 'advice' && (
        <ListStates query={summary} isEmpty={() => false} empty={null}>
          {(data) => <AdvicePanel summary={data} onPlace={onPlace} />}
        </ListStates>
      )}
      {panel === 'exports' && <ExportPanel mproject_id={mproject_id} onPlay={onPlay} />}
    </div>
  );
}
