import { ArrowLeftOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { randomId } from '#lib/random.ts';
import { showToast } from '#lib/toast.ts';
import { CameraBar } from './CameraBar.tsx';
import { CameraStage } from './CameraStage.tsx';
import { OwnCamera } from './OwnCamera.tsx';
import { usePhone } from './phone-code.ts';
import { canRecord, record, type Recorded, type Recording } from './record.ts';
import { factsOf } from './RowCard.tsx';
import type { NumberedRow } from './sort-rows.ts';
import { TakeReview } from './TakeReview.tsx';
import { takes } from './takes.ts';
import { useCamera } from './use-camera.ts';
import { useMark } from './use-mark.ts';
import { useScreenOn } from './use-screen-on.ts';
import styles from './Camera.module.css';

type Props = {
  row: NumberedRow;
  story_board_id: string;
  next: NumberedRow | null;
  onNext: () => void;
  onBack: () => void;
};

type Taken = Recorded & { take_id: string };

/** One row before the camera. A take is on the phone as soon as it ends, and on its way once it was looked at. */
export function CameraScreen({ row, story_board_id, next, onNext, onBack }: Props) {
  const { row_id, number, picture, line, take_count } = row;
  const name = usePhone((state) => state.name);
  const own = useStore(
    takes.store,
    (queue) => queue.takes.filter((take) => take.row_id === row_id && !take.is_known).length,
  );
  const mark = useMark();
  const [taken, setTaken] = useState<Taken | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<Recording | null>(null);
  const isHere = useRef(true);
  /** The take that is being looked at. */
  const looked = useRef<string | null>(null);
  const camera = useCamera(taken === null);
  useScreenOn();
  const isUsable = camera.problem === null && canRecord();
  const count = take_count + own + (taken ? 0 : 1);

  const finish = async (recorded: Recorded) => {
    running.current = null;
    setRecording(null);
    setIsRunning(false);
    if (recorded.blob.size === 0) return void showToast('error', '没有录到画面，请再拍一次');
    const take = { ...recorded, take_id: randomId() };
    const is_held = isHere.current;
    if (is_held) looked.current = take.take_id;
    setTaken(take);
    const title = `第 ${number} 行 ${picture || line}`.slice(0, 30);
    const isKept = await takes.add({ ...take, story_board_id, row_id, title, shot_by: name, is_held });
    if (!isKept) showToast('warning', '手机空间不够，传完之前请别关这个页面', { ms: 10_000 });
  };
  const begin = () => {
    if (!camera.stream) return;
    const begun = record(camera.stream);
    running.current = begun;
    setRecording(begun);
    void begun.running.then(() => setIsRunning(running.current === begun));
    void begun.ended.then(finish);
  };
  // A row may be taken away on the board while it is shot: what was recorded goes on its way, as nobody can look at it.
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      running.current?.stop();
      if (looked.current) void takes.release(looked.current);
    };
  }, []);

  if (taken) {
    const settle = async (isGood: boolean) => {
      setTaken(null);
      looked.current = null;
      if (isGood) await takes.release(taken.take_id);
      else await takes.discard(taken.take_id);
    };
    return (
      <TakeReview
        recorded={taken}
        number={count}
        next={next}
        onAgain={() => void settle(true)}
        onDiscard={() => void settle(false)}
        onDone={(goesOn) => {
          void settle(true);
          mark(row_id, 'done');
          if (goesOn) onNext();
          else onBack();
        }}
      />
    );
  }
  return (
    <div className={styles['screen']}>
      <header className={styles['top']}>
        <button type="button" aria-label="回到清单" disabled={recording !== null} onClick={onBack}>
          <ArrowLeftOutlined aria-hidden="true" />
        </button>
        <div>
          <b>
            第 {number} 行 · 第 {count} 条
          </b>
          <small>{[picture, ...factsOf(row)].filter(Boolean).join(' · ')}</small>
        </div>
      </header>
      {isUsable ? (
        <>
          <CameraStage row={row} camera={camera} isRecording={isRunning} />
          <CameraBar
            camera={camera}
            hasGhost={row.cover_url !== null}
            hasLine={line.trim() !== ''}
            isRecording={recording !== null}
            isRunning={isRunning}
            onBegin={begin}
            onEnd={() => recording?.stop()}
          />
        </>
      ) : (
        <OwnCamera row={row} problem={camera.problem} onRetry={camera.retry} onTaken={(file) => void finish(file)} />
      )}
    </div>
  );
}
