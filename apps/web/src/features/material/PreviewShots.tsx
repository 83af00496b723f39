import type { Shot } from '@mixreel/contract';
import { formatDuration } from '#lib/format.ts';
import styles from './ShotTiles.module.css';

type Props = { shots: Shot[]; current: Shot | undefined; onSeek: (seconds: number) => void };

/** The shots as pictures to tap. */
export function PreviewShots({ shots, current, onSeek }: Props) {
  return (
    <ol className={styles['tiles']} aria-label="镜头">
      {shots.map(({ shot_id, index, start_ms, cover_url }) => (
        <li key={shot_id}>
          <button
            type="button"
            aria-current={shot_id === current?.shot_id}
            aria-label={`第 ${index + 1} 个镜头，从 ${formatDuration(start_ms / 1000)} 起`}
            onClick={() => onSeek(start_ms / 1000)}
          >
            {cover_url && <img src={cover_url} alt="" loading="lazy" decoding="async" />}
            <span>{formatDuration(start_ms / 1000)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
