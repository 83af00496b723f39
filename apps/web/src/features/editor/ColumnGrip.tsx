import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Columns, Side } from './columns.ts';
import styles from './Editor.module.css';

const STEP = 16;

/** The edge of a column: drag it, move it with the arrows, or double-click for the usual width. */
export function ColumnGrip({ label, side, columns }: { label: string; side: Side; columns: Columns }) {
  const grip = useRef<HTMLDivElement>(null);
  const held = useRef<{ x: number; width: number } | null>(null);
  const way = side === 'left' ? 1 : -1;

  const measure = () => {
    const column = grip.current?.parentElement;
    const body = column?.parentElement;
    const other = side === 'left' ? body?.lastElementChild : body?.firstElementChild;
    return {
      width: column?.getBoundingClientRect().width ?? 0,
      room: { whole: body?.clientWidth ?? 0, other: other?.clientWidth ?? 0 },
    };
  };
  const hold = (event: PointerEvent) => {
    if (event.button !== 0) return;
    grip.current?.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, width: measure().width };
  };
  const drag = (event: PointerEvent) => {
    if (!held.current) return;
    columns.set(side, held.current.width + way * (event.clientX - held.current.x), measure().room);
  };
  const nudge = (event: KeyboardEvent) => {
    const by = ({ ArrowLeft: -STEP, ArrowRight: STEP } as const)[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const { width, room } = measure();
    columns.set(side, width + way * by, room);
  };
  return (
    <div
      ref={grip}
      className={styles['columnGrip']}
      data-side={side}
      role="slider"
      aria-orientation="horizontal"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={columns.widthOf(side) ?? 0}
      aria-valuetext={columns.widthOf(side) ? `${columns.widthOf(side)} 像素` : '默认'}
      title="拖动调整宽度，双击恢复"
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
      onDoubleClick={() => columns.reset(side)}
      onKeyDown={nudge}
    />
  );
}
