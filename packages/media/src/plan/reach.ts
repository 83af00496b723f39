import { overlapShare } from '#plan/shown.ts';
import type { Space } from '#plan/space.ts';

/** A choice elsewhere that shows some of the same pictures; `factor` is what sharing them multiplies the energy by. */
export type Reach = { position: number; factor: number };

/** `reach[from][position][to]`: the choices of slot `to` that show some of what this choice of slot `from` shows. */
export type ReachTable = Reach[][][][];

/** Find which choices show the same pictures, in their own slot and in others. */
export function buildReach({ slots, choices }: Space, perSecond: number): ReachTable {
  const table: ReachTable = slots.map((slot) => slot.choices.map(() => slots.map(() => [])));
  for (const same of Map.groupBy(choices, (choice) => choice.clip.content).values()) {
    for (const a of same) {
      for (const b of same) {
        const seconds = b.typical.seconds * overlapShare(b.typical, [a.typical]);
        if (seconds <= 0) continue;
        const from = slots[a.slot]!.choices.indexOf(a);
        const position = slots[b.slot]!.choices.indexOf(b);
        table[a.slot]![from]![b.slot]!.push({ position, factor: Math.exp(seconds * perSecond) });
      }
    }
  }
  return table;
}

/** For every slot, the slots whose choices can show some of the same pictures; nearly always only itself. */
export function reachingSlots(table: ReachTable): number[][] {
  return table.map((_, to) =>
    table
      .keys()
      .filter((from) => table[from]!.some((choice) => choice[to]!.length > 0))
      .toArray(),
  );
}
