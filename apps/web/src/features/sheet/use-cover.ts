import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import type { Studio } from './studio.ts';

/** Whoever leaves a picture that was changed leaves a new one in the list. */
export function useCover(studio: Studio): void {
  const cache = useQueryClient();
  useEffect(() => {
    const { card, content: before } = studio.getState();
    return () => {
      const { content, may_edit } = studio.getState();
      const isOld = content !== before || card.cover_url === null;
      if (!may_edit || !isOld) return;
      const draw = async () => {
        await studio.live.flush();
        await call('sheet.cover', { sheet_id: card.sheet_id }, { is_quiet: true });
        await readAgain(cache, 'sheet.list');
      };
      // The list shows an older one then.
      draw().catch(() => {});
    };
  }, [studio, cache]);
}
