import { document } from '@mixreel/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#lib/call.ts';

/** What was done to a document, the newest first. */
export function useHistory(document_id: string) {
  return useInfiniteQuery({
    queryKey: [document.history.path, { document_id }],
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
