import { type Box, type CleanDetail, type CleanMark } from '@mixreel/contract';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { randomId } from '#lib/random.ts';
import type { Playback } from '#lib/use-playback.ts';
import { Film } from '#ui/Film.tsx';
import { between, boxAt, drawnMark, inside, isShown, nameOf, placed, stretched } from './clean-marks.ts';
import { CoverShown } from './CoverShown.tsx';
import styles from './Clean.module.css';

type Props = {
  detail: CleanDetail;
  marks: CleanMark[];
  at_ms: number;
  chosen: string | null;
  is_fixed: boolean;
  playback: Playback;
  onChoose: (mark_id: string | null) => void;
  onPut: (mark: CleanMark) => void;
  onDraw: (mark: CleanMark) => void;
  /** A box that was just added by a button: it is the next that keys move. */
  added: string | null;
};
type Point = { x: number; y: number };
type Drag = { from: Point; box: Box; mark: CleanMark | null; handle: string };

const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
const DRAWN_LEAST = 0.012;
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The picture with its boxes: drawn on it, moved, pulled at their handles. */
export function MarkStage({ detail, marks, at_ms, chosen, is_fixed, playback, onChoose, onPut, onDraw, added }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { attach, pause } = playback;
  const [drag, setDrag] = useState<Drag | null>(null);
  const [moved, setMoved] = useState<Box | null>(null);
  useEffect(() => {
    if (added) frame.current?.querySelector<HTMLElement>(`[data-mark="${added}"]`)?.focus();
  }, [added]);
  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = frame.current!.getBoundingClientRect();
    const part = (value: number) => Math.min(1, Math.max(0, value));
    return { x: part((event.clientX - left) / width), y: part((event.clientY - top) / height) };
  };
  const begin = (event: PointerEvent, mark: CleanMark | null, handle: string) => {
    if (is_fixed || event.button !== 0) return;
    event.stopPropagation();
    frame.current!.setPointerCapture(event.pointerId);
    pause();
    const from = pointOf(event);
    setDrag({ from, mark, handle, box: mark ? boxAt(mark, at_ms) : { ...from, width: 0, height: 0 } });
    onChoose(mark?.mark_id ?? null);
  };
  const go = (event: PointerEvent) => {
    if (!drag) return;
    const to = pointOf(event);
    const [dx, dy] = [to.x - drag.from.x, to.y - drag.from.y];
    if (!drag.mark) setMoved(between(drag.from, to));
    else if (drag.handle === 'move') setMoved(inside({ ...drag.box, x: drag.box.x + dx, y: drag.box.y + dy }));
    else setMoved(stretched(drag.box, drag.handle, dx, dy));
  };
  const end = () => {
    if (drag && moved) {
      const isDrawn = moved.width > DRAWN_LEAST && moved.height > DRAWN_LEAST;
      if (drag.mark) onPut(placed(drag.mark, at_ms, moved));
      else if (isDrawn) onDraw(drawnMark(randomId(), moved, detail.duration_ms));
    }
    setDrag(null);
    setMoved(null);
  };
  const press = (event: KeyboardEvent, mark: CleanMark) => {
    const step = STEPS[event.key];
    if (step && !is_fixed) {
      event.preventDefault();
      const [dx, dy] = step.map((one) => one * (event.shiftKey ? 0.02 : 0.004)) as [number, number];
      const box = boxAt(mark, at_ms);
      onPut(
        placed(
          mark,
          at_ms,
          event.altKey ? stretched(box, 'se', dx, dy) : inside({ ...box, x: box.x + dx, y: box.y + dy }),
        ),
      );
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && !is_fixed) onPut({ ...mark, is_on: false });
  };
  const shown = marks.filter((mark) => isShown(mark, at_ms, detail.is_picture));
  const ratio = detail.width / Math.max(1, detail.height);
  return (
    <div className={styles['stage']}>
      <div
        ref={frame}
        className={styles['frame']}
        style={{ aspectRatio: ratio, width: `min(100%, calc((100vh - 380px) * ${ratio}))` }}
        onPointerDown={(event) => begin(event, null, 'draw')}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {detail.is_picture ? (
          <img src={detail.url ?? ''} alt={detail.material_name} draggable={false} />
        ) : (
          <Film
            ref={attach}
            src={detail.preview_url ?? detail.url ?? ''}
            playsInline
            aria-label={detail.material_name}
          />
        )}
        {detail.notices
          .filter((mark) => isShown(mark, at_ms, detail.is_picture))
          .map((mark) => (
            <div
              key={mark.mark_id}
              className={styles['notice']}
              style={placeOf(boxAt(mark, at_ms))}
              title="AI 生成标识，不能去除"
            />
          ))}
        {shown
          .filter(({ is_on }) => is_on)
          .map((mark) => (
            <CoverShown
              key={mark.mark_id}
              detail={detail}
              mark={mark}
              style={placeOf(drag?.mark?.mark_id === mark.mark_id && moved ? moved : boxAt(mark, at_ms))}
            />
          ))}
        {shown.map((mark) => {
          const isChosen = mark.mark_id === chosen;
          const box = isChosen && drag?.mark && moved ? moved : boxAt(mark, at_ms);
          return (
            <div
              key={mark.mark_id}
              role="button"
              tabIndex={0}
              aria-label={`框：${nameOf(mark)}`}
              title="方向键移动，按住 Shift 走得快，按住 Alt 改大小"
              data-mark={mark.mark_id}
              aria-pressed={isChosen}
              className={styles['box']}
              data-on={mark.is_on}
              data-chosen={isChosen}
              style={placeOf(box)}
              onPointerDown={(event) => begin(event, mark, 'move')}
              onFocus={() => onChoose(mark.mark_id)}
              onKeyDown={(event) => press(event, mark)}
            >
              {isChosen &&
                !is_fixed &&
                HANDLES.map((handle) => (
                  <span
                    key={handle}
                    className={styles['handle']}
                    data-handle={handle}
                    onPointerDown={(event) => begin(event, mark, handle)}
                  />
                ))}
            </div>
          );
        })}
        {drag && !drag.mark && moved && <div className={styles['box']} data-on data-chosen style={placeOf(moved)} />}
      </div>
    </div>
  );
}

function placeOf({ x, y, width, height }: Box) {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}
