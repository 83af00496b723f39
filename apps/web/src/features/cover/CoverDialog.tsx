import { AUTO_COVER, COVER_KINDS, type Cover, type CoverChange, type CoverView } from '@mixreel/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { Choice } from '#ui/Choice.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { CoverMoment } from './CoverMoment.tsx';
import { CoverPictureField } from './CoverPictureField.tsx';
import { CoverTitleFields } from './CoverTitleFields.tsx';
import fields from '#ui/Fields.module.css';
import styles from './Cover.module.css';

/** What is read of covers comes from several calls, and is kept under one name. */
const COVER = 'cover';

type Props = {
  title: string;
  project_id: string;
  /** Names the video: what is read of it is kept under it. */
  name: string;
  /** The cover as it would be with a change. */
  read: (change: CoverChange, signal: AbortSignal) => Promise<CoverView>;
  /** Null for those who may not edit. */
  onSave: ((change: CoverChange) => Promise<unknown>) | null;
  /** Gives the title to other videos too, and what that is called. */
  onTitleForAll?: { label: string; run: (title: Cover['title']) => Promise<unknown> } | undefined;
  /** What else can be done, beside the buttons. */
  extra?: ReactNode;
  onClose: () => void;
};

const KINDS = Object.entries(COVER_KINDS).map(([value, label]) => ({ value: value as Cover['kind'], label }));

/** The cover of one video: which picture, what is written on it, seen exactly as it will be. */
export function CoverDialog({ title, project_id, name, read, onSave, onTitleForAll, extra, onClose }: Props) {
  const cache = useQueryClient();
  const [change, setChange] = useState<CoverChange>({});
  const [busy, setBusy] = useState('');
  // Letters are typed faster than pictures are drawn.
  const asked = useDeferredValue(JSON.stringify(change));
  const view = useQuery({
    queryKey: [COVER, name, asked],
    queryFn: ({ signal }) => read(askable(JSON.parse(asked) as CoverChange), signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const cover: Cover = { ...AUTO_COVER, ...view.data?.cover, ...change };
  const set = (to: CoverChange) => setChange((now) => ({ ...now, ...to }));
  const canEdit = onSave !== null;
  const isMissing = cover.kind === 'picture' && cover.material_id === null;
  const isChanged = Object.keys(change).length > 0;
  const run = async (which: string, work: () => Promise<unknown>, isLast: boolean) => {
    setBusy(which);
    try {
      await work();
      await cache.invalidateQueries({ queryKey: [COVER] });
      if (isLast) onClose();
    } finally {
      setBusy('');
    }
  };
  return (
    <Modal
      open
      centered
      width="min(900px, 92vw)"
      title={title}
      onCancel={onClose}
      footer={
        <div className={styles['foot']}>
          {extra}
          <span />
          {canEdit && onTitleForAll && cover.title !== null && (
            <Button
              loading={busy === 'all'}
              disabled={busy !== ''}
              onClick={() => void run('all', () => onTitleForAll.run(cover.title), false).catch(() => {})}
            >
              {onTitleForAll.label}
            </Button>
          )}
          <Button onClick={onClose}>{canEdit ? '取消' : '关闭'}</Button>
          {canEdit && (
            <Button
              type="primary"
              loading={busy === 'save'}
              disabled={!isChanged || isMissing || busy !== '' || (view.data?.same_as ?? null) !== null}
              onClick={() => void run('save', () => onSave(change), true).catch(() => {})}
            >
              用这个封面
            </Button>
          )}
        </div>
      }
    >
      {view.error && !view.data ? (
        <ErrorState title="封面没有打开" error={view.error} onRetry={() => void view.refetch()} />
      ) : (
        <div className={styles['body']}>
          <CoverShown view={view.data} is_busy={view.isFetching} />
          <div className={fields['form']}>
            <Choice
              label="封面的画面"
              options={KINDS}
              value={cover.kind}
              disabled={!canEdit}
              onChange={(kind) =>
                set({ kind, ...(kind === 'frame' && { at_ms: cover.at_ms ?? view.data?.at_ms ?? 0 }) })
              }
            />
            {cover.kind === 'auto' && (
              <p className={fields['hint']}>挑清楚、亮度合适、有人脸的画面，并且和其他成片的封面不一样。</p>
            )}
            {cover.kind === 'frame' && view.data && (
              <CoverMoment
                view={view.data}
                at_ms={cover.at_ms ?? 0}
                disabled={!canEdit}
                onChange={(at_ms) => set({ kind: 'frame', at_ms })}
              />
            )}
            {cover.kind === 'picture' && (
              <CoverPictureField
                project_id={project_id}
                has_own={cover.material_id !== null}
                onChange={(material_id) => set({ kind: 'picture', material_id })}
              />
            )}
            {view.data && (
              <CoverTitleFields
                value={cover.title}
                inherited={view.data.inherited}
                disabled={!canEdit}
                onChange={(to) => set({ title: to })}
              />
            )}
            {view.data?.same_as && (
              <p className={fields['hint']} data-bad="true" role="status">
                {view.data.same_as}已经用了这个封面：换一个画面，或写上不同的标题。
              </p>
            )}
            {view.error && view.data && (
              <p className={fields['hint']} data-bad="true" role="alert">
                {view.error.message}
              </p>
            )}
          </div>
        </div>
      )}
    </Modal>
  );
}

/** Until a picture is chosen there is none to draw. */
function askable(change: CoverChange): CoverChange {
  if (change.kind !== 'picture' || change.material_id) return change;
  const { kind: _, ...rest } = change;
  return rest;
}

function CoverShown({ view, is_busy }: { view: CoverView | undefined; is_busy: boolean }) {
  const [shown, setShown] = useState('');
  if (!view) return <div className={`skeleton ${styles['shown']}`} role="status" aria-label="正在画封面" />;
  return (
    <div className={styles['shown']} aria-busy={is_busy || shown !== view.url}>
      <img
        src={addressOf(view.url)}
        alt="封面"
        style={{ aspectRatio: view.width / view.height }}
        onLoad={() => setShown(view.url)}
        onError={() => setShown(view.url)}
      />
      {shown === '' && <span role="status">正在画封面…</span>}
    </div>
  );
}
