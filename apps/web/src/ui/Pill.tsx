import type { ReactNode } from 'react';
import styles from './Pill.module.css';

/** A short state, in colour where the colour says something. */
export function Pill({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'accent' | 'good' | 'warning' | 'bad';
  children: ReactNode;
}) {
  return (
    <span className={styles['pill']} data-tone={tone}>
      {children}
    </span>
  );
}
