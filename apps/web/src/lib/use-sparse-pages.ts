import { type QueryClient, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { question } from './answers.ts';
import type { InputOf, OutputOf } from './call.ts';

/** Calls that answer long lists page by page. */
type PagedKey = 'material.list' | 'search.clips' | 'candidate.list' | 'artwork.list' | 'artwork.find' | 'task.list';
export type ItemOf<K extends PagedKey> = OutputOf<K>['items'][number];
type Filter<K extends PagedKey> = Omit<InputOf<K>, 'page_index' | 'page_size'>;

export const SPARSE_PAGE = 100;
/** Pages that were scrolled past are forgotten after this: a long list must not fill the memory. */
const KEEP_MS = 15_000;
const FRESH_MS = 30_000;

export type SparsePages<T> = {
  /** Undefined until the first page is here. */
  total: number | undefined;
  itemAt: (index: number) => T | undefined;
  /** All that are held. */
  items: T[];
  /** Why nothing is here at all. */
  error: Error | null;
  /** Some page failed while others are here. */
  has_gap: boolean;
  is_fetching: boolean;
  /** Says which items are on screen; pages that are no longer among them stop being fetched. */
  onRange: (first: number, last: number) => void;
  refetch: () => void;
};

/**
 * A long list of which only the pages on screen are held. Pages are ordinary reads of the query cache, so a change that
 * refreshes the call refreshes those on screen. Use a `key` on the component to begin anew with another filter.
 */
export function useSparsePages<K extends PagedKey>(key: K, filter: Filter<K>, { enabled = true } = {}) {
  const [wanted, setWanted] = useState<number[]>([1]);
  const [known, setKnown] = useState<number>();

  const combine = useCallback(
    (results: UseQueryResult<OutputOf<K>>[]) => {
      const pages = new Map(wanted.map((page, n) => [page, results[n]?.data?.items as ItemOf<K>[] | undefined]));
      const failed = results.find(({ error, isFetching }) => error && !isFetching);
      return {
        pages,
        total: results.find(({ data }) => data)?.data?.page_info.total,
        error: failed?.error ?? null,
        is_fetching: results.some(({ isFetching }) => isFetching),
        refetch: () => results.forEach(({ refetch }) => void refetch()),
        answer: results.find(({ data }) => data)?.data,
      };
    },
    [wanted],
  );
  const state = useQueries({
    queries: wanted.map((page_index) => ({ ...pageQuery(key, filter, page_index), enabled })),
    combine,
  });
  // While a page far away is on its way the length is still known.
  if (state.total !== undefined && state.total !== known) setKnown(state.total);
  const total = state.total ?? known;

  const onRange = useCallback((first: number, last: number) => {
    const from = Math.floor(first / SPARSE_PAGE) + 1;
    const to = Math.floor(last / SPARSE_PAGE) + 1;
    const next = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    setWanted((now) => (now.length === next.length && now[0] === from ? now : next));
  }, []);
  const { pages } = state;
  const itemAt = useCallback(
    (index: number) => pages.get(Math.floor(index / SPARSE_PAGE) + 1)?.[index % SPARSE_PAGE],
    [pages],
  );
  const items = useMemo(() => [...pages.values()].flatMap((page) => page ?? []), [pages]);
  return {
    total,
    itemAt,
    items,
    error: total === undefined ? state.error : null,
    has_gap: total !== undefined && state.error !== null,
    is_fetching: state.is_fetching,
    onRange,
    refetch: state.refetch,
    /** One of the answers, for what a call says besides its items. */
    answer: state.answer,
  };
}

/** The items from `first` to `last`, also those that are not on screen. */
export async function readRange<K extends PagedKey>(
  cache: QueryClient,
  key: K,
  filter: Filter<K>,
  [first, last]: [number, number],
): Promise<ItemOf<K>[]> {
  const from = Math.floor(first / SPARSE_PAGE);
  const count = Math.floor(last / SPARSE_PAGE) - from + 1;
  const pages = await Promise.all(
    Array.from({ length: count }, (_, n) => cache.fetchQuery(pageQuery(key, filter, from + n + 1))),
  );
  const items = pages.flatMap((page) => page.items as ItemOf<K>[]);
  return items.slice(first - from * SPARSE_PAGE, last - from * SPARSE_PAGE + 1);
}

function pageQuery<K extends PagedKey>(key: K, filter: Filter<K>, page_index: number) {
  const input = { ...filter, page_index, page_size: SPARSE_PAGE } as InputOf<K>;
  return {
    ...question(key, input),
    staleTime: FRESH_MS,
    gcTime: KEEP_MS,
  };
}
