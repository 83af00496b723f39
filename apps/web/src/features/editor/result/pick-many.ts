import type { QueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '#lib/call.ts';
import { readRange } from '#lib/use-sparse-pages.ts';
import { changeCandidates } from './candidate-actions.ts';

export const PICKS = { all: '全选', none: '全不选', invert: '反选', first: '只选前几条…' } as const;
export type Picking = keyof typeof PICKS;

/** Ticks many at once, of those that are shown, in the order in which they are shown. */
export async function pickMany(
  cache: QueryClient,
  input: Omit<InputOf<'candidate.list'>, 'page_index'>,
  how: Picking,
  first = 0,
): Promise<void> {
  const { page_info } = await call('candidate.list', { ...input, page_index: 1, page_size: 1 });
  const items = await readRange(cache, 'candidate.list', input, [0, page_info.total - 1]);
  const wanted = (is_picked: boolean, n: number) =>
    ({ all: true, none: false, invert: !is_picked, first: n < first })[how];
  for (const is_picked of [true, false]) {
    const ids = items.flatMap((one, n) =>
      wanted(one.is_picked, n) === is_picked && one.is_picked !== is_picked ? one.candidate_id : [],
    );
    await changeCandidates(cache, ids, { is_picked });
  }
}
