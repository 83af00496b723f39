import { type Pack, POLL_MS } from '@mixreel/contract';
import { useQuery } from '@tanstack/react-query';
import { question } from '#lib/answers.ts';

/** The pack that the built-in voices need. */
export const VOICE_PACK = 'kokoro';
/** Those that take pictures apart, and what people call them; films of pictures need both. */
export const CUT_OUT_PACK = ['cut-out', '抠图模型'] as const;
export const FILL_IN_PACK = ['fill-in', '补画面模型'] as const;
/** Finds the one thing that somebody pointed at; not fetched without being asked for. */
export const POINT_OUT_PACK = ['point-out', '点选模型'] as const;
export const FILM_PACKS = [CUT_OUT_PACK, FILL_IN_PACK];

/** The packs, read again every two seconds while one is on its way; with `wanted`, until that one is here. */
export function usePacks(wanted: string | null = null) {
  return useQuery<Pack[]>({
    ...question('ai.packs', {}),
    refetchInterval: ({ state }) => {
      const isMoving = state.data?.some((pack) => pack.state === 'fetching');
      const isMissing = state.data?.some((pack) => pack.pack === wanted && pack.state !== 'ready');
      return isMoving || isMissing ? POLL_MS : false;
    },
  });
}
