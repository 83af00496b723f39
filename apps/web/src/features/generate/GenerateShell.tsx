import type { ReactNode } from 'react';
import { NavLink, useSearchParams } from 'react-router';
import styles from './Generate.module.css';

const TABS = [
  { to: '/videoGenerate', label: '图生视频' },
  { to: '/videoGenerate/image', label: '文生图' },
];

type Props = { title: string; form: ReactNode; wall: ReactNode };

/** Pages that make something: what is wanted on the left, what came of it on the right. */
export function GenerateShell({ title, form, wall }: Props) {
  const [params] = useSearchParams();
  const kept = new URLSearchParams([...params].filter(([name]) => name === 'projectId' || name === 'teamId'));
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={styles['side']}>
        <nav className={styles['tabs']} aria-label="AI 生成">
          {TABS.map(({ to, label }) => (
            <NavLink key={to} to={{ pathname: to, search: kept.toString() }} end>
              {label}
            </NavLink>
          ))}
        </nav>
        {form}
      </div>
      <section className={styles['wall']} aria-label="历史记录">
        {wall}
      </section>
    </div>
  );
}
