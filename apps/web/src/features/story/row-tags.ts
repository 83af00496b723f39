import type { StoryLink } from '@mixreel/contract';
import type { RowTag } from '#ui/grid/column.ts';

/** What has become of rows in mixes, by row: how many clips their shots have, and whether the words still agree. */
export function rowTags(
  links: readonly StoryLink[],
  onPress: (row_id: string) => void,
): ReadonlyMap<string, readonly RowTag[]> {
  return new Map(
    [...Map.groupBy(links, ({ row_id }) => row_id)].map(([row_id, own]) => [
      row_id,
      [{ ...tagOf(own), onPress: () => onPress(row_id) }],
    ]),
  );
}

/** The tags of several, one below the other. */
export function joinTags(...all: ReadonlyMap<string, readonly RowTag[]>[]): ReadonlyMap<string, readonly RowTag[]> {
  const ids = new Set(all.flatMap((tags) => [...tags.keys()]));
  return new Map([...ids].map((row_id) => [row_id, all.flatMap((tags) => tags.get(row_id) ?? [])]));
}

function tagOf(links: readonly StoryLink[]): Omit<RowTag, 'onPress'> {
  const label = links
    .map(({ mproject_name, clip_count, news }) => {
      const clips = clip_count === 0 ? '还没有片段' : `${clip_count} 个候选片段`;
      return `混剪「${mproject_name}」里 ${clips}${news === 'none' ? '' : `，${NEWS[news]}`}`;
    })
    .join('；');
  if (links.some(({ news }) => news !== 'none')) return { text: '不一致', label, tone: 'warning' };
  const least = Math.min(...links.map(({ clip_count }) => clip_count));
  if (least === 0) return { text: '缺片段', label, tone: 'warning' };
  return { text: `${least} 片段`, label, tone: 'neutral' };
}

const NEWS = { board: '台词这边改过', mix: '台词那边改过', both: '台词两边都改过' } as const;
