import { FOOTER_SLOT, HEADER_SLOT } from '#plan/mix.ts';
import type { DurationRule, FactorKind, MixPlan, PlanClip, PlanScript } from '#plan/mix.ts';
import { overlapShare, shownBy } from '#plan/shown.ts';
import type { Shown } from '#plan/shown.ts';

/** One place of the video with the clips that are still allowed there. */
export type Slot = {
  id: string;
  name: string;
  duration: DurationRule;
  choices: Choice[];
  scripts: PlanScript[];
  /** How many clips the pool held before pins and exclusions. */
  poolSize: number;
  isPinned: boolean;
};

/** One clip in one slot. `typical` uses the mean length of the scripts; the exact length needs the chosen script. */
export type Choice = {
  /** Number of this choice among all choices of the space. */
  index: number;
  slot: number;
  clip: PlanClip;
  typical: Shown;
  minSeconds: number;
  maxSeconds: number;
  /** Choices of other slots that may not appear together with this one. */
  conflicts: Set<number>;
};

/**
 * Something of which a video has one: the clip of a slot, the wording of a slot, or a factor of the whole video. Those of
 * clips stand first, with the numbers of their slots; of the others only such as have something to choose.
 */
export type Axis =
  | { kind: 'clip'; slot: number; size: number }
  | { kind: 'wording'; slot: number; size: number }
  | { kind: FactorKind; size: number; ids: string[] };

/** A mix prepared for counting and searching. */
export type Space = { plan: MixPlan; slots: Slot[]; choices: Choice[]; axes: Axis[] };

/** Apply pins, exclusions and forbidden pairs to a mix and number what is left. */
export function buildSpace(plan: MixPlan): Space {
  const pinned = new Set(plan.pinnedClipIds);
  const excluded = new Set(plan.excludedClipIds);
  const pools = [
    ...pool(HEADER_SLOT, '片头', plan.header),
    ...plan.shootings.map((shooting, position) => ({
      ...shooting,
      name: shooting.name || `镜头 ${position + 1}`,
      scripts: shooting.scripts ?? [],
    })),
    ...pool(FOOTER_SLOT, '片尾', plan.footer),
  ];

  const choices: Choice[] = [];
  const slots = pools.map(({ id, name, duration, clips, scripts }, slot): Slot => {
    const usable = clips.filter((clip) => !excluded.has(clip.id));
    const pins = usable.filter((clip) => pinned.has(clip.id));
    const kept = (pins.length > 0 ? pins : usable).map((clip) => {
      const choice = {
        index: choices.length,
        slot,
        clip,
        conflicts: new Set<number>(),
        ...lengths(clip, scripts, duration),
      };
      choices.push(choice);
      return choice;
    });
    return { id, name, duration, scripts, choices: kept, poolSize: clips.length, isPinned: pins.length > 0 };
  });

  addConflicts(choices, plan);
  return { plan, slots, choices, axes: axesOf(plan, slots) };
}

function axesOf({ voices, music, titles, orders }: MixPlan, slots: Slot[]): Axis[] {
  const factors = Object.entries({ voice: voices, music, title: titles, order: orders }) as [
    FactorKind,
    { id: string }[] | undefined,
  ][];
  return [
    ...slots.map(({ choices }, slot): Axis => ({ kind: 'clip', slot, size: choices.length })),
    ...slots.flatMap(({ scripts }, slot): Axis[] =>
      scripts.length > 1 ? [{ kind: 'wording', slot, size: scripts.length }] : [],
    ),
    ...factors.flatMap(([kind, list = []]): Axis[] =>
      list.length > 1 ? [{ kind, size: list.length, ids: list.map(({ id }) => id) }] : [],
    ),
  ];
}

function pool(id: string, name: string, clips: PlanClip[] = []) {
  const duration: DurationRule = { rule: 'clip' };
  return clips.length === 0 ? [] : [{ id, name, clips, scripts: [] as PlanScript[], duration }];
}

function lengths(clip: PlanClip, scripts: PlanScript[], duration: DurationRule) {
  const all =
    scripts.length === 0 ? [shownBy(clip, duration)] : scripts.map((script) => shownBy(clip, duration, script));
  const seconds = all.map((shown) => shown.seconds);
  const mean = seconds.reduce((sum, value) => sum + value, 0) / seconds.length;
  return {
    typical: shownBy(clip, { rule: 'fixed', seconds: mean }),
    minSeconds: Math.min(...seconds),
    maxSeconds: Math.max(...seconds),
  };
}

function addConflicts(choices: Choice[], { forbiddenPairs = [], allowRepeats = true }: MixPlan): void {
  const byClip = Map.groupBy(choices, (choice) => choice.clip.id);
  for (const [one, other] of forbiddenPairs) {
    for (const a of byClip.get(one) ?? []) for (const b of byClip.get(other) ?? []) connect(a, b);
  }
  if (allowRepeats) return;
  for (const same of Map.groupBy(choices, (choice) => choice.clip.content).values()) {
    for (const a of same) for (const b of same) if (overlapShare(a.typical, [b.typical]) > 0) connect(a, b);
  }
}

function connect(a: Choice, b: Choice): void {
  if (a.slot === b.slot) return;
  a.conflicts.add(b.index);
  b.conflicts.add(a.index);
}
