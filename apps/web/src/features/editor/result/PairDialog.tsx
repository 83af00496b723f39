import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { formatShare } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Film } from '#ui/Film.tsx';
import { useStage } from '../stage/stage-state.ts';
import { previewQuery } from '../stage/use-stage-preview.ts';
import { PairPlaces } from './PairPlaces.tsx';
import styles from './Pair.module.css';

type One = { candidate_id: string; number: number };
type Props = {
  mproject_id: string;
  pair: [One, One];
  /** Null for those who may not edit. */
  onExclude: ((one: One) => void) | null;
  onReplace: ((place: { candidate_id: string; slot_id: string }) => void) | null;
  is_busy: boolean;
  onClose: () => void;
};

/** Two candidates side by side, where they are the same, and what can be done about it. */
export function PairDialog({ mproject_id, pair: [first, second], onExclude, onReplace, is_busy, onClose }: Props) {
  const left = useDraft(mproject_id, first.candidate_id);
  const right = useDraft(mproject_id, second.candidate_id);
  const pair = useCall(
    'candidate.pair',
    { mproject_id, first_id: first.candidate_id, second_id: second.candidate_id },
    { keep_previous: true },
  );
  const figures = pair.data ? `：重复度 ${formatShare(pair.data.likeness)}（L${pair.data.level}）` : '';
  return (
    <Modal
      open
      centered
      width="min(900px, 88vw)"
      title={`第 ${first.number} 条和第 ${second.number} 条${figures}`}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles['pair']}>
        {[
          { one: first, query: left },
          { one: second, query: right },
        ].map(({ one, query }, n) => (
          <Side key={one.candidate_id} number={one.number} query={query} is_loud={n === 0}>
            {onExclude && (
              <Button size="small" aria-label={`排除第 ${one.number} 条`} onClick={() => onExclude(one)}>
                排除
              </Button>
            )}
          </Side>
        ))}
      </div>
      {pair.data && (
        <PairPlaces
          pair={pair.data}
          number={second.number}
          is_busy={is_busy}
          onReplace={onReplace && ((slot_id) => onReplace({ candidate_id: second.candidate_id, slot_id }))}
        />
      )}
      {pair.error && !pair.data && <ErrorState error={pair.error} onRetry={() => void pair.refetch()} />}
    </Modal>
  );
}

function useDraft(mproject_id: string, candidate_id: string) {
  const version = useStage((state) => state.version);
  return useQuery(previewQuery(mproject_id, { candidate_id }, 'draft', version));
}

type SideProps = { number: number; query: ReturnType<typeof useDraft>; is_loud: boolean; children: ReactNode };

function Side({ number, query, is_loud, children }: SideProps) {
  return (
    <figure>
      <figcaption>
        第 {number} 条{children}
      </figcaption>
      <div className={styles['frame']}>
        {query.data && (
          <Film
            src={addressOf(query.data.url)}
            controls
            autoPlay
            loop
            muted={!is_loud}
            playsInline
            aria-label={`第 ${number} 条`}
          >
            <track kind="captions" />
          </Film>
        )}
        {!query.data && query.error && !query.isFetching && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
        {!query.data && query.isFetching && <span role="status">正在准备</span>}
      </div>
    </figure>
  );
}
