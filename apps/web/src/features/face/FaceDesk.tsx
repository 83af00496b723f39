import type { FaceSwapDetail } from '@mixreel/contract';
import { useCallback, useRef, useState } from 'react';
import { WorkDesk } from '#features/clean/WorkDesk.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { usePlayback } from '#lib/use-playback.ts';
import { Film } from '#ui/Film.tsx';
import { FaceFigures } from './FaceFigures.tsx';
import { FaceFoot } from './FaceFoot.tsx';
import { FaceOutcome } from './FaceOutcome.tsx';
import styles from './Face.module.css';

type View = 'people' | 'preview' | 'result';

/** One video or picture: who is in it, which face each gets, and what came of it. */
export function FaceDesk({ detail, project_id }: { detail: FaceSwapDetail; project_id: string }) {
  const canEdit = useCanEdit();
  const [view, setView] = useState<View>(detail.result ? 'result' : 'people');
  const { attach, seek, now } = usePlayback(0);
  const isMaking = detail.status === 'producing' || detail.status === 'analysing';
  const isFixed = !canEdit || isMaking || detail.refusal !== null;
  const made = view === 'result' ? detail.result : view === 'preview' ? detail.preview : null;
  const views = [
    { value: 'people' as const, label: '人物和脸' },
    ...(detail.preview ? [{ value: 'preview' as const, label: '3 秒预览' }] : []),
    ...(detail.result ? [{ value: 'result' as const, label: '前后对比' }] : []),
  ];
  /** Of what is compared: another preview begins where one looks. */
  const compared_ms = useRef(0);
  const onAt = useCallback((ms: number) => {
    compared_ms.current = ms;
  }, []);
  const at_ms = () => (made ? compared_ms.current : Math.round(now() * 1000));
  const ratio = detail.width / Math.max(1, detail.height);
  return (
    <WorkDesk
      name={detail.swap_name}
      refusal={detail.refusal}
      note={detail.note}
      views={views}
      view={view}
      onView={setView}
    >
      {made ? (
        <FaceOutcome detail={detail} made={made} is_preview={view === 'preview'} can_edit={canEdit} onAt={onAt} />
      ) : (
        <div className={styles['body']}>
          <div className={styles['stage']}>
            <div className={styles['frame']} style={{ aspectRatio: ratio }}>
              {detail.is_picture ? (
                <img src={detail.url ?? ''} alt={detail.swap_name} />
              ) : (
                <Film ref={attach} src={detail.url ?? ''} controls playsInline aria-label="原视频" />
              )}
            </div>
          </div>
          <FaceFigures
            detail={detail}
            project_id={project_id}
            is_fixed={isFixed}
            at_ms={at_ms}
            onSeek={(ms) => seek(ms / 1000)}
          />
        </div>
      )}
      <FaceFoot detail={detail} is_fixed={isFixed} at_ms={at_ms} onMade={setView} />
    </WorkDesk>
  );
}
