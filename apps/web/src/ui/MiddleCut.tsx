import styles from './MiddleCut.module.css';

/** Numbers of a series and what kind of file it is stand at the end: 第 12 条, _003.mp4. */
const ENDING = 9;

/** A name on one line. Too long for its place it is cut in the middle, so that both what it is and which one stay readable. */
export function MiddleCut({ text }: { text: string }) {
  const letters = Array.from(text);
  const at = Math.max(0, letters.length - ENDING);
  return (
    <span className={styles['name']} title={text}>
      <span className={styles['head']}>{letters.slice(0, at).join('')}</span>
      <span className={styles['ending']}>{letters.slice(at).join('')}</span>
    </span>
  );
}
