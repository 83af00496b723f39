import type { Draft } from '#plan/draft.ts';
import type { Combination } from '#plan/mix.ts';
import type { Random } from '#plan/random.ts';
import { signatureOf } from '#plan/signature.ts';
import type { Space } from '#plan/space.ts';

/** Give every draft its scripts: each wording is used equally often, and drafts with the same pictures never say the same. */
export function assignScripts(
  { slots }: Space,
  { kept, avoid }: { kept: Combination[]; avoid: Combination[] },
  drafts: Draft[],
  random: Random,
): Combination[] {
  const uses = slots.map((slot, i) =>
    slot.scripts.map((script) => kept.filter((combination) => combination[i]!.scriptId === script.id).length),
  );
  const taken = new Set([...kept, ...avoid].map(signatureOf));

  return drafts.map((draft) => {
    const wheels = uses.map((counts) => leastUsedFirst(counts, random));
    const turns = wheels.map(() => 0);
    let combination = combine(draft, wheels, turns);
    while (taken.has(signatureOf(combination)) && turn(wheels, turns)) combination = combine(draft, wheels, turns);
    taken.add(signatureOf(combination));
    for (const [slot, wheel] of wheels.entries()) {
      if (wheel.length > 0) uses[slot]![wheel[turns[slot]!]!]!++;
    }
    return combination;
  });

  function combine(draft: Draft, wheels: number[][], turns: number[]): Combination {
    return slots.map((slot, i) => {
      const pick = { slotId: slot.id, clipId: slot.choices[draft[i]!]!.clip.id };
      const script = slot.scripts[wheels[i]![turns[i]!]!];
      return script ? { ...pick, scriptId: script.id } : pick;
    });
  }
}

function leastUsedFirst(counts: number[], random: Random): number[] {
  const draws = counts.map(() => random.next());
  return [...counts.keys()].toSorted((a, b) => counts[a]! - counts[b]! || draws[a]! - draws[b]!);
}

/** Advance like an odometer; false after the last position. */
function turn(wheels: number[][], turns: number[]): boolean {
  for (const [i, wheel] of wheels.entries()) {
    if (turns[i]! + 1 < wheel.length) {
      turns[i]!++;
      return true;
    }
    turns[i] = 0;
  }
  return false;
}
