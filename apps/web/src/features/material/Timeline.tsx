import type { MaterialDetail } from '@mixreel/contract';
import { Waveform } from '#features/voice/Waveform.tsx';
import { formatDuration } from '#lib/format.ts';
import { MARK_NAMES } from './material-words.ts';
import styles from './Detail.module.css';

type Props = {
  material: Pick<MaterialDetail, 'peaks' | 'marks' | 'shots' | 'material_name'>;
  seconds: number;
  at: number;
  onSeek: (seconds: number) => void;
};

/** The whole length: its sound, its cuts, and where the picture is not fit for use. */
export function Timeline({ material: { peaks, marks, shots, material_name }, seconds, at, onSeek }: Props) {
  if (seconds <= 0) return null;
  const share = (time: number) => `${Math.min(100, Math.max(0, (time / seconds) * 100))}%`;
  const kinds = (Object.keys(MARK_NAMES) as (keyof typeof MARK_NAMES)[]).filter((kind) => marks[kind].length > 0);
  return (
    <div className={styles['timeline']}>
      <div className={styles['wave']}>
        <Waveform label={`${material_name}的时间轴`} peaks={peaks} seconds={seconds} at={at} onSeek={onSeek} />
        {shots.slice(1).map(({ shot_id, start_ms }) => (
          <span key={shot_id} className={styles['cut']} style={{ left: share(start_ms / 1000) }} aria-hidden="true" />
        ))}
        {kinds.map((kind) =>
          marks[kind].map(({ start, end }) => (
            <span
              key={`${kind} ${start}`}
              className={styles['fault']}
              data-kind={kind}
              title={`${MARK_NAMES[kind]} ${formatDuration(start)}–${formatDuration(end)}`}
              style={{ left: share(start), width: share(end - start) }}
              aria-hidden="true"
            />
          )),
        )}
      </div>
      <p className={styles['legend']}>
        <span>
          {formatDuration(at)} / {formatDuration(seconds)}
        </span>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            data-kind={kind}
            title={`跳到第一处${MARK_NAMES[kind]}`}
            onClick={() => onSeek(marks[kind][0]?.start ?? 0)}
          >
            {MARK_NAMES[kind]} {marks[kind].length} 处
          </button>
        ))}
      </p>
    </div>
  );
}
