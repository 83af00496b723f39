import { useId } from 'react';
import styles from './Choice.module.css';

type Props<T extends string> = {
  label: string;
  options: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
};

/** One of a few, side by side. */
export function Choice<T extends string>({ label, options, value, onChange, disabled = false }: Props<T>) {
  const name = useId();
  return (
    <div className={styles['choice']} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} data-on={option.value === value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
