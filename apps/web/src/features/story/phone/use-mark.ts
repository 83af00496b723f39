import type { ShootState } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { usePhone } from './phone-code.ts';

/** Says how far a row is, for all who look. */
export function useMark(): (row_id: string, state: ShootState) => void {
  const cache = useQueryClient();
  return useCallback(
    (row_id, state) => {
      const { code, name } = usePhone.getState();
      void call('storyPhone.mark', { code, row_id, state, by_name: name })
        .catch(() => {})
        .finally(() => void readAgain(cache, 'storyPhone.list'));
    },
    [cache],
  );
}
