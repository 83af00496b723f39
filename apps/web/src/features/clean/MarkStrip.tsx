import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import type { CleanDetail, CleanMark } from '@mixreel/contract';
import { Button } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { formatDuration } from '#lib/format.ts';
import type { Playback } from '#lib/use-playback.ts';
import { nameOf } from './clean-marks.ts';
import styles from './Clean.module.css';

type Props = {
  detail: CleanDetail;
  marks: CleanMark[];
  at_ms: number;
  chosen: string | null;
  is_fixed: boolean;
  playback: Playback;
  onChoose: (mark_id: string) => void;
  onShow: (mark: CleanMark) => void;
  onPut: (mark: CleanMark) => void;
};
type Edge = 'start' | 'end';

const SHORTEST_MS = 40;
const STEP_MS = 100;

/** When each box is there: rows over the time of the film, whose ends are dragged. */
export function MarkStrip({ detail, marks, at_ms, chosen, is_fixed, playback, onChoose, onShow, onPut }: Props) {
  const lanes = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ mark: CleanMark; edge: Edge } | null>(null);
  const { duration_ms, cuts_ms } = detail;
  const part = (ms: number) => `${(100 * ms) / Math.max(1, duration_ms)}%`;
  const timeOf = (event: PointerEvent): number => {
    const { left, width } = lanes.current!.getBoundingClientRect();
    return Math.round(duration_ms * Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  const moved = (mark: CleanMark, edge: Edge, ms: number): CleanMark =>
    edge === 'start'
      ? { ...mark, start_ms: Math.max(0, Math.min(ms, mark.end_ms - SHORTEST_MS)) }
      : { ...mark, end_ms: Math.min(duration_ms, Math.max(ms, mark.start_ms + SHORTEST_MS)) };
  const press = (event: KeyboardEvent, mark: CleanMark, edge: Edge) => {
    const by = event.key === 'ArrowLeft' ? -STEP_MS : event.key === 'ArrowRight' ? STEP_MS : 0;
    if (by === 0 || is_fixed) return;
    event.preventDefault();
    onPut(moved(mark, edge, (edge === 'start' ? mark.start_ms : mark.end_ms) + by));
  };
  return (
    <div className={styles['strip']}>
      <div className={styles['controls']}>
        <Button
          size="small"
          aria-label={playback.is_playing ? '暂停' : '播放'}
          icon={playback.is_playing ? <PauseOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
          onClick={playback.toggle}
        />
        <span>
          {formatDuration(at_ms / 1000)} / {formatDuration(duration_ms / 1000)}
        </span>
        <input
          type="range"
          aria-label="时间"
          min={0}
          max={duration_ms}
          step={40}
          value={Math.min(duration_ms, Math.round(at_ms))}
          onChange={(event) => playback.seek(Number(event.target.value) / 1000)}
        />
      </div>
      <div
        ref={lanes}
        className={styles['lanes']}
        role="group"
        aria-label="每个框的时间"
        onPointerMove={(event) => dragged && onPut(moved(dragged.mark, dragged.edge, timeOf(event)))}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
      >
        {cuts_ms.map((cut) => (
          <i key={cut} className={styles['cut']} style={{ left: part(cut) }} />
        ))}
        {marks.map((mark) => (
          <div key={mark.mark_id} className={styles['lane']}>
            <div
              className={styles['span']}
              data-on={mark.is_on}
              data-chosen={mark.mark_id === chosen}
              style={{ left: part(mark.start_ms), width: part(mark.end_ms - mark.start_ms) }}
            >
              {(['start', 'end'] as const).map((edge) => (
                <span
                  key={edge}
                  role="slider"
                  tabIndex={is_fixed ? -1 : 0}
                  className={styles['edge']}
                  data-edge={edge}
                  aria-label={`${nameOf(mark)}的${edge === 'start' ? '开始' : '结束'}`}
                  aria-valuemin={0}
                  aria-valuemax={duration_ms}
                  aria-valuenow={edge === 'start' ? mark.start_ms : mark.end_ms}
                  aria-valuetext={formatDuration((edge === 'start' ? mark.start_ms : mark.end_ms) / 1000)}
                  onFocus={() => onChoose(mark.mark_id)}
                  onKeyDown={(event) => press(event, mark, edge)}
                  onPointerDown={(event) => {
                    if (is_fixed) return;
                    lanes.current!.setPointerCapture(event.pointerId);
                    setDragged({ mark, edge });
                    onChoose(mark.mark_id);
                  }}
                />
              ))}
              <button type="button" tabIndex={-1} onClick={() => onShow(mark)}>
                {nameOf(mark)}
              </button>
            </div>
          </div>
        ))}
        <i className={styles['now']} style={{ left: part(at_ms) }} />
      </div>
    </div>
  );
}
