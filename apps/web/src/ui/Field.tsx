import { type ReactNode, useId } from 'react';
import styles from './Fields.module.css';

/** A field with its label above it. */
export function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
