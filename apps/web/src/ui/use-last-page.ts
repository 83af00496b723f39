import { useEffect } from 'react';

type Page = { items: unknown[]; page_info: { total: number } };
type Shown = { page_index: number; page_size: number };

/** Whoever takes away the last thing of the last page is led to the page before it: there is nothing to press on an empty one. */
export function useLastPage(
  data: Page | undefined,
  { page_index, page_size }: Shown,
  setPage: (page_index: number) => void,
): void {
  const last = Math.max(1, Math.ceil((data?.page_info.total ?? 0) / page_size));
  const isBeyond = data?.items.length === 0 && page_index > last;
  useEffect(() => {
    if (isBeyond) setPage(last);
  }, [isBeyond, last, setPage]);
}
