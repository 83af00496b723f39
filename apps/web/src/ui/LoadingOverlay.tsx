import { useLoading } from '#lib/loading.ts';
import styles from './LoadingOverlay.module.css';

/** Covers the page while a call that asks for it is running. */
export function LoadingOverlay() {
  const isShown = useLoading((state) => state.is_shown);
  if (!isShown) return null;
  return (
    <div className={styles['overlay']} role="status" aria-label="正在处理，请稍候">
      <div className={styles['spinner']} aria-hidden="true" />
    </div>
  );
}
