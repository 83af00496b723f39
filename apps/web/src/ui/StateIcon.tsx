import type { ReactNode } from 'react';
import styles from './States.module.css';

/** The large icon above a message that fills its place. */
export function StateIcon({ tone = 'accent', children }: { tone?: 'accent' | 'warning' | 'bad'; children: ReactNode }) {
  return (
    <span className={styles['icon']} data-tone={tone} aria-hidden="true">
      {children}
    </span>
  );
}
