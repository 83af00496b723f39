import { crossAll, Draft, type Operation, type State } from './operation.ts';
import type { Act, OrderedAct } from './session.ts';

/** What somebody sends: acts made one on top of another, the first of them when the document stood at `sequence`. */
export type Request = { sequence: number; acts: readonly Act[] };
/** Acts that are new, in their places, and what could not be done of each any more. */
export type Placed = {
  state: State;
  acts: (OrderedAct & { lost: Operation[] })[];
  /** The act that may not be, and why; those behind it stand on it and were not looked at. */
  refused: { act_id: string; message: string } | null;
};
/** Why operations that make one state of another may not be; null when they may. */
type Judge = (before: State, operations: readonly Operation[], after: State, act_id: string) => string | null;

/**
 * Gives acts their places behind `since`, all that was ordered after the sequence they were made at. A request that came
 * before and is sent again, because its answer was lost, is known by its acts' ids; what it did then is not done twice.
 */
export function placeActs(
  state: State,
  { sequence, acts }: Request,
  since: readonly OrderedAct[],
  judge: Judge = () => null,
): Placed {
  const known = new Map(since.map((act, index) => [act.act_id, index]));
  const placed: Placed['acts'] = [];
  // What the next act was made without knowing, as it is to be done after the acts of the request so far.
  let others: Operation[] = [];
  let read = 0;
  const readTo = (end: number) => {
    others.push(...since.slice(read, end).flatMap(({ operations }) => operations));
    read = end;
  };
  for (const { act_id, operations, ...about } of acts) {
    const place = known.get(act_id);
    readTo(place ?? since.length);
    const crossed = crossAll(operations, others);
    others = crossed.before;
    if (place !== undefined) {
      read = place + 1;
      continue;
    }
    const before = state;
    const draft = new Draft(before);
    const done: Operation[] = [];
    const lost = [...crossed.lost];
    for (const one of crossed.after) (draft.apply(one) ? done : lost).push(one);
    ({ state } = draft);
    const message = judge(before, crossed.after, state, act_id);
    if (message !== null) return { state: before, acts: placed, refused: { act_id, message } };
    placed.push({ ...about, act_id, operations: done, lost, sequence: sequence + since.length + placed.length + 1 });
  }
  return { state, acts: placed, refused: null };
}
