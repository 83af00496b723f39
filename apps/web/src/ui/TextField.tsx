import type { InputHTMLAttributes } from 'react';
import styles from './TextField.module.css';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: string;
  hint?: string;
  problem?: string | null;
};

/** One line of text with its label, and below it a hint or what is wrong. */
export function TextField({ id, label, hint, problem = null, ...rest }: Props) {
  const below = problem ?? hint;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        aria-invalid={problem !== null}
        aria-describedby={below ? `${id}-below` : undefined}
        data-wrong={problem !== null}
      />
      {below && (
        <p id={`${id}-below`} data-wrong={problem !== null} role={problem ? 'alert' : undefined}>
          {below}
        </p>
      )}
    </div>
  );
}
