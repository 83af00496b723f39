import type { CallKey, Material } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { changeAnswers, heldAnswers, keyOf } from '#lib/answers.ts';
import type { OutputOf } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';

type MaterialPage = OutputOf<'material.list'>;

/** Changes cards where they are, without reading anything again. */
export function patchMaterials(
  cache: QueryClient,
  material_ids: ReadonlySet<string>,
  change: (before: Material) => Partial<Material>,
): void {
  changeAnswers(cache, 'material.list', (page) => {
    if (!page.items.some(({ material_id }) => material_ids.has(material_id))) return page;
    return {
      ...page,
      items: page.items.map((one) => (material_ids.has(one.material_id) ? { ...one, ...change(one) } : one)),
    };
  });
  for (const material_id of material_ids) {
    changeAnswers(cache, 'material.detail', (one) => ({ ...one, ...change(one) }), { material_id });
  }
}

/** The cards of these materials, as far as they are held. */
export function heldMaterials(cache: QueryClient, material_ids: ReadonlySet<string>): Material[] {
  const pages = heldAnswers(cache, 'material.list');
  const held = pages.flatMap(({ items }) => items).filter((one) => material_ids.has(one.material_id));
  return [...new Map(held.map((one) => [one.material_id, one])).values()];
}

/** Whether a card of this material is in any page that is held. */
export function isHeld(cache: QueryClient, material_id: string): boolean {
  return heldAnswers(cache, 'material.list').some(({ items }) => items.some((one) => one.material_id === material_id));
}

/** The pages of these materials are out of date; those on screen are read again at once. */
export async function refreshPagesOf(cache: QueryClient, material_ids: ReadonlySet<string>): Promise<void> {
  await cache.invalidateQueries({
    queryKey: keyOf('material.list'),
    predicate: ({ state }) =>
      (state.data as MaterialPage | undefined)?.items.some((one) => material_ids.has(one.material_id)) ?? false,
  });
}

const LISTS: CallKey[] = ['material.list', 'dir.materials', 'material.tagTypes', 'search.clips', 'search.tags'];

/** Cards came, went or changed places. */
export async function refreshLists(cache: QueryClient): Promise<void> {
  await readAgain(cache, LISTS);
}

const FOUND: CallKey[] = ['material.tagTypes', 'search.tags', 'search.clips'];

/** Analysis has found tags and shots: what lists, counts and searches them is out of date, whatever cards are held. */
export async function refreshFound(cache: QueryClient): Promise<void> {
  await readAgain(cache, FOUND);
}

/** Something inside materials changed: their details, and the lists that show tags and counts. */
export async function refreshMaterials(cache: QueryClient): Promise<void> {
  await readAgain(cache, ['material.detail', ...LISTS]);
}
