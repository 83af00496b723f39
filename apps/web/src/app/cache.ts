import { QueryClient } from '@tanstack/react-query';
import { useSpace } from '#features/team/space.ts';
import { isAway } from '#lib/call.ts';
import { useReach } from '#lib/reach.ts';
import { useSession } from '#lib/session.ts';

/** What pages have read. A refusal is final; a server that is away is tried a few times more, and again when it is back. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => isAway(error) && failures < 3,
      retryDelay: (attempt) => 500 * 2 ** attempt,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

useReach.subscribe(({ is_away }, before) => {
  if (!before.is_away || is_away) return;
  void cache.refetchQueries({ predicate: ({ state }) => isAway(state.error) });
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
