import { useEffect } from 'react';
import { logError } from '#lib/log.ts';
import { countFatal, raiseAlarm } from '#lib/monitoring.ts';
import { Button } from '#ui/Button.tsx';
import styles from './Start.module.css';

/** A page broke, or its code is no longer on the server after an update. Loading again helps with both. */
export function PageFailed({ error }: { error: unknown }) {
  useEffect(() => {
    logError('page failed', error);
    reportError(error);
    countFatal('page_failed', { page: window.location.pathname });
    raiseAlarm('页面出错', error instanceof Error ? error.message : String(error), window.location.pathname);
  }, [error]);
  return (
    <main className={styles['failed']} role="alert">
      <h1>这个页面出错了</h1>
      <p>可能是产品刚刚更新过，重新加载通常就好了。问题已经自动上报。</p>
      <Button look="main" onClick={() => window.location.reload()}>
        重新加载
      </Button>
    </main>
  );
}
