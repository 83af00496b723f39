import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { StateIcon } from './StateIcon.tsx';
import styles from './States.module.css';

type Props = {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  /** It is the whole page and not a part of one: the title is the page's heading. */
  is_page?: boolean;
  children?: ReactNode;
};

/** Nothing here yet: says what to do next, with the button for it as children. */
export function EmptyState({ title, text, icon = <InboxOutlined />, is_page = false, children }: Props) {
  const Title = is_page ? 'h1' : 'p';
  return (
    <div className={styles['state']} data-page={is_page}>
      <StateIcon>{icon}</StateIcon>
      <Title className={styles['title']}>{title}</Title>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}
