import type { Clean, CleanDetail, CleanMark } from '@mixreel/contract';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { useKeys } from '#lib/keys.ts';
import { randomId } from '#lib/random.ts';
import { usePlayback } from '#lib/use-playback.ts';
import { drawnMark } from './clean-marks.ts';
import { CleanFoot } from './CleanFoot.tsx';
import { Compare } from './Compare.tsx';
import { MarkPanel } from './MarkPanel.tsx';
import { MarkStage } from './MarkStage.tsx';
import { MarkStrip } from './MarkStrip.tsx';
import { useMarks } from './use-clean.ts';
import { WorkDesk } from './WorkDesk.tsx';
import styles from './Clean.module.css';

const VIEWS = [
  { value: 'marks' as const, label: '要去除的' },
  { value: 'result' as const, label: '前后对比' },
];

const MIDDLE = { x: 0.35, y: 0.42, width: 0.3, height: 0.16 };

/** One video or picture: what is over it, what shall be done about it, and what came of it. */
export function CleanDesk({ detail, others }: { detail: CleanDetail; others: Clean[] }) {
  const canEdit = useCanEdit();
  const editing = useMarks(detail);
  const { marks, change } = editing;
  const [chosen, setChosen] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const [view, setView] = useState<'marks' | 'result'>(detail.result ? 'result' : 'marks');
  const playback = usePlayback(0);
  const isMaking = detail.make !== null && ['queued', 'running', 'canceling'].includes(detail.make.status);
  const isFixed = !canEdit || isMaking || detail.refusal !== null;
  useKeys(isFixed ? {} : { 'mod+z': () => editing.steps.undo?.(), 'mod+y': () => editing.steps.redo?.() });
  const put = (next: CleanMark) => change(marks.map((mark) => (mark.mark_id === next.mark_id ? next : mark)));
  const at_ms = detail.is_picture ? 0 : playback.at * 1000;
  /** Chosen, and at a time when it is there. */
  const show = (mark: CleanMark) => {
    setChosen(mark.mark_id);
    const isSeen = at_ms >= mark.start_ms && at_ms < mark.end_ms;
    if (detail.is_picture || isSeen) return;
    playback.seek((mark.start_ms + Math.min(200, (mark.end_ms - mark.start_ms) / 2)) / 1000);
  };
  const addInMiddle = () => {
    const mark = drawnMark(randomId(), MIDDLE, detail.duration_ms);
    change([...marks, mark]);
    setChosen(mark.mark_id);
    setAdded(mark.mark_id);
  };
  const isResult = view === 'result' && detail.result !== null;
  return (
    <WorkDesk
      name={detail.material_name}
      refusal={detail.refusal}
      note={detail.note}
      views={detail.result ? VIEWS : []}
      view={view}
      onView={setView}
    >
      {detail.notices.length > 0 && (
        <Alert type="info" showIcon title="画面里有「AI 生成」标识（虚线框），不能去除，也不能盖住" />
      )}
      {isResult && detail.result ? (
        <Compare detail={detail} result={detail.result} can_edit={canEdit} />
      ) : (
        <div className={styles['body']}>
          <div className={styles['middle']}>
            <MarkStage
              detail={detail}
              marks={marks}
              at_ms={at_ms}
              chosen={chosen}
              is_fixed={isFixed}
              playback={playback}
              onChoose={setChosen}
              onPut={put}
              added={added}
              onDraw={(mark) => {
                change([...marks, mark]);
                setChosen(mark.mark_id);
              }}
            />
            {!detail.is_picture && (
              <MarkStrip
                detail={detail}
                marks={marks}
                at_ms={at_ms}
                chosen={chosen}
                is_fixed={isFixed}
                playback={playback}
                onChoose={setChosen}
                onShow={show}
                onPut={put}
              />
            )}
          </div>
          <MarkPanel
            detail={detail}
            marks={marks}
            at_ms={at_ms}
            chosen={chosen}
            is_fixed={isFixed}
            onChoose={show}
            onChange={change}
            onAdd={addInMiddle}
            flush={editing.flush}
            steps={editing.steps}
          />
        </div>
      )}
      {!isResult && (
        <CleanFoot
          detail={detail}
          others={others}
          marks={marks}
          flush={editing.flush}
          is_fixed={isFixed}
          onMade={() => setView('result')}
        />
      )}
      {isResult && canEdit && (
        <p className={styles['again']}>
          不满意？
          <Button type="link" onClick={() => setView('marks')}>
            回去改框或方式，再做一次
          </Button>
        </p>
      )}
    </WorkDesk>
  );
}
