import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './Generate.module.css';

type Props = {
  label: string;
  children: ReactNode;
  /** Why it cannot be sent like this. */
  problem: string | null;
  /** What has to be done first, while there is nothing to send. */
  first: string | null;
  /** What comes of it: 4 张. */
  amount: string;
  cost: number;
  button: { label: string; icon: ReactNode };
  can_edit: boolean;
  is_sending: boolean;
  onSend: () => Promise<void>;
};

/** What is wanted, and at its foot what comes of it and for how much. */
export function WishForm({ label, children, problem, first, amount, cost, button, ...props }: Props) {
  const { can_edit, is_sending, onSend } = props;
  return (
    <form
      className={styles['form']}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        // Said by the request itself.
        onSend().catch(() => {});
      }}
    >
      <div className={styles['fields']}>{children}</div>
      <div className={styles['foot']}>
        <p role="status">
          {problem ? (
            <span className={styles['problem']}>{problem}</span>
          ) : (
            (first ?? `${amount} · ${cost > 0 ? `预计 ¥${cost.toFixed(2)}` : '免费'}`)
          )}
        </p>
        <Button
          type="primary"
          htmlType="submit"
          icon={button.icon}
          disabled={!can_edit || problem !== null || first !== null}
          loading={is_sending}
        >
          {button.label}
        </Button>
      </div>
    </form>
  );
}

/** How much of a text there may be, from where that begins to matter: a field takes no more, and says nothing. */
export function TextRoom({ text, max }: { text: string; max: number }) {
  if (text.length < max * 0.9) return null;
  const isFull = text.length >= max;
  return (
    <small className={styles['room']} role={isFull ? 'alert' : undefined}>
      {isFull ? `已到 ${max} 字的上限，再多的写不进去` : `${text.length} / ${max} 字`}
    </small>
  );
}

export function WishField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <span>{label}</span>
      {children}
    </div>
  );
}
