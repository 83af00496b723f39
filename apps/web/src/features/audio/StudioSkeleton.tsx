import styles from './Studio.module.css';

/** The shape of the studio while its piece is on its way. */
export function StudioSkeleton() {
  return (
    <div className={styles['studio']} role="status" aria-label="正在打开配音">
      <div className={styles['header']}>
        <div className={`skeleton ${styles['ghostName']}`} />
      </div>
      <div className={styles['body']}>
        <div className={styles['ghostLines']}>
          {Array.from({ length: 6 }, (_, n) => (
            <div key={n} className={`skeleton ${styles['ghostLine']}`} />
          ))}
        </div>
        <div className={styles['side']}>
          <div className={`skeleton ${styles['ghostSide']}`} />
        </div>
      </div>
    </div>
  );
}
