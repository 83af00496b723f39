import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RowPlaces } from './row-places.ts';
import styles from './RowList.module.css';

/** Drawn beyond the window, so that scrolling meets no gap and Tab a next row. */
const BEYOND = 400;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

type Props<T> = {
  label: string;
  total: number;
  /** As high as most rows are; the real height is measured. */
  expected_height: number;
  itemAt: (index: number) => T | undefined;
  keyOf: (item: T) => string;
  /** Which rows are drawn, and which of them are in the window. */
  onRange: (first: number, last: number) => void;
  onSeen?: (first: number, last: number) => void;
  is_busy: boolean;
  renderRow: (item: T) => ReactNode;
};

/** A list of any length whose rows may be of any height: only those near the window are drawn. */
export function RowList<T>(props: Props<T>) {
  const { label, total, expected_height, itemAt, keyOf, onRange, onSeen, is_busy, renderRow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [places] = useState(() => new RowPlaces(expected_height));
  const [, redraw] = useState(0);
  const [view, setView] = useState({ top: 0, height: 0 });
  places.cut(total);

  const first = places.at(view.top - BEYOND, total);
  const last = Math.max(first, places.at(view.top + view.height + BEYOND, total));
  const seenFirst = places.at(view.top, total);
  const seenLast = places.at(view.top + view.height, total);

  const measure = useCallback(() => {
    let hasMoved = false;
    for (const row of list.current?.children ?? []) {
      if (!(row instanceof HTMLElement) || row.dataset['index'] === undefined) continue;
      if (places.measure(Number(row.dataset['index']), row.offsetHeight)) hasMoved = true;
    }
    if (hasMoved) redraw((count) => count + 1);
  }, [places]);

  useLayoutEffect(() => {
    const box = scroller.current;
    const rows = list.current;
    if (!box || !rows) return;
    const look = () => setView({ top: box.scrollTop, height: box.clientHeight });
    const sizes = new ResizeObserver(() => {
      measure();
      look();
    });
    sizes.observe(box);
    const watchRows = () => {
      for (const row of rows.children) sizes.observe(row);
    };
    watchRows();
    const changes = new MutationObserver(watchRows);
    changes.observe(rows, { childList: true });
    // A row that moves up or down takes its height along.
    const moves = new MutationObserver(measure);
    moves.observe(rows, { subtree: true, attributeFilter: ['data-index'] });
    const walk = (event: KeyboardEvent) => walkRows(event);
    box.addEventListener('keydown', walk);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
      moves.disconnect();
      box.removeEventListener('keydown', walk);
      box.removeEventListener('scroll', look);
    };
  }, [measure]);

  useEffect(() => {
    if (total > 0) onRange(first, last);
  }, [first, last, total, onRange]);
  useEffect(() => {
    if (total > 0 && view.height > 0) onSeen?.(seenFirst, seenLast);
  }, [seenFirst, seenLast, total, view.height, onSeen]);

  const rows = total === 0 ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n);
  return (
    <div ref={scroller} className={styles['scroller']}>
      <ul
        ref={list}
        className={styles['rows']}
        aria-label={label}
        aria-busy={is_busy}
        style={{ height: places.topOf(total), paddingTop: places.topOf(first) }}
      >
        {rows.map((index) => {
          const item = itemAt(index);
          return (
            <li
              key={item === undefined ? `missing ${index}` : keyOf(item)}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
            >
              {item === undefined ? (
                <div
                  className={`skeleton ${styles['missing']}`}
                  style={{ height: expected_height - 8 }}
                  role="img"
                  aria-label="正在加载"
                />
              ) : (
                renderRow(item)
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Arrows go from row to row, to the first thing that can be pressed there; inside a row Tab goes on as usual. */
function walkRows(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = event.target instanceof HTMLElement && event.target.closest('li[data-index]');
  if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  const beside = (row: Element) => (step > 0 ? row.nextElementSibling : row.previousElementSibling);
  for (let row = beside(from); row; row = beside(row)) {
    const first = row.querySelector<HTMLElement>('button, a');
    if (!first) continue;
    event.preventDefault();
    first.focus();
    return;
  }
}
