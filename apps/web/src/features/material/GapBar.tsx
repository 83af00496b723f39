import { Button } from 'antd';
import { WORDS } from './material-words.ts';
import styles from './Library.module.css';

/** Some of the list could not be read; the rest is there. */
export function GapBar({ onRetry, is_busy }: { onRetry: () => void; is_busy: boolean }) {
  return (
    <div className={styles['gap']} role="alert">
      {WORDS.gap}
      <Button size="small" loading={is_busy} onClick={onRetry}>
        重试
      </Button>
    </div>
  );
}
