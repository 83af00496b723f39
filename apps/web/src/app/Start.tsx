import { useEffect, useState } from 'react';
import { startReports } from '#lib/reports.ts';
import { readConfiguration, StartError } from '#lib/start.ts';
import { App } from './App.tsx';
import { StartFailed } from './StartFailed.tsx';
import styles from './Start.module.css';

type Phase = { name: 'starting' | 'ready' } | { name: 'failed'; error: Error };

/** Configuration, then analytics with its channel, then the app. */
export function Start() {
  const [phase, setPhase] = useState<Phase>({ name: 'starting' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    const begin = async () => {
      await readConfiguration();
      startReports();
    };
    begin().then(
      () => isCurrent && setPhase({ name: 'ready' }),
      (error: unknown) =>
        isCurrent && setPhase({ name: 'failed', error: error instanceof Error ? error : new StartError('', error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  if (phase.name === 'ready') return <App />;
  if (phase.name === 'failed') {
    return (
      <StartFailed
        error={phase.error}
        onRetry={() => {
          setPhase({ name: 'starting' });
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return <div className={styles['splash']} role="status" aria-label="正在启动" />;
}
