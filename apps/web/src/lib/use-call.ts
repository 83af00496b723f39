import type { CallKey } from '@mixreel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { question } from './answers.ts';
import { call, type InputOf, type JsonKey, type OutputOf } from './call.ts';
import { readAgain } from './read-again.ts';

type Options = { enabled?: boolean; stale_ms?: number; keep_previous?: boolean };

/** Reads. Errors are shown by the list itself. */
export function useCall<K extends JsonKey>(key: K, input: InputOf<K>, options: Options = {}) {
  const { enabled = true, stale_ms = 0, keep_previous = false } = options;
  return useQuery<OutputOf<K>>({
    ...question(key, input),
    enabled,
    staleTime: stale_ms,
    ...(keep_previous && { placeholderData: (previous: OutputOf<K> | undefined) => previous as never }),
  });
}

/** Changes. `refresh` names the reads that are out of date afterwards. */
export function useSend<K extends JsonKey>(key: K, { refresh = [] }: { refresh?: CallKey[] } = {}) {
  const cache = useQueryClient();
  return useMutation<OutputOf<K>, Error, InputOf<K>>({
    mutationFn: (input) => call(key, input),
    onSuccess: () => readAgain(cache, refresh),
  });
}
