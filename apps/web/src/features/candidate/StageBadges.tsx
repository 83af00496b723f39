import type { Preview } from '@mixreel/contract';
import { Tooltip } from 'antd';
import { WORDS } from './candidate-words.ts';
import styles from './Stage.module.css';

type Props = {
  quality: Preview['quality'];
  readiness: number;
  is_rendering: boolean;
  /** What is going on, in a word. */
  note: string | null;
};

/** On the picture: how good it is, and what is still on its way. */
export function StageBadges({ quality, readiness, is_rendering, note }: Props) {
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
      {note && <span role="status">{note}</span>}
    </div>
  );
}
