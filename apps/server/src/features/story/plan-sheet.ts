import { factRecords, type FactSheet, factSheetOf, mixKind } from '@mixreel/contract';
import { type Operation, planDifference, type State } from '@mixreel/document';
import { newId } from '#db/id.ts';

/**
 * A mix holds what its board holds: the facts as they are now, without those that are `gone` from it, and what was
 * accepted of rows that became shootings (`places`, by row).
 */
export function planSheet(
  state: State,
  { facts, acceptances }: FactSheet,
  places: ReadonlyMap<string, string>,
  gone: ReadonlySet<string> = new Set(),
): Operation[] {
  const had = factSheetOf(state);
  const ours = new Set(facts.map(({ id }) => id));
  const carried = acceptances.flatMap((one) => {
    const place_id = places.get(one.place_id);
    const isThere = had.acceptances.some(
      ({ place_id: at, said, sheet }) => at === place_id && said === one.said && sheet === one.sheet,
    );
    return place_id && !isThere ? { ...one, acceptance_id: newId(), place_id } : [];
  });
  const sheet = {
    facts: [...had.facts.filter(({ id }) => !ours.has(id) && !gone.has(id)), ...facts],
    acceptances: [...had.acceptances, ...carried],
  };
  return planDifference(mixKind, state, { ...state, ...factRecords(sheet, state) });
}
