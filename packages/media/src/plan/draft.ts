import { isFactor } from '#plan/forecast.ts';
import type { Combination } from '#plan/mix.ts';
import type { Random } from '#plan/random.ts';
import type { Slot, Space } from '#plan/space.ts';

/** A video in the making: for every axis of the space the position of what it has among the choices there. */
export type Draft = Int16Array;

/** Past this many dead ends a tangle of forbidden pairs is given up, so that the search always ends. */
const MOST_DEAD_ENDS = 20_000;

/** A random draft without conflicts; undefined when none was found. */
export function inventDraft({ axes, ...space }: Space, random: Random): Draft | undefined {
  const draft: Draft = new Int16Array(axes.length).fill(-1);
  const order = axes.map((_, axis) => axis).toSorted((a, b) => axes[a]!.size - axes[b]!.size);
  let deadEnds = 0;

  const fill = (depth: number): boolean => {
    const axis = order[depth];
    if (axis === undefined) return true;
    const { size } = axes[axis]!;
    const first = random.below(Math.max(1, size));
    for (let step = 0; step < size; step++) {
      const position = (first + step) % size;
      if (isBlocked(space, draft, axis, position)) continue;
      draft[axis] = position;
      if (fill(depth + 1)) return true;
      if (++deadEnds > MOST_DEAD_ENDS) break;
    }
    draft[axis] = -1;
    return false;
  };

  return fill(0) ? draft : undefined;
}

/** Whether a choice may not stand beside what the draft has in its other slots. */
export function isBlocked(
  { slots, choices }: Pick<Space, 'slots' | 'choices'>,
  draft: Draft,
  axis: number,
  position: number,
): boolean {
  const choice = slots[axis]?.choices[position];
  if (!choice) return false;
  for (const index of choice.conflicts) {
    const other = choices[index]!;
    if (other.slot !== axis && slots[other.slot]!.choices[draft[other.slot]!] === other) return true;
  }
  return false;
}

/** Every draft of a space, as long as there are no more than `most`; undefined otherwise. */
export function allDrafts({ axes, ...space }: Space, most: number): Draft[] | undefined {
  const found: Draft[] = [];
  const draft: Draft = new Int16Array(axes.length).fill(-1);
  const walk = (axis: number): boolean => {
    if (axis === axes.length) return found.push(draft.slice()) <= most;
    for (let position = 0; position < axes[axis]!.size; position++) {
      draft[axis] = -1;
      if (isBlocked(space, draft, axis, position)) continue;
      draft[axis] = position;
      if (!walk(axis + 1)) return false;
    }
    draft[axis] = -1;
    return true;
  };
  return walk(0) ? found : undefined;
}

/** Whether two drafts are the same video. */
export function isSame(a: Draft, b: Draft): boolean {
  for (let axis = 0; axis < a.length; axis++) if (a[axis] !== b[axis]) return false;
  return true;
}

/** The video that a draft stands for. */
export function combinationOf(space: Space, draft: Draft): Combination {
  const { slots, axes } = space;
  const wordings = new Map(axes.flatMap((axis, n) => (axis.kind === 'wording' ? [[axis.slot, draft[n]!]] : [])));
  const places = runningOrder(space, draft).map((slot) => {
    const { id, choices, scripts } = slots[slot]!;
    const script = scripts[wordings.get(slot) ?? 0];
    return { slotId: id, clipId: choices[draft[slot]!]!.clip.id, ...(script && { scriptId: script.id }) };
  });
  const factors = axes.flatMap((axis, n) => {
    const isOwn = !('ids' in axis) || draft[n] === 0;
    return isOwn ? [] : [{ slotId: axis.kind, clipId: axis.ids[draft[n]!]! }];
  });
  return [...places, ...factors];
}

/** The slots that a draft shows, in the order in which it does. */
function runningOrder({ axes, orders, gaps }: Space, draft: Draft): number[] {
  const at = (kind: 'order' | 'gap') => {
    const axis = axes.findIndex((one) => one.kind === kind);
    return axis < 0 ? 0 : draft[axis]!;
  };
  const gone = gaps[at('gap')]!;
  return orders[at('order')]!.filter((slot) => gone[slot] === 0);
}

/** Which order, and which gap, lead to these places; undefined when none does. */
function arrangementOf(
  { slots, orders, gaps }: Space,
  places: Combination,
): { order: number; gap: number } | undefined {
  const ids = new Set(places.map(({ slotId }) => slotId));
  const gap = gaps.findIndex((gone) => slots.every(({ id }, slot) => ids.has(id) === (gone[slot] === 0)));
  if (gap < 0 || places.length !== ids.size) return undefined;
  const gone = gaps[gap]!;
  const isSameRow = (row: number[]) => row.every((slot, n) => slots[slot]!.id === places[n]?.slotId);
  const order = orders.findIndex((row) => isSameRow(row.filter((slot) => gone[slot] === 0)));
  return order < 0 ? undefined : { order, gap };
}

/** The draft that stands for a video; undefined when the space does not hold it. */
export function draftOf(space: Space, combination: Combination): Draft | undefined {
  const { slots, axes, choices } = space;
  const there = combination.filter(({ slotId }) => !isFactor(slotId));
  const arrangement = arrangementOf(space, there);
  if (!arrangement) return undefined;
  const places = slots.map(({ id }) => there.find(({ slotId }) => slotId === id));
  const factors = new Map(combination.filter(({ slotId }) => isFactor(slotId)).map((one) => [one.slotId, one.clipId]));
  const draft = Int16Array.from(axes, (axis) => {
    if (!('slot' in axis || 'ids' in axis)) return arrangement[axis.kind];
    if ('slot' in axis) {
      // What is left out may be anything.
      const place = places[axis.slot];
      if (!place) return 0;
      if (axis.kind === 'clip') return clipAt(slots[axis.slot]!, place.clipId);
      return scriptAt(slots[axis.slot]!.scripts, place.scriptId);
    }
    const id = factors.get(axis.kind);
    factors.delete(axis.kind);
    return id === undefined ? 0 : axis.ids.indexOf(id);
  });
  const isSaid = slots.every(({ scripts }, n) => {
    const place = places[n];
    return !place || (scripts.length === 0 ? place.scriptId === undefined : scriptAt(scripts, place.scriptId) >= 0);
  });
  const isKnown = isSaid && factors.size === 0 && draft.every((position) => position >= 0);
  if (!isKnown) return undefined;
  for (const [slot, place] of places.entries()) {
    if (place) continue;
    const free = slots[slot]!.choices.findIndex((_, position) => !isBlocked({ slots, choices }, draft, slot, position));
    draft[slot] = Math.max(0, free);
  }
  const isFree = slots.every((_, slot) => !isBlocked({ slots, choices }, draft, slot, draft[slot]!));
  return isFree ? draft : undefined;
}

function clipAt({ choices }: Slot, id: string): number {
  return choices.findIndex(({ clip }) => clip.id === id);
}

function scriptAt(scripts: { id: string }[], id: string | undefined): number {
  return scripts.findIndex((script) => script.id === id);
}
