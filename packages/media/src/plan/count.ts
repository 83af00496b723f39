import type { Choice, Space } from '#plan/space.ts';

/** A number of videos; when `isExact` is false it is an upper bound. */
export type Count = { combinations: bigint; isExact: boolean };

/** Past this many states a tangle of forbidden pairs is bounded instead of counted, so that an answer always comes. */
const MOST_STATES = 5000;

/**
 * How many videos can be made: one clip and one script per slot, one of each factor, no two clips in conflict.
 *
 * Slots are taken one after the other, remembering only which clips of later slots are ruled out so far. Combinations
 * that rule out the same clips are counted together, so the work follows the conflicts and not the number of videos.
 */
export function countCombinations(space: Space): Count {
  if (space.slots.some(({ choices }) => choices.length === 0)) return { combinations: 0n, isExact: true };
  const groups = linkedSlots(space);
  const counts = space.gaps.map((gone) => countShown(space, groups, gone));
  let combinations = counts.reduce((sum, count) => sum + count.combinations, 0n);
  // How captions look makes no other video.
  for (const axis of space.axes) {
    const isCounted = 'slot' in axis || axis.kind === 'gap' || axis.kind === 'style';
    if (!isCounted) combinations *= BigInt(axis.size);
  }
  // What is left out may be what moves: then some orders are the same.
  const isSure = counts.every(({ isExact }) => isExact) && (space.gaps.length === 1 || space.orders.length === 1);
  return { combinations, isExact: combinations === 0n || isSure };
}

/** Ways to fill the slots that are not gone. */
function countShown({ slots, axes }: Space, groups: number[][], gone: Uint8Array): Count {
  let combinations = 1n;
  let isExact = true;
  for (const axis of axes) {
    if (axis.kind === 'wording' && gone[axis.slot] === 0) combinations *= BigInt(axis.size);
  }
  for (const group of groups) {
    const shown = group.filter((slot) => gone[slot] === 0);
    const count = countLinked(shown.map((slot) => slots[slot]!.choices));
    combinations *= count.combinations;
    isExact &&= count.isExact;
  }
  return { combinations, isExact };
}

type State = { blocked: Set<number>; ways: bigint };

function countLinked(slots: Choice[][]): Count {
  let states: State[] = [{ blocked: new Set(), ways: 1n }];
  for (const [position, choices] of slots.entries()) {
    const later = new Set(slots.slice(position + 1).flatMap((slot) => slot.map((choice) => choice.index)));
    // Choices that rule out the same later ones are alike but for being ruled out themselves.
    const alike = Map.groupBy(choices, ({ conflicts }) => stateKey(conflicts.intersection(later)));
    const groups = [...alike.values()].map((group) => ({ group, blocks: group[0]!.conflicts.intersection(later) }));
    const merged = new Map<string, State>();
    for (const { blocked, ways } of states) {
      const stillBlocked = blocked.intersection(later);
      for (const { group, blocks } of groups) {
        const free = group.filter(({ index }) => !blocked.has(index)).length;
        if (free === 0) continue;
        const next = blocks.size === 0 ? stillBlocked : stillBlocked.union(blocks);
        const key = stateKey(next);
        const known = merged.get(key);
        const added = ways * BigInt(free);
        if (known) known.ways += added;
        else merged.set(key, { blocked: next, ways: added });
      }
      if (merged.size > MOST_STATES) return { combinations: upperBound(states, slots.slice(position)), isExact: false };
    }
    states = [...merged.values()];
  }
  return { combinations: states.reduce((sum, { ways }) => sum + ways, 0n), isExact: true };
}

function stateKey(blocked: Set<number>): string {
  return [...blocked].toSorted((a, b) => a - b).join();
}

function upperBound(states: State[], rest: Choice[][]): bigint {
  return states.reduce((sum, { blocked, ways }) => {
    const free = rest.map((slot) => BigInt(slot.filter(({ index }) => !blocked.has(index)).length));
    return sum + free.reduce((product, size) => product * size, ways);
  }, 0n);
}

/** Groups of slot numbers that conflicts tie together, directly or through others. */
function linkedSlots({ slots, choices }: Space): number[][] {
  const neighbours = slots.map((slot) => {
    const linked = slot.choices.flatMap(({ conflicts }) => [...conflicts].map((index) => choices[index]!.slot));
    return new Set(linked);
  });
  const seen = new Set<number>();
  const groups: number[][] = [];
  for (const start of slots.keys()) {
    if (seen.has(start)) continue;
    const group = [start];
    seen.add(start);
    for (const slot of group) {
      for (const next of neighbours[slot]!) {
        if (seen.has(next)) continue;
        seen.add(next);
        group.push(next);
      }
    }
    groups.push(group);
  }
  return groups;
}
