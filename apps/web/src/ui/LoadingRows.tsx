import styles from './States.module.css';

/** The shape of a list that is on its way. */
export function LoadingRows({ count = 5, label = '正在加载' }: { count?: number; label?: string }) {
  return (
    <div className={styles['rows']} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={`skeleton ${styles['row']}`} aria-hidden="true" />
      ))}
    </div>
  );
}
