import { useSyncExternalStore } from 'react';
import styles from './ConnectionBar.module.css';

/** Network errors make no message of their own; this one line says why nothing moves. */
export function ConnectionBar() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className={styles['bar']} role="status">
      网络已断开，恢复后会自动继续
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
