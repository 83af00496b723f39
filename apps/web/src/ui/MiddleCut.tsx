import styles from './MiddleCut.module.css';

/** Numbers of a series and what kind of file it is stand at the end: 第 12 条, _003.mp4. */
const ENDING = 9;

/**
 * A name on one line. Too long for its place it is cut in the middle, so that both what it is and which one stay readable.
 * The two halves are only painted: whoever reads, searches or copies the page finds the name whole.
 */
export function MiddleCut({ text }: { text: string }) {
  const letters = Array.from(text);
  if (letters.length < 2 * ENDING) return <span title={text}>{text}</span>;
  const [head, ending] = [letters.slice(0, -ENDING).join(''), letters.slice(-ENDING).join('')];
  return (
    <span className={styles['name']} title={text} data-head={head} data-ending={ending}>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
