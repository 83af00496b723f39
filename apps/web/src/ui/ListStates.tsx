import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { LoadingRows } from './LoadingRows.tsx';

type Query<T> = { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };

type Props<T> = {
  query: Query<T>;
  isEmpty: (data: T) => boolean;
  empty: ReactNode;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
};

/** The four states of a list: loading, empty, error, full. Data that is here stays while newer is fetched. */
export function ListStates<T>({ query, isEmpty, empty, loading = <LoadingRows />, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return isEmpty(data) ? empty : children(data);
  if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return loading;
}
