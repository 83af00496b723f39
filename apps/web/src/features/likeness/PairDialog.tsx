import { Modal } from 'antd';
import { formatShare } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { HEAT_KINDS, type HeatKind } from './likeness-words.ts';
import type { PairOf } from './pair-of.ts';
import { PairPlayer } from './PairPlayer.tsx';
import styles from './Pair.module.css';

const KEEP_MS = 300_000;

export type { PairOf } from './pair-of.ts';

/** Two finished videos side by side, played as one. */
export function PairDialog({ pair: { sides, likeness }, onClose }: { pair: PairOf; onClose: () => void }) {
  const [one, other] = sides;
  const left = useCall('artwork.detail', { artwork_id: one.artwork_id }, { stale_ms: KEEP_MS });
  const right = useCall('artwork.detail', { artwork_id: other.artwork_id }, { stale_ms: KEEP_MS });
  const failed = [left, right].find(({ error, isFetching }) => error && !isFetching);
  return (
    <Modal
      open
      centered
      width="min(920px, 88vw)"
      title={`并排看${typeof likeness.all !== 'number' ? '' : `：重复度 ${formatShare(likeness.all)}`}`}
      footer={null}
      onCancel={onClose}
    >
      {failed ? (
        <ErrorState title="视频没有打开" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : left.data && right.data ? (
        <PairPlayer videos={[left.data, right.data].map(({ artwork_name: name, video_url: src }) => ({ name, src }))} />
      ) : (
        <div className={`skeleton ${styles['ghost']}`} role="status" aria-label="正在打开两条视频" />
      )}
      <dl className={styles['shares']}>
        {(Object.keys(HEAT_KINDS) as HeatKind[]).map((kind) => {
          const share = likeness[kind];
          return (
            typeof share === 'number' && (
              <div key={kind}>
                <dt>{HEAT_KINDS[kind]}</dt>
                <dd>{formatShare(share)}</dd>
              </div>
            )
          );
        })}
      </dl>
    </Modal>
  );
}
