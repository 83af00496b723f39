import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { GRID_PADDING, type GridShape, type GridSize, shapeGrid, visibleRows } from './grid-geometry.ts';
import { setCalm } from './grid-motion.ts';
import styles from './CardGrid.module.css';

/** Faster than this, in pixels a millisecond, nobody sees cards: only their places are shown until it slows down. */
const FAST = 10;
/** Faster than this cards come without their pictures: fetching them for a glance would make the rest stutter. */
const CALM = 4;
const SETTLE_MS = 90;

export type CardGridHandle = {
  /** Scrolls just as far as needed to see a card. */
  reveal: (index: number) => void;
  shape: () => GridShape & { page: number };
  focus: () => void;
};

type Props<T> = {
  label: string;
  total: number;
  size: GridSize;
  itemAt: (index: number) => T | undefined;
  /** The card the keyboard is at. */
  active: number | null;
  idAt: (index: number) => string;
  onRange: (first: number, last: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
  /** Must be the same function as long as it draws the same: cards whose item did not change are not drawn again. */
  renderCard: (item: T, index: number) => ReactNode;
  is_busy?: boolean;
  handle?: Ref<CardGridHandle>;
};

/**
 * A grid of as many cards as there are, of which only the rows on screen exist. When it moves too fast to be read, only
 * the places of cards are painted, and no elements are made at all.
 */
export function CardGrid<T>(props: Props<T>) {
  const { label, total, size, itemAt, active, idAt, onRange, renderCard, is_busy = false, handle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [rows, setRows] = useState<{ first: number; last: number } | null>(null);
  const shape = useMemo(() => shapeGrid({ total, width: room.width, size }), [total, room.width, size]);
  const motion = useRef({ top: 0, at: 0, timer: 0 });

  const settle = useCallback(
    (speed = 0) => {
      const element = scroller.current;
      if (!element || room.width === 0) return;
      setCalm(speed <= CALM);
      const next = visibleRows(shape, { top: element.scrollTop, height: room.height });
      setRows((now) => (now?.first === next.first && now.last === next.last ? now : next));
      onRange(next.first * shape.columns, Math.max(0, Math.min(total, (next.last + 1) * shape.columns) - 1));
    },
    [shape, room.width, room.height, total, onRange],
  );

  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setRoom({ width, height });
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => settle(), [settle]);
  useEffect(
    () => () => {
      clearTimeout(motion.current.timer);
      setCalm(true);
    },
    [],
  );

  const handleScroll = () => {
    const top = scroller.current?.scrollTop ?? 0;
    const at = performance.now();
    const speed = Math.abs(top - motion.current.top) / Math.max(1, at - motion.current.at);
    clearTimeout(motion.current.timer);
    motion.current = { top, at, timer: window.setTimeout(settle, SETTLE_MS) };
    if (speed > FAST) setRows(null);
    else settle(speed);
  };

  useImperativeHandle(handle, () => ({
    reveal: (index) => {
      const element = scroller.current;
      if (!element) return;
      const top = GRID_PADDING + Math.floor(index / shape.columns) * shape.row;
      if (top < element.scrollTop + GRID_PADDING) element.scrollTop = top - GRID_PADDING;
      else if (top + shape.row > element.scrollTop + room.height) element.scrollTop = top + shape.row - room.height;
    },
    shape: () => ({ ...shape, page: Math.max(1, Math.floor(room.height / shape.row)) }),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }));

  // A row that leaves on one side is used again for the one that comes on the other.
  const places = rows === null ? 1 : rows.last - rows.first + 1;
  const visible = rows === null || room.width === 0 ? [] : cellsOf(rows, shape.columns, total, itemAt);
  const activeId = active !== null && visible.some(({ from }) => isIn(active, from, shape.columns)) ? idAt(active) : '';
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={shape.rows}
      aria-colcount={shape.columns}
      aria-multiselectable="true"
      aria-busy={is_busy}
      {...(activeId && { 'aria-activedescendant': activeId })}
      onScroll={handleScroll}
      onKeyDown={props.onKeyDown}
      onClick={props.onClick}
      onDoubleClick={props.onDoubleClick}
    >
      <div className={styles['space']} role="presentation" style={placeStyle(shape, room.height)}>
        {rows === null && room.width > 0 && <div className={styles['flying']} aria-hidden="true" />}
        {visible.map(({ row, from, cells }) => (
          <div
            key={row % places}
            className={styles['row']}
            role="row"
            aria-rowindex={row + 1}
            style={{
              transform: `translateY(${row * shape.row}px)`,
              gridTemplateColumns: `repeat(${shape.columns}, ${shape.width}px)`,
              height: shape.row,
            }}
          >
            {cells.map((item, column) =>
              item === undefined ? (
                <div key={column} className={styles['missing']} role="gridcell" aria-label="正在加载" />
              ) : (
                <Cell<T> key={column} item={item} index={from + column} renderCard={renderCard} />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

type CellProps<T> = { item: T; index: number; renderCard: (item: T, index: number) => ReactNode };

const Cell = memo(function Cell<T>({ item, index, renderCard }: CellProps<T>) {
  return renderCard(item, index);
}) as <T>(props: CellProps<T>) => ReactNode;

function cellsOf<T>(
  { first, last }: { first: number; last: number },
  columns: number,
  total: number,
  itemAt: (index: number) => T | undefined,
) {
  const found: { row: number; from: number; cells: (T | undefined)[] }[] = [];
  for (let row = first; row <= last; row += 1) {
    const from = row * columns;
    const cells = Array.from({ length: Math.min(columns, total - from) }, (_, column) => itemAt(from + column));
    if (cells.length > 0) found.push({ row, from, cells });
  }
  return found;
}

function isIn(index: number, from: number, count: number): boolean {
  return index >= from && index < from + count;
}

function placeStyle({ height, width, picture, row }: GridShape, window: number): CSSProperties {
  const variables = {
    '--card': `${width}px`,
    '--picture': `${picture}px`,
    '--row': `${row}px`,
    '--window': `${window}px`,
  };
  return { height, ...variables };
}
