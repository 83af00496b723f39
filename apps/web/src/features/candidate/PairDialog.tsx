import type { MixProject } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { addressOf } from '#lib/app-config.ts';
import { formatShare } from '#lib/format.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Film } from '#ui/Film.tsx';
import { allClips } from './combination.ts';
import { type Shared, sharedPictures } from './same-pictures.ts';
import { useStage } from './stage-state.ts';
import { previewQuery } from './use-stage-preview.ts';
import styles from './Pair.module.css';

type One = { candidate_id: string; number: number };
type Props = { mix: MixProject; pair: [One, One]; share: number; onClose: () => void };

/** Two candidates side by side, and where they are the same. */
export function PairDialog({ mix, pair: [first, second], share, onClose }: Props) {
  const { mproject_id } = mix;
  const clips = new Map(allClips(mix).map((clip) => [clip.video_clip_id, clip]));
  const left = useDraft(mproject_id, first.candidate_id);
  const right = useDraft(mproject_id, second.candidate_id);
  return (
    <Modal
      open
      centered
      width="min(900px, 88vw)"
      title={`第 ${first.number} 条和第 ${second.number} 条：重复 ${formatShare(share)}`}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles['pair']}>
        <Side number={first.number} query={left} is_loud />
        <Side number={second.number} query={right} />
      </div>
      {left.data && right.data && <Same shared={sharedPictures(left.data, right.data, clips)} />}
    </Modal>
  );
}

function Same({ shared }: { shared: Shared[] }) {
  if (shared.length === 0) return <p className={styles['same']}>没有用到同一段画面。</p>;
  return (
    <div className={styles['same']}>
      <p>两条都用到的画面：</p>
      <ul>
        {shared.map(({ material_name, first, second }) => (
          <li key={`${first} ${second}`}>
            {material_name}
            <span>{first === second ? first : `${first} / ${second}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useDraft(mproject_id: string, candidate_id: string) {
  const version = useStage((state) => state.version);
  return useQuery(previewQuery(mproject_id, { candidate_id }, 'draft', version));
}

function Side({
  number,
  query,
  is_loud = false,
}: {
  number: number;
  query: ReturnType<typeof useDraft>;
  is_loud?: boolean;
}) {
  return (
    <figure>
      <figcaption>第 {number} 条</figcaption>
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
