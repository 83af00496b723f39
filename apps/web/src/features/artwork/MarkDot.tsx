import styles from './Marks.module.css';

/** The colour of a mark. */
export function MarkDot({ colour }: { colour: string }) {
  return <i className={styles['dot']} data-colour={colour} aria-hidden="true" />;
}
