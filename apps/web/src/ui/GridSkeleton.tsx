import type { GridSize } from './grid-geometry.ts';
import styles from './GridSkeleton.module.css';

/** The shape of a grid of cards while its first page is on its way. */
export function GridSkeleton({ label, size: { min_width, ratio, foot } }: { label: string; size: GridSize }) {
  return (
    <div
      className={styles['ghosts']}
      role="status"
      aria-label={label}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${min_width}px, 1fr))` }}
    >
      {Array.from({ length: 24 }, (_, n) => (
        <div key={n} aria-hidden="true">
          <div className={`skeleton ${styles['ghost']}`} style={{ aspectRatio: 1 / ratio }} />
          <div className={`skeleton ${styles['line']}`} style={{ marginBottom: foot - 24 }} />
        </div>
      ))}
    </div>
  );
}
