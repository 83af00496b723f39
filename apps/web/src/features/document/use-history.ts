import { useInfiniteQuery } from '@tanstack/react-query';
import { keyOf } from '#lib/answers.ts';
import { call } from '#lib/call.ts';

/** What was done to a document, the newest first. */
export function useHistory(document_id: string) {
  return useInfiniteQuery({
    queryKey: keyOf('document.history', { document_id }),
    queryFn: ({ pageParam, signal }) =>
      call(
        'document.history',
        { document_id, ...(pageParam !== null && { before: pageParam }) },
        { is_quiet: true, signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before ?? undefined,
  });
}
