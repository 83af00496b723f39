import { markWords } from './mark-words.ts';
import styles from './Search.module.css';

/** A text with some of its words marked. */
export function Marked({ text, words }: { text: string; words: string[] }) {
  return markWords(text, words).map(({ text: part, is_marked, from }) =>
    is_marked ? (
      <mark key={from} className={styles['mark']}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
