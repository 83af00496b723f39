import type { MixOverrides } from '@mixreel/contract';
import type { Fields, State } from '@mixreel/document';
import { newId } from '#db/id.ts';

/** The same with ids of its own, for a copy; without what waits for a shooting that was removed. */
export function renewIds(state: State): State {
  const fresh = new Map<string, string>();
  const renew = (id: string) => {
    const made = fresh.get(id) ?? newId();
    fresh.set(id, made);
    return made;
  };
  const shootings = state['shooting'] ?? {};
  const isShown = (record: Fields) => {
    const { shooting_id = null } = record;
    return shooting_id === null || shootings[shooting_id as string] !== undefined;
  };
  const renewed = (table: State[string] = {}) =>
    Object.fromEntries(
      Object.entries(table)
        .filter(([, record]) => isShown(record))
        .map(([id, record]) => {
          const { shooting_id } = record;
          return [renew(id), typeof shooting_id === 'string' ? { ...record, shooting_id: renew(shooting_id) } : record];
        }),
    );
  const [shooting, script, clip] = [renewed(shootings), renewed(state['script']), renewed(state['clip'])];
  const mix = Object.fromEntries(
    Object.entries(state['mix'] ?? {}).map(([id, record]) => [id, withNamed(record, fresh)]),
  );
  const acceptance = Object.fromEntries(
    Object.entries(state['acceptance'] ?? {}).map(([id, record]) => {
      const place_id = record['place_id'] as string;
      return [id, { ...record, place_id: fresh.get(place_id) ?? place_id }];
    }),
  );
  return { mix, shooting, script, clip, fact: state['fact'] ?? {}, acceptance };
}

const NAMING = ['wording_ids', 'opening_ids', 'header_ids', 'footer_ids', 'order_ids', 'length_ids'] as const;

/** The clips and shootings that settings name, as those of the copy. */
function withNamed(record: Fields, fresh: Map<string, string>): Fields {
  const { combine, vary, ...config } = record['config'] as MixOverrides;
  const forbidden_pairs = combine?.forbidden_pairs?.flatMap(([a, b]): [string, string][] => {
    const [one, other] = [fresh.get(a), fresh.get(b)];
    return one && other ? [[one, other]] : [];
  });
  const named = NAMING.flatMap((field) => {
    const ids = vary?.[field];
    return ids ? [[field, ids.flatMap((id) => fresh.get(id) ?? [])]] : [];
  });
  return {
    ...record,
    config: {
      ...config,
      ...(combine && { combine: { ...combine, ...(forbidden_pairs && { forbidden_pairs }) } }),
      ...(vary && { vary: { ...vary, ...(Object.fromEntries(named) as Fields) } }),
    },
  };
}
