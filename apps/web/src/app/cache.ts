import { QueryClient } from '@tanstack/react-query';
import { NetworkError } from '#lib/send.ts';
import { useSession } from '#lib/session.ts';

/** What pages have read. A refusal is final; a broken connection is tried twice more. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
      retryDelay: (attempt) => 500 * 2 ** attempt,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Nobody sees what the person before them has read.
useSession.subscribe((now, before) => {
  if (now.user_info?.user_uid !== before.user_info?.user_uid) cache.clear();
});
