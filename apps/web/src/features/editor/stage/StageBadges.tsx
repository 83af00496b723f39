import type { Preview } from '@mixreel/contract';
import { Tooltip } from 'antd';
import { WORDS } from './candidate-words.ts';
import styles from './Stage.module.css';

export type StageState = {
  quality: Preview['quality'];
  readiness: number;
  is_rendering: boolean;
  full_error: Error | null;
  onRetry: () => void;
  /** What is going on, in a word. */
  note: string | null;
};

/** How good the picture is and what is still on its way. Beside it, so that it covers nothing that will be burned. */
export function StageBadges({ quality, readiness, is_rendering, full_error, onRetry, note }: StageState) {
  if (note) {
    return (
      <span className={styles['badge']} role="status">
        {note}
      </span>
    );
  }
  if (full_error) {
    return (
      <Tooltip title={full_error.message}>
        <button type="button" className={styles['badge']} data-tone="bad" onClick={onRetry}>
          {WORDS.full_failed}
        </button>
      </Tooltip>
    );
  }
  const isFull = quality === 'full';
  return (
    <Tooltip title={isFull ? WORDS.full_hint : is_rendering ? WORDS.rendering_hint : WORDS.draft_hint}>
      <span className={styles['badge']} data-tone={isFull ? 'good' : 'neutral'}>
        {is_rendering ? `${WORDS.full} ${Math.floor(readiness * 100)}%` : WORDS[quality]}
      </span>
    </Tooltip>
  );
}
