import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/call.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import styles from './WorkbenchPage.module.css';

/** The way to the configured image workbench: asks for a one-time key and goes there with it. */
export function WorkbenchPage() {
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const navigate = useNavigate();
  useEffect(() => {
    const stop = new AbortController();
    call('auth.getSDWebUICode', {}, { is_quiet: true, signal: stop.signal }).then(
      // Replaced, so that the way back does not lead here and at once there again.
      ({ url }) => window.location.replace(url),
      (reason: Error) => {
        if (!stop.signal.aborted) setError(reason);
      },
    );
    return () => stop.abort();
  }, [attempt]);

  if (!error) {
    return (
      <div className={styles['page']} role="status">
        <h1>正在打开图像工作台…</h1>
        <p>会用你现在的身份和空间登录，不用再输入什么。</p>
      </div>
    );
  }
  return (
    <div className={styles['page']}>
      <ErrorState
        title="图像工作台没有打开"
        error={error}
        onRetry={() => {
          setError(null);
          setAttempt(attempt + 1);
        }}
      />
      <Button onClick={() => void navigate('/home')}>回到素材库</Button>
    </div>
  );
}
