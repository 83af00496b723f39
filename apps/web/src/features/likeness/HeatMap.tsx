import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatShare } from '#lib/format.ts';
import { useTheme } from '#ui/theme-choice.ts';
import { heatPixels, likenessAt, type Matrix, worstPairs } from './heat.ts';
import styles from './Heat.module.css';

const LISTED = 5;

type Props = {
  /** What it shows, for whoever does not see it. */
  label: string;
  /** What the figures of the map are of. */
  word: string;
  matrix: Matrix;
  /** The share that is allowed, 0 to 1. */
  allowed: number;
  onPair: (first: number, second: number) => void;
};

/** How alike all videos are, two by two. Pointing says which two, a press shows them side by side. */
export function HeatMap({ label, word, matrix, allowed, onPair }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState<{ row: number; column: number } | null>(null);
  const isDark = useTheme((state) => state.is_dark);
  const count = matrix.names.length;

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || count === 0) return;
    context.putImageData(new ImageData(heatPixels(matrix, allowed, isDark), count, count), 0, 0);
  }, [matrix, allowed, isDark, count]);

  const placeAt = ({ currentTarget, clientX, clientY }: PointerEvent | React.MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const column = Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
    const row = Math.min(count - 1, Math.max(0, Math.floor(((clientY - top) / height) * count)));
    return row === column ? null : { row, column };
  };
  const name = (index: number) => matrix.names[index] ?? `第 ${index + 1} 条`;
  const worst = worstPairs(matrix, LISTED);
  return (
    <div className={styles['heat']}>
      <div className={styles['map']}>
        <canvas
          ref={canvas}
          width={count}
          height={count}
          role="img"
          aria-label={label}
          onPointerMove={(event) => setOver(placeAt(event))}
          onPointerLeave={() => setOver(null)}
          onClick={(event) => {
            const place = placeAt(event);
            if (place) onPair(place.row, place.column);
          }}
        />
        {over && (
          <>
            <i style={{ top: `${(over.row / count) * 100}%`, height: `${100 / count}%` }} aria-hidden="true" />
            <i
              data-down="true"
              style={{ left: `${(over.column / count) * 100}%`, width: `${100 / count}%` }}
              aria-hidden="true"
            />
          </>
        )}
      </div>
      <p className={styles['said']} role="status">
        {over
          ? `${name(over.row)}和${name(over.column)}：${word} ${formatShare(likenessAt(matrix, over.row, over.column))}`
          : '指着一格看是哪两条，点一下并排播放'}
      </p>
      <p className={styles['scale']} aria-hidden="true">
        <span>全不一样</span>
        <i data-dark={isDark} />
        <span>全一样</span>
      </p>
      <h3>最像的几对</h3>
      <ul className={styles['pairs']}>
        {worst.map(({ first, second, share }) => (
          <li key={`${first} ${second}`}>
            <button type="button" onClick={() => onPair(first, second)}>
              <span>
                {name(first)}和{name(second)}
              </span>
              <b data-over={share > allowed + 0.005}>{formatShare(share)}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
