import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { Artwork, ReviewState } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Tabs } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { usePlayback } from '#lib/use-playback.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { reviewArtworks } from './artwork-actions.ts';
import { REVIEW_KEYS, REVIEWS } from './artwork-words.ts';
import { ArtworkActs } from './ArtworkActs.tsx';
import { ArtworkTitle } from './ArtworkTitle.tsx';
import { CommentsPart } from './CommentsPart.tsx';
import { FactsPart } from './FactsPart.tsx';
import { OriginPart } from './OriginPart.tsx';
import { ReviewPart } from './ReviewPart.tsx';
import { ReviewPlayer } from './ReviewPlayer.tsx';
import styles from './Detail.module.css';

const FRAME_S = 1 / 30;

type Props = {
  artwork_id: string;
  /** As far as it is known already: shown until all of it is here. */
  artwork?: Artwork | null;
  /** The second to begin at. */
  at?: number;
  /** Where the mix that made it is in sight. */
  is_in_mix?: boolean;
  /** To the one before or behind it, where there is an order. */
  onStep?: (by: -1 | 1) => void;
  onClose: () => void;
};

/** A finished video to be judged: played, commented on at a moment, explained. */
export function ArtworkDialog({ artwork_id, artwork = null, at = 0, is_in_mix = false, onStep, onClose }: Props) {
  // What was deleted only plays.
  const isDeleted = typeof artwork?.deleted_at === 'string';
  const detail = useCall('artwork.detail', { artwork_id }, { enabled: !isDeleted });
  const shown = detail.data ?? artwork;
  return (
    <Modal
      open
      centered
      width="min(1240px, 94vw)"
      title={shown ? <ArtworkTitle key={artwork_id} artwork={shown} /> : '成片'}
      footer={null}
      destroyOnHidden
      onCancel={onClose}
    >
      {shown?.withheld && <Alert type="warning" showIcon title={shown.withheld} />}
      {shown ? (
        <Body
          key={artwork_id}
          artwork={shown}
          detail={detail.data}
          begin={at}
          is_in_mix={is_in_mix}
          onStep={onStep}
          onClose={onClose}
        />
      ) : detail.error && !detail.isFetching ? (
        <ErrorState title="成片打不开" error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <div className={styles['body']} role="status" aria-label="正在打开成片">
          <div className={`skeleton ${styles['ghost']}`} />
          <div className={`skeleton ${styles['ghost']}`} />
        </div>
      )}
    </Modal>
  );
}

type BodyProps = {
  artwork: Artwork;
  detail: OutputOf<'artwork.detail'> | undefined;
  begin: number;
  is_in_mix: boolean;
  onStep: Props['onStep'];
  onClose: () => void;
};

function Body({ artwork, detail, begin, is_in_mix, onStep, onClose }: BodyProps) {
  const { artwork_id, duration, deleted_at } = artwork;
  const cache = useQueryClient();
  const canEdit = useCanEdit() && deleted_at === null;
  const [tab, setTab] = useState('comments');
  const root = useRef<HTMLDivElement>(null);
  const writing = useRef<HTMLTextAreaElement>(null);
  const playback = usePlayback(begin);
  const { at, seek, toggle, pause } = playback;
  const comments = useCall('artwork.comments', { artwork_id }, { enabled: deleted_at === null });

  const write = () => {
    pause();
    setTab('comments');
    // The tab has to be there before it can be written in.
    requestAnimationFrame(() => writing.current?.focus());
  };
  const review = (to: ReviewState) => {
    reviewArtworks(cache, [artwork], to).catch(() => {});
    // Whoever sends something back says why.
    if (to === 'rejected') write();
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const dialog = target.closest('[role="dialog"], [role="alertdialog"]');
    if (dialog && !dialog.contains(root.current)) return;
    if (target.closest('input, textarea, select, [role="tab"], [role="menu"], [role="menuitem"]')) return;
    if (event.key === ' ' && target.closest('button, a')) return;
    const state = canEdit && REVIEWS.find((one) => REVIEW_KEYS[one] === event.key.toUpperCase());
    const keys: Record<string, () => void> = {
      ' ': toggle,
      ArrowLeft: () => seek(at - (event.shiftKey ? 5 : 1)),
      ArrowRight: () => seek(Math.min(duration, at + (event.shiftKey ? 5 : 1))),
      ',': () => seek(at - FRAME_S),
      '.': () => seek(Math.min(duration, at + FRAME_S)),
      ...(onStep && { ArrowUp: () => onStep(-1), ArrowDown: () => onStep(1) }),
      ...(deleted_at === null && { c: write, C: write }),
    };
    const run = state ? () => review(state) : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const openCount =
    comments.data?.comments.filter(({ is_resolved }) => !is_resolved).length ?? artwork.open_comment_count;
  return (
    <div ref={root} className={styles['body']}>
      <div className={styles['left']}>
        <ReviewPlayer
          artwork={artwork}
          playback={playback}
          comments={comments.data?.comments ?? []}
          cuts={detail?.origin?.cuts.map(({ start_ms }) => start_ms) ?? []}
        />
        <div className={styles['acts']}>
          <ArtworkActs artwork={artwork} can_edit={canEdit} onClose={onClose} />
          {onStep && (
            <span className={styles['steps']}>
              <Button
                type="text"
                icon={<LeftOutlined aria-hidden="true" />}
                aria-label="上一条（↑）"
                title="上一条（↑）"
                onClick={() => onStep(-1)}
              />
              <Button
                type="text"
                icon={<RightOutlined aria-hidden="true" />}
                aria-label="下一条（↓）"
                title="下一条（↓）"
                onClick={() => onStep(1)}
              />
            </span>
          )}
        </div>
      </div>
      <div className={styles['right']}>
        {deleted_at === null && <ReviewPart artwork={artwork} can_edit={canEdit} onReview={review} />}
        {deleted_at !== null ? (
          <FactsPart artwork={artwork} can_edit={false} />
        ) : (
          <Tabs
            size="small"
            activeKey={tab}
            onChange={setTab}
            items={[
              {
                key: 'comments',
                label: openCount > 0 ? `批注 ${openCount}` : '批注',
                children: (
                  <CommentsPart
                    artwork={artwork}
                    comments={comments}
                    playback={playback}
                    can_edit={canEdit}
                    field={writing}
                  />
                ),
              },
              {
                key: 'origin',
                label: '来源',
                children: <OriginPart artwork={artwork} detail={detail} at={at} is_in_mix={is_in_mix} onSeek={seek} />,
              },
              { key: 'facts', label: '信息', children: <FactsPart artwork={artwork} can_edit={canEdit} /> },
            ]}
          />
        )}
      </div>
    </div>
  );
}
