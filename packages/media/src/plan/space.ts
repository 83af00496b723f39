import { atPace } from '#plan/forecast.ts';
import { choicesOf, FACTORS, FOOTER_SLOT, HEADER_SLOT } from '#plan/mix.ts';
import type { DurationRule, FactorKind, MixPlan, PlanClip, PlanPace, PlanScript } from '#plan/mix.ts';
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
 * Something of which a video has one: the clip of a slot, the wording of a slot, a factor of the whole video, the order
 * of its slots, or which of them it does without. Those of clips stand first, with the numbers of their slots; of the
 * others only such as have something to choose.
 */
export type Axis =
  | { kind: 'clip'; slot: number; size: number }
  | { kind: 'wording'; slot: number; size: number }
  | { kind: FactorKind; size: number; ids: string[] }
  | { kind: 'order' | 'gap'; size: number };

/** A mix prepared for counting and searching. */
export type Space = {
  plan: MixPlan;
  slots: Slot[];
  choices: Choice[];
  axes: Axis[];
  /** The numbers of all slots in each order that they may have; the first is their own. */
  orders: number[][];
  /** For each way to leave out slots, 1 for those that are; the first leaves out none. */
  gaps: Uint8Array[];
};

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
        ...lengths(clip, scripts, duration, plan.paces),
      };
      choices.push(choice);
      return choice;
    });
    return { id, name, duration, scripts, choices: kept, poolSize: clips.length, isPinned: pins.length > 0 };
  });

  addConflicts(choices, plan);
  const orders = ordersOf(plan, slots);
  const gaps = gapsOf(plan, slots);
  return { plan, slots, choices, orders, gaps, axes: axesOf(plan, slots, orders, gaps) };
}

/** What is not a shooting stays where it is. */
function ordersOf({ orders = [], shootings }: MixPlan, slots: Slot[]): number[][] {
  const own = slots.map((_, slot) => slot);
  const whole = orders.slice(1).filter((ids) => shootings.every(({ id }) => ids.includes(id)));
  const placed = whole.map((ids) => {
    const moved = ids.flatMap((id) => slots.flatMap((slot, n) => (slot.id === id ? n : []))).values();
    return slots.map(({ id }, slot) => (ids.includes(id) ? moved.next().value! : slot));
  });
  return [own, ...placed];
}

function gapsOf({ gaps = [] }: MixPlan, slots: Slot[]): Uint8Array[] {
  const known = gaps.slice(1).map((ids) => Uint8Array.from(slots, ({ id }) => Number(ids.includes(id))));
  return [new Uint8Array(slots.length), ...known.filter((gone) => gone.includes(1) && gone.includes(0))];
}

function axesOf(plan: MixPlan, slots: Slot[], orders: number[][], gaps: Uint8Array[]): Axis[] {
  return [
    ...slots.map(({ choices }, slot): Axis => ({ kind: 'clip', slot, size: choices.length })),
    ...slots.flatMap(({ scripts }, slot): Axis[] =>
      scripts.length > 1 ? [{ kind: 'wording', slot, size: scripts.length }] : [],
    ),
    ...FACTORS.flatMap((kind): Axis[] => {
      const list = choicesOf(plan, kind);
      return list.length > 1 ? [{ kind, size: list.length, ids: list.map(({ id }) => id) }] : [];
    }),
    ...(orders.length > 1 ? [{ kind: 'order' as const, size: orders.length }] : []),
    ...(gaps.length > 1 ? [{ kind: 'gap' as const, size: gaps.length }] : []),
  ];
}

function pool(id: string, name: string, clips: PlanClip[] = []) {
  const duration: DurationRule = { rule: 'clip' };
  return clips.length === 0 ? [] : [{ id, name, clips, scripts: [] as PlanScript[], duration }];
}

function lengths(clip: PlanClip, scripts: PlanScript[], duration: DurationRule, paces: PlanPace[] = []) {
  const rates = paces.length === 0 ? [1] : paces.map(({ rate }) => rate);
  const said = scripts.flatMap((script) => rates.map((rate) => atPace(script, rate)));
  const all = said.length === 0 ? [shownBy(clip, duration)] : said.map((script) => shownBy(clip, duration, script));
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
