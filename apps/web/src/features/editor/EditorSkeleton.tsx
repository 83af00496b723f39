import { WORDS } from '#features/mix/mix-words.ts';
import styles from './Editor.module.css';

/** The shape of the editor while its mix is on its way. */
export function EditorSkeleton() {
  return (
    <div className={styles['editor']} role="status" aria-label={WORDS.editor_loading}>
      <div className={styles['header']}>
        <div className={`skeleton ${styles['ghostName']}`} />
      </div>
      <div className={styles['body']}>
        <div className={styles['left']}>
          {Array.from({ length: 4 }, (_, n) => (
            <div key={n} className={`skeleton ${styles['ghostRow']}`} />
          ))}
        </div>
        <div className={styles['centre']}>
          <div className={`skeleton ${styles['ghostStage']}`} />
        </div>
        <div className={styles['right']}>
          <div className={`skeleton ${styles['ghostPanel']}`} />
        </div>
      </div>
    </div>
  );
}
