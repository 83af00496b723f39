import { BorderOutlined, CheckSquareFilled, EditOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { Candidate } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ArtworkView } from '#features/artwork/ArtworkView.tsx';
import { useArtwork } from '#features/artwork/use-artwork.ts';
import { DraftButton } from '#features/draft/DraftButton.tsx';
import { editorPath } from '#features/mix/editor-path.ts';
import { addressOf } from '#lib/app-config.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Film } from '#ui/Film.tsx';
import { putOnStage, useStage } from '../stage/stage-state.ts';
import { previewQuery } from '../stage/use-stage-preview.ts';
import { CandidateCover } from './CandidateCover.tsx';
import styles from './Look.module.css';

type Props = {
  candidate: Candidate;
  project_id: string;
  onStep: (by: -1 | 1) => void;
  /** Ticks it, or no longer; null for those who may not. */
  onTick: (() => void) | null;
  onClose: () => void;
};

/** One candidate large: the exported file where there is one, else as it would become. */
export function LookDialog({ candidate, project_id, onStep, onTick, onClose }: Props) {
  const { candidate_id, mproject_id, number, artwork_id, is_stale } = candidate;
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const dialog = (event.target as HTMLElement).closest('[role="dialog"]');
    // Another dialog over this one has keys of its own.
    if (dialog && !dialog.contains(root.current)) return;
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    const isTick = event.key.toLowerCase() === 'x' && onTick !== null;
    if ((!by && !isTick) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (by) onStep(by);
    else onTick?.();
  });
  useEffect(() => {
    // Before the grid below and before the video's own keys.
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
  const isFinished = artwork_id !== null && !is_stale;
  return (
    <Modal
      open
      centered
      width="min(960px, 88vw)"
      title={`第 ${number} 条${isFinished ? ' · 成片' : ''}`}
      footer={null}
      onCancel={onClose}
    >
      <div ref={root} className={styles['look']}>
        <Button
          type="text"
          icon={<LeftOutlined aria-hidden="true" />}
          aria-label="上一条（←）"
          onClick={() => onStep(-1)}
        />
        <div className={styles['body']}>
          {isFinished ? (
            <Finished key={artwork_id} artwork_id={artwork_id} mproject_id={mproject_id} project_id={project_id} />
          ) : (
            <Planned key={candidate_id} candidate={candidate} />
          )}
        </div>
        <Button
          type="text"
          icon={<RightOutlined aria-hidden="true" />}
          aria-label="下一条（→）"
          onClick={() => onStep(1)}
        />
      </div>
      <div className={styles['foot']}>
        {onTick && !candidate.is_excluded && (
          <Button
            icon={
              candidate.is_picked ? <CheckSquareFilled aria-hidden="true" /> : <BorderOutlined aria-hidden="true" />
            }
            aria-pressed={candidate.is_picked}
            onClick={onTick}
          >
            选用（X）
          </Button>
        )}
        <Button
          icon={<EditOutlined aria-hidden="true" />}
          onClick={() => {
            putOnStage(mproject_id, candidate_id);
            void navigate(editorPath(mproject_id));
          }}
        >
          在编辑器里打开
        </Button>
        {!isFinished && <CandidateCover candidate={candidate} project_id={project_id} />}
        {!isFinished && <DraftButton project_id={project_id} candidate_ids={[candidate_id]} />}
      </div>
    </Modal>
  );
}

function Finished(wanted: { artwork_id: string; mproject_id: string; project_id: string }) {
  const artwork = useArtwork(wanted);
  if (artwork.data) return <ArtworkView artwork={artwork.data} is_in_mix />;
  if (artwork.data === null) return <p className={styles['stage']}>成片已经被删除，可以重新导出。</p>;
  if (artwork.error && !artwork.isFetching) {
    return <ErrorState error={artwork.error} onRetry={() => void artwork.refetch()} />;
  }
  return <div className={`skeleton ${styles['stage']}`} role="status" aria-label="正在打开成片" />;
}

/** At full quality where that costs nothing, else as a draft, which is there in a moment. */
function Planned({ candidate: { mproject_id, candidate_id, readiness, number } }: { candidate: Candidate }) {
  const version = useStage((state) => state.version);
  const quality = readiness >= 1 ? 'full' : 'draft';
  const preview = useQuery(previewQuery(mproject_id, { candidate_id }, quality, version));
  if (preview.data) {
    return (
      <div className={styles['stage']}>
        <Film src={addressOf(preview.data.url)} controls autoPlay loop playsInline aria-label={`第 ${number} 条`}>
          <track kind="captions" />
        </Film>
      </div>
    );
  }
  if (preview.error && !preview.isFetching) {
    return <ErrorState title="画面没有出来" error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  return <div className={`skeleton ${styles['stage']}`} role="status" aria-label="正在准备画面" />;
}
