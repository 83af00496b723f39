import type { Random } from '#plan/random.ts';
import type { Space } from '#plan/space.ts';

/** A video in the making: for every slot the position of its clip among the slot's choices. */
export type Draft = Int16Array;

/** Past this many dead ends a tangle of forbidden pairs is given up, so that the search always ends. */
const MOST_DEAD_ENDS = 20_000;

/** A random draft without conflicts; undefined when none was found. */
export function inventDraft(space: Space, random: Random): Draft | undefined {
  const draft: Draft = new Int16Array(space.slots.length).fill(-1);
  const order = space.slots.map((_, slot) => slot).toSorted((a, b) => sizeOf(space, a) - sizeOf(space, b));
  let deadEnds = 0;

  const fill = (depth: number): boolean => {
    const slot = order[depth];
    if (slot === undefined) return true;
    const size = sizeOf(space, slot);
    const first = random.below(Math.max(1, size));
    for (let step = 0; step < size; step++) {
      const position = (first + step) % size;
      if (isBlocked(space, draft, slot, position)) continue;
      draft[slot] = position;
      if (fill(depth + 1)) return true;
      if (++deadEnds > MOST_DEAD_ENDS) break;
    }
    draft[slot] = -1;
    return false;
  };

  return fill(0) ? draft : undefined;
}

/** Whether a choice may not stand beside what the draft has in its other slots. */
export function isBlocked({ slots, choices }: Space, draft: Draft, slot: number, position: number): boolean {
  const { conflicts } = slots[slot]!.choices[position]!;
  for (const index of conflicts) {
    const other = choices[index]!;
    if (other.slot !== slot && slots[other.slot]!.choices[draft[other.slot]!] === other) return true;
  }
  return false;
}

/** Every draft of a space, as long as there are no more than `most`; undefined otherwise. */
export function allDrafts(space: Space, most: number): Draft[] | undefined {
  const found: Draft[] = [];
  const draft: Draft = new Int16Array(space.slots.length).fill(-1);
  const walk = (slot: number): boolean => {
    if (slot === space.slots.length) return found.push(draft.slice()) <= most;
    for (let position = 0; position < sizeOf(space, slot); position++) {
      draft[slot] = -1;
      if (isBlocked(space, draft, slot, position)) continue;
      draft[slot] = position;
      if (!walk(slot + 1)) return false;
    }
    draft[slot] = -1;
    return true;
  };
  return walk(0) ? found : undefined;
}

/** Whether two drafts show the same clips. */
export function isSame(a: Draft, b: Draft): boolean {
  for (let slot = 0; slot < a.length; slot++) if (a[slot] !== b[slot]) return false;
  return true;
}

function sizeOf(space: Space, slot: number): number {
  return space.slots[slot]!.choices.length;
}
