import { useSyncExternalStore } from 'react';
import { useWaiting } from '#lib/patience.ts';
import { useReach } from '#lib/reach.ts';
import styles from './ConnectionBar.module.css';

/** Says why nothing moves: the network is gone, or an answer is still being waited for. */
export function ConnectionBar() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  const isAway = useReach(({ is_away }) => is_away);
  const waiting = useWaiting(({ summaries }) => summaries[0]);
  if (isOnline && !isAway && waiting === undefined) return null;
  const words = !isOnline
    ? '网络已断开，恢复后会自动继续'
    : isAway
      ? '服务器暂时连不上，恢复后会自动继续'
      : `「${waiting}」还在等服务器答复…`;
  return (
    <div className={styles['bar']} role="status">
      {words}
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
