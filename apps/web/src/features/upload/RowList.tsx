import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './UploadPanel.module.css';

/** Rows of one height, of which only those on screen exist: a thousand files cost as much as ten. */
const ROW_PX = 68;
const SPARE_ROWS = 4;

type Props<T> = { label: string; items: T[]; keyOf: (item: T) => string; children: (item: T) => ReactNode };

export function RowList<T>({ label, items, keyOf, children }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, height }, setWindow] = useState({ top: 0, height: 480 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setWindow({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const first = Math.max(0, Math.floor(top / ROW_PX) - SPARE_ROWS);
  const shown = items.slice(first, Math.ceil((top + height) / ROW_PX) + SPARE_ROWS);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div ref={box} className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <ul className={styles['rows']} style={{ height: items.length * ROW_PX }}>
        {shown.map((item, n) => (
          <li
            key={keyOf(item)}
            className={styles['row']}
            style={{ height: ROW_PX, transform: `translateY(${(first + n) * ROW_PX}px)` }}
            aria-setsize={items.length}
            aria-posinset={first + n + 1}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
