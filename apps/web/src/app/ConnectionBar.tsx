import { useSyncExternalStore } from 'react';
import { useReach } from '#lib/reach.ts';
import styles from './ConnectionBar.module.css';

/** Network errors make no message of their own; this one line says why nothing moves. */
export function ConnectionBar() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  const isAway = useReach(({ is_away }) => is_away);
  if (isOnline && !isAway) return null;
  return (
    <div className={styles['bar']} role="status">
      {isOnline ? '服务器暂时连不上，恢复后会自动继续' : '网络已断开，恢复后会自动继续'}
    </div>
  );
}

function follow(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
