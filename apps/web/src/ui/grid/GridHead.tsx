import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { GridColumn } from './column.ts';
import styles from './Grid.module.css';

const LEAST = 56;
const MOST = 800;
const STEP = 16;

type Props<Row> = {
  columns: readonly GridColumn<Row>[];
  onWidth: (key: string, width: number) => void;
  onColumn: (index: number, isMore: boolean) => void;
  onAll: () => void;
};

/** The names of the columns; their edges can be dragged, or moved with the arrows. */
export function GridHead<Row>({ columns, onWidth, onColumn, onAll }: Props<Row>) {
  return (
    <div className={styles['head']} role="row" aria-rowindex={1}>
      <div className={styles['corner']} role="columnheader" aria-label="行号">
        <button type="button" tabIndex={-1} aria-label="选中全部" onClick={onAll} />
      </div>
      {columns.map(({ key, name, width }, index) => (
        <div key={key} className={styles['name']} role="columnheader" aria-colindex={index + 2} style={{ width }}>
          <button type="button" tabIndex={-1} onClick={(event) => onColumn(index, event.shiftKey)}>
            {name}
          </button>
          <Edge name={name} width={width} onWidth={(wanted) => onWidth(key, wanted)} />
        </div>
      ))}
    </div>
  );
}

function Edge({ name, width, onWidth }: { name: string; width: number; onWidth: (width: number) => void }) {
  const held = useRef<{ x: number; width: number } | null>(null);
  const set = (wanted: number) => onWidth(Math.round(Math.max(LEAST, Math.min(MOST, wanted))));
  const nudge = (event: KeyboardEvent) => {
    const by = ({ ArrowLeft: -STEP, ArrowRight: STEP } as const)[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    set(width + by);
  };
  const hold = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, width };
  };
  return (
    <div
      className={styles['edge']}
      role="slider"
      aria-orientation="horizontal"
      aria-label={`${name}的列宽`}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      title="拖动调整列宽"
      onPointerDown={hold}
      onPointerMove={(event) => held.current && set(held.current.width + event.clientX - held.current.x)}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
      onKeyDown={nudge}
    />
  );
}
