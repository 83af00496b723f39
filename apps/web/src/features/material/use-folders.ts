import type { DirTree } from '@mixreel/contract';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { throttle } from '#lib/timing.ts';
import { useCall } from '#lib/use-call.ts';
import { useStream } from '#lib/use-stream.ts';
import type { LibraryView } from './library-view.ts';
import { refreshLists } from './material-cache.ts';

const SELDOM_MS = 1000;

/** The folders of a project, counted by what is looked at, as they are now: others make and move them too. */
export function useFolders(project_id: string, { type, sub_type }: LibraryView): UseQueryResult<DirTree> {
  const cache = useQueryClient();
  const refresh = useMemo(() => throttle(() => void refreshLists(cache), SELDOM_MS), [cache]);
  useStream('dir.changes', { project_id }, { onMessage: refresh, onError: (error) => error && refresh() });
  const isPart = type === 'video' && sub_type !== 'all';
  const which = { material_type: type, ...(isPart && { material_sub_type: sub_type }) };
  return useCall('dir.materials', { project_id, ...which }, { keep_previous: true });
}
