import type { Combination, MixPlan, PlanClip, PlanShooting } from '#plan/mix.ts';
import { FOOTER_SLOT, HEADER_SLOT } from '#plan/mix.ts';
import { createRandom } from '#plan/random.ts';
import type { Random } from '#plan/random.ts';

/** For tests: a small plan with everything in it that a plan may have, different for every seed. */
export function randomPlan(seed: number): MixPlan {
  const random = createRandom(seed);
  const shootings = list(random, 1, 4, (shot): PlanShooting => ({
    id: `s${shot}`,
    clips: list(random, 1, 4, (clip) => randomClip(random, `s${shot}c${clip}`)),
    scripts: list(random, 0, 2, (script) => ({ id: `s${shot}t${script}`, seconds: 1 + random.below(4) })),
    duration: pick(random, [{ rule: 'narration' }, { rule: 'clip' }, { rule: 'fixed', seconds: 2 }]),
  }));
  const ids = shootings.flatMap((shooting) => shooting.clips.map((clip) => clip.id));
  return {
    shootings,
    header: list(random, 0, 2, (clip) => randomClip(random, `h${clip}`)),
    footer: list(random, 0, 1, (clip) => randomClip(random, `f${clip}`)),
    pinnedClipIds: list(random, 0, 1, () => pick(random, ids)),
    excludedClipIds: list(random, 0, 2, () => pick(random, ids)),
    forbiddenPairs: list(random, 0, 4, (): [string, string] => [pick(random, ids), pick(random, ids)]),
    maxSharePercent: pick(random, [0, 25, 40, 60, 80, 100]),
    allowRepeats: random.below(2) === 0,
  };
}

/** For tests: shots of equal length whose clips have nothing in common; `sizes` says how many clips each has. */
export function plainPlan(sizes: number[], maxSharePercent = 60): MixPlan {
  const shootings = sizes.map((size, shot): PlanShooting => ({
    id: `s${shot}`,
    clips: Array.from({ length: size }, (_, clip) => plainClip(`s${shot}c${clip}`)),
    duration: { rule: 'clip' },
  }));
  return { shootings, maxSharePercent };
}

/** For tests: a clip of three seconds that looks like no other. */
export function plainClip(id: string): PlanClip {
  return { id, content: id, startSeconds: 0, endSeconds: 3 };
}

/** For tests: every combination that the plan allows, found by trying all of them. */
export function everyCombination(plan: MixPlan): Combination[] {
  const excluded = new Set(plan.excludedClipIds);
  const pools = [
    ...(plan.header?.length ? [{ id: HEADER_SLOT, clips: plan.header, scripts: [] }] : []),
    ...plan.shootings,
    ...(plan.footer?.length ? [{ id: FOOTER_SLOT, clips: plan.footer, scripts: [] }] : []),
  ];
  let all: Combination[] = [[]];
  for (const { id: slotId, clips, scripts = [] } of pools) {
    const usable = clips.filter(({ id }) => !excluded.has(id));
    const pins = usable.filter(({ id }) => plan.pinnedClipIds?.includes(id));
    const picks = (pins.length > 0 ? pins : usable).flatMap(({ id: clipId }) =>
      scripts.length === 0 ? [{ slotId, clipId }] : scripts.map(({ id }) => ({ slotId, clipId, scriptId: id })),
    );
    all = all.flatMap((start) => picks.map((pick) => [...start, pick]));
  }
  const forbidden = plan.forbiddenPairs ?? [];
  const isForbidden = (combination: Combination) =>
    combination.some((one, i) =>
      combination.some((other, j) => i !== j && forbidden.some(([a, b]) => one.clipId === a && other.clipId === b)),
    );
  return all.filter((combination) => !isForbidden(combination));
}

function randomClip(random: Random, id: string): PlanClip {
  const startSeconds = random.below(4);
  return {
    id,
    content: pick(random, ['a', 'b', 'c', id, id, id]),
    startSeconds,
    endSeconds: startSeconds + 1 + random.below(4),
    speed: pick(random, [1, 1, 2]),
  };
}

function list<T>(random: Random, least: number, most: number, make: (index: number) => T): T[] {
  return Array.from({ length: least + random.below(most - least + 1) }, (_, index) => make(index));
}

function pick<T>(random: Random, values: T[]): T {
  return values[random.below(values.length)]!;
}
