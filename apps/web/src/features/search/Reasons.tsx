import type { SearchReason } from '@mixreel/contract';
import { formatDuration } from '#lib/format.ts';
import { Marked } from './Marked.tsx';
import { REASON_NAMES, reasonText } from './search-words.ts';
import styles from './Search.module.css';

/** Why something was found: the strongest reason, and how many more there are. */
export function Reasons({ reasons }: { reasons: SearchReason[] }) {
  const [first, ...others] = reasons;
  if (!first) return null;
  return (
    <span className={styles['reason']} title={reasons.map(reasonText).join('\n')}>
      <span className={styles['kind']}>{REASON_NAMES[first.kind]}</span>
      {first.at !== undefined && <time className={styles['when']}>{formatDuration(first.at)}</time>}
      <Marked text={first.text} words={first.words} />
      {others.length > 0 && <span className={styles['more']}>+{others.length}</span>}
    </span>
  );
}
