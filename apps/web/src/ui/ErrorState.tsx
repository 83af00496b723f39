import { DisconnectOutlined } from '@ant-design/icons';
import { Button } from './Button.tsx';
import { StateIcon } from './StateIcon.tsx';
import styles from './States.module.css';

type Props = {
  title?: string;
  error: Error | null;
  /** Null: the same again would fail again. */
  onRetry: (() => void) | null;
  isRetrying?: boolean;
};

/** It could not be loaded: says why, and tries again. */
export function ErrorState({ title = '没有加载出来', error, onRetry, isRetrying = false }: Props) {
  return (
    <div className={styles['state']} role="alert">
      <StateIcon tone="bad">
        <DisconnectOutlined />
      </StateIcon>
      <p className={styles['title']}>{title}</p>
      <p className={styles['text']}>{error?.message || '请稍后再试'}</p>
      {onRetry && (
        <div className={styles['actions']}>
          <Button look="main" onClick={onRetry} is_busy={isRetrying}>
            重试
          </Button>
        </div>
      )}
    </div>
  );
}
