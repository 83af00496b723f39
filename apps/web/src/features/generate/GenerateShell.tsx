import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { GenerateTabs } from './GenerateTabs.tsx';
import styles from './Generate.module.css';

type Props<E> = {
  title: string;
  engines: Pick<UseQueryResult<E[]>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Once it is known who may be asked. */
  form: (engines: E[]) => ReactNode;
  wall: ReactNode;
  /** What is still on its way, above everything that was made. */
  notice?: ReactNode;
};

/** Pages that make something: what is wanted on the left, what came of it on the right. */
export function GenerateShell<E>({ title, engines, form, wall, notice }: Props<E>) {
  const { data, error, refetch, isFetching } = engines;
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={styles['side']}>
        <GenerateTabs />
        {data ? (
          form(data)
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <LoadingRows />
        )}
      </div>
      <section className={styles['wall']} aria-label="历史记录">
        {notice}
        {wall}
      </section>
    </div>
  );
}
