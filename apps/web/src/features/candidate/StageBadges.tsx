import type { Preview } from '@mixreel/contract';
import { Tooltip } from 'antd';
import { WORDS } from './candidate-words.ts';
import styles from './Stage.module.css';

type Props = {
  quality: Preview['quality'];
  readiness: number;
  is_rendering: boolean;
  full_error: Error | null;
  onRetry: () => void;
  /** What is going on, in a word. */
  note: string | null;
};

/** On the picture: how good it is, and what is still on its way. */
export function StageBadges({ quality, readiness, is_rendering, full_error, onRetry, note }: Props) {
  const isFull = quality === 'full';
  const percent = Math.floor(readiness * 100);
  return (
    <div className={styles['badges']}>
      <Tooltip title={isFull ? WORDS.full_hint : WORDS.draft_hint} placement="bottomLeft">
        <span data-quality={quality}>
          {WORDS[quality]}
          {is_rendering && ` · ${WORDS.full} ${percent}%`}
        </span>
      </Tooltip>
      {full_error && (
        <Tooltip title={full_error.message} placement="bottomLeft">
          <button type="button" onClick={onRetry}>
            {WORDS.full_failed}
          </button>
        </Tooltip>
      )}
      {note && <span role="status">{note}</span>}
    </div>
  );
}
