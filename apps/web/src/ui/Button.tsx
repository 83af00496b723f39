import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type Props = ComponentProps<'button'> & {
  look?: 'main' | 'plain';
  is_large?: boolean;
  is_wide?: boolean;
  /** Shown as working; it cannot be pressed meanwhile. */
  is_busy?: boolean;
};

/** A button for the pages before the sign-in and for what must work when little else does: without the component library. */
export function Button({
  look = 'plain',
  is_large = false,
  is_wide = false,
  is_busy = false,
  disabled = false,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles['button']} ${rest.className ?? ''}`}
      data-look={look}
      data-large={is_large}
      data-wide={is_wide}
      disabled={disabled || is_busy}
      aria-busy={is_busy}
    >
      {is_busy && <span className={styles['spinner']} aria-hidden="true" />}
      {children}
    </button>
  );
}
