import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTheme } from '#ui/theme-choice.ts';
import { formatShare } from './candidate-words.ts';
import { heatPixels, likenessAt, type Matrix, worstPairs } from './heat.ts';
import styles from './Heat.module.css';

const LISTED = 5;

type Props = {
  matrix: Matrix;
  /** The share that is allowed, 0 to 1. */
  allowed: number;
  onPair: (first: number, second: number) => void;
};

/** How alike all candidates are, two by two. Pointing says which two, a press shows them side by side. */
export function HeatMap({ matrix, allowed, onPair }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState<{ row: number; column: number } | null>(null);
  const isDark = useTheme((state) => state.is_dark);
  const count = matrix.candidate_ids.length;

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
  const number = (index: number) => matrix.numbers[index] ?? index + 1;
  const worst = worstPairs(matrix, LISTED);
  return (
    <div className={styles['heat']}>
      <div className={styles['map']}>
        <canvas
          ref={canvas}
          width={count}
          height={count}
          role="img"
          aria-label={`${count} 条候选两两之间的重复度`}
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
          ? `第 ${number(over.row)} 条和第 ${number(over.column)} 条：重复 ${formatShare(likenessAt(matrix, over.row, over.column))}`
          : '指着一格看是哪两条，点一下并排播放'}
      </p>
      <p className={styles['scale']} aria-hidden="true">
        <span>不重复</span>
        <i data-dark={isDark} />
        <span>全一样</span>
      </p>
      <h3>最像的几对</h3>
      <ul className={styles['pairs']}>
        {worst.map(({ first, second, share }) => (
          <li key={`${first} ${second}`}>
            <button type="button" onClick={() => onPair(first, second)}>
              第 {number(first)} 条和第 {number(second)} 条
              <b data-over={share > allowed + 0.005}>{formatShare(share)}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
