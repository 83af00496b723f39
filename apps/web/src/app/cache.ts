import { QueryClient } from '@tanstack/react-query';
import { useSpace } from '#features/team/space.ts';
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
  if (now.user_info?.user_uid === before.user_info?.user_uid) return;
  cache.clear();
  useSpace.setState({ current: null, spaces: [], error: null });
});

// What was read in one space is not shown in another.
useSpace.subscribe(({ current }, before) => {
  if (before.current && current?.team_id !== before.current.team_id) void cache.resetQueries();
});
