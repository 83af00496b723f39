import type { Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSpace } from '#features/team/space.ts';
import { useSession } from '#lib/session.ts';
import { throttle } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { refreshArtworks } from './artwork-cache.ts';

const SELDOM_MS = 3000;
/** Work that ends in finished videos. */
const MAKES: Task['task_type'][] = ['mix_export', 'dedup'];

/** New videos appear while one looks: an export files them one by one. */
export function useArtworkFeed(): void {
  const cache = useQueryClient();
  const space = useSpace((state) => state.current);
  const user_uid = useSession((state) => state.user_info?.user_uid);
  const refresh = useMemo(
    () => throttle(() => void refreshArtworks(cache, ['artwork.list', 'dir.tree', 'artwork.dirs']), SELDOM_MS),
    [cache],
  );
  useStream(
    'task.changes',
    {},
    { onMessage: ({ task_type }) => MAKES.includes(task_type) && refresh(), onError: (error) => error && refresh() },
    { enabled: space !== null, scope: `${user_uid} ${space?.team_id ?? ''}`, is_shared: true },
  );
}
