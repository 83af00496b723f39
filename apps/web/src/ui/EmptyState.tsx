import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './States.module.css';

type Props = { title: string; text?: ReactNode; icon?: ReactNode; children?: ReactNode };

/** Nothing here yet: says what to do next, with the button for it as children. */
export function EmptyState({ title, text, icon = <InboxOutlined />, children }: Props) {
  return (
    <div className={styles['state']}>
      <span className={styles['icon']} aria-hidden="true">
        {icon}
      </span>
      <p className={styles['title']}>{title}</p>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}
