import { StartError } from '#lib/start.ts';
import { Button } from '#ui/Button.tsx';
import styles from './Start.module.css';

/** The product did not start. Drawn without the component library: this must work when nothing else does. */
export function StartFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const step = error instanceof StartError && error.step ? `读取${error.step}时出错` : '启动时出错';
  return (
    <main className={styles['failed']} role="alert">
      <h1>暂时打不开</h1>
      <p>
        {step}：{error.message}
      </p>
      <Button look="main" onClick={onRetry}>
        重试
      </Button>
    </main>
  );
}
