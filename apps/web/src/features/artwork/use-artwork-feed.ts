import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readAgain } from '#lib/read-again.ts';
import { throttle } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { LISTS, refreshArtworks } from './artwork-cache.ts';

const SELDOM_MS = 1000;

/** What others do is seen while one looks: new videos, reviews, comments, names, directories and marks. */
export function useArtworkFeed(project_id: string): void {
  const cache = useQueryClient();
  const refresh = useMemo(() => throttle(() => void refreshArtworks(cache, LISTS), SELDOM_MS), [cache]);
  const refreshAll = () => {
    refresh();
    void refreshArtworks(cache, ['artwork.detail', 'artwork.comments']);
  };
  useStream(
    'artwork.changes',
    { project_id },
    {
      onMessage: ({ artwork_ids }) => {
        refresh();
        for (const artwork_id of artwork_ids) {
          void readAgain(cache, ['artwork.detail', 'artwork.comments'], { artwork_id });
        }
      },
      // Whatever happened while the stream was away is read again.
      onError: (error) => error && refreshAll(),
    },
  );
}
