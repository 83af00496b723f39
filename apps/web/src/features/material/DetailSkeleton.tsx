import styles from './Detail.module.css';

/** The shape of the drawer while its material is on its way. */
export function DetailSkeleton() {
  return (
    <div className={styles['body']} role="status" aria-label="正在打开素材">
      <div className={styles['left']}>
        <div className={`skeleton ${styles['ghostStage']}`} />
        <div className={`skeleton ${styles['ghostStrip']}`} />
      </div>
      <div className={styles['right']}>
        <div className={`skeleton ${styles['ghostStrip']}`} />
        <div className={`skeleton ${styles['ghostStrip']}`} />
      </div>
    </div>
  );
}
