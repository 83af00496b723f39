import type { ReactNode } from 'react';
import { GenerateTabs } from './GenerateTabs.tsx';
import styles from './Generate.module.css';

type Props = { title: string; form: ReactNode; wall: ReactNode };

/** Pages that make something: what is wanted on the left, what came of it on the right. */
export function GenerateShell({ title, form, wall }: Props) {
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={styles['side']}>
        <GenerateTabs />
        {form}
      </div>
      <section className={styles['wall']} aria-label="历史记录">
        {wall}
      </section>
    </div>
  );
}
