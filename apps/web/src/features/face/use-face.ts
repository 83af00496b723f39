import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSpace } from '#features/team/space.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';

/** Reads swaps again whenever one of their tasks has gone on, or somebody changed one. */
export function useFaceFeed(project_id: string): void {
  const cache = useQueryClient();
  const space = useSpace((state) => state.current);
  const again = useMemo(
    () => debounce(() => void readAgain(cache, ['face.projectList', 'face.projectDetail']), 150),
    [cache],
  );
  useStream(
    'task.changes',
    { team_id: space?.team_id },
    { onMessage: ({ about }) => about['swap_id'] && again(), onOpen: again },
    { enabled: space !== null },
  );
  useStream('face.changes', { project_id }, { onMessage: again });
}
