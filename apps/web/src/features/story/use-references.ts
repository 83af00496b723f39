import type { StoryBoard } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { DocumentDesk } from '#features/document/document-desk.ts';
import { readAgain } from '#lib/read-again.ts';
import { readStory } from './board.ts';

/** How often, and how many times, one looks again for pictures that are still being made. */
const LOOK_MS = 3000;
const LOOKS_MAX = 20;

/** What the library knows of references that are new is asked for once they are saved. */
export function useReferences(desk: DocumentDesk, { story_board_id, references }: StoryBoard): void {
  const cache = useQueryClient();
  const known = new Set(references.map(({ material_id, start_ms }) => `${material_id} ${start_ms}`));
  const missing = useStore(desk.live.view, ({ state }) =>
    readStory(state)
      .rows.flatMap(({ reference }) => (reference ? [`${reference.material_id} ${reference.start_ms}`] : []))
      .filter((one) => !known.has(one))
      .join(),
  );
  const isSaved = useStore(desk.live.view, ({ saving }) => saving.state === 'saved');
  useEffect(() => {
    if (missing && isSaved) void readAgain(cache, 'story.detail', { story_board_id });
  }, [cache, story_board_id, missing, isSaved]);

  const isWaiting = references.some(({ cover_url, is_gone }) => cover_url === null && !is_gone);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isWaiting || looks >= LOOKS_MAX) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      void readAgain(cache, 'story.detail', { story_board_id });
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [cache, story_board_id, isWaiting, looks]);
}
