import type { ReactNode } from 'react';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './Report.module.css';

type Query<T> = { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
type Props<T> = {
  title: string;
  query: Query<T>;
  isEmpty: (data: T) => boolean;
  empty: string;
  children: (data: T) => ReactNode;
};

export function ReportCard<T>({ title, query, isEmpty, empty, children }: Props<T>) {
  return (
    <section className={styles['card']} aria-label={title}>
      <h2>{title}</h2>
      <ListStates
        query={query}
        isEmpty={isEmpty}
        empty={<p className={styles['nothing']}>{empty}</p>}
        loading={<LoadingRows count={3} label={`正在加载${title}`} />}
      >
        {children}
      </ListStates>
    </section>
  );
}
