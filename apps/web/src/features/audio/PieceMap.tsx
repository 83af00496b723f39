import type { AudioLine } from '@mixreel/contract';
import { isSayable } from './lines.ts';
import { select, useStudio, useStudioState } from './studio.ts';
import styles from './Transport.module.css';

type Props = { lines: AudioLine[]; starts: number[]; seconds: number; now: number | null };

/** The piece at a glance: one bar per line, as long as it sounds. A picture of what the list says in words. */
export function PieceMap({ lines, starts, seconds, now }: Props) {
  const studio = useStudio();
  const active = useStudioState((state) => state.active);
  if (seconds === 0) return <div className={styles['map']} />;
  return (
    <div className={styles['map']} aria-hidden="true">
      {lines.map(({ line_id, text, pause_ms }, n) => {
        if (!isSayable(text)) return null;
        const start = starts[n] ?? 0;
        const end = (starts[n + 1] ?? seconds) - pause_ms / 1000;
        return (
          <span
            key={line_id}
            title={text}
            data-active={line_id === active}
            style={{ left: `${(start / seconds) * 100}%`, width: `${(Math.max(0.1, end - start) / seconds) * 100}%` }}
            onPointerDown={() => {
              select(studio, line_id);
              document.querySelector(`[data-line-handle="${line_id}"]`)?.scrollIntoView({ block: 'nearest' });
            }}
          />
        );
      })}
      {now !== null && <i style={{ left: `${Math.min(100, (now / seconds) * 100)}%` }} />}
    </div>
  );
}
