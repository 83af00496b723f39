import { type Clip, MATERIALS_AT_ONCE_MAX } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { readRange } from '#lib/use-sparse-pages.ts';

/** Every shot that a search found, also those that are not on screen; says so where they are too many to be taken. */
export async function readAllClips(
  cache: QueryClient,
  filter: Omit<InputOf<'search.clips'>, 'page_index' | 'page_size'>,
  total: number,
): Promise<Clip[]> {
  if (total === 0) return [];
  const items = await readRange(cache, 'search.clips', filter, [0, Math.min(total, MATERIALS_AT_ONCE_MAX) - 1]);
  if (total > items.length) showToast('info', `找到 ${total} 个镜头，一次最多选 ${items.length} 个，已选中最前面的`);
  return items;
}
