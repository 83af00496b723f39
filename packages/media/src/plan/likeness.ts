import type { Combination, MixPlan, PlanClip, PlanScript } from '#plan/mix.ts';
import { HEADER_SLOT, FOOTER_SLOT } from '#plan/mix.ts';
import { overlapShare, shownBy } from '#plan/shown.ts';
import type { Shown } from '#plan/shown.ts';

/**
 * How much two videos show the same pictures: 0 to 1 of the running time, the larger of both points of view.
 *
 * Pictures count wherever they stand, and also when two different clips cut the same seconds of one source.
 */
export function likeness(plan: MixPlan, a: Combination, b: Combination): number {
  const read = shotReader(plan);
  return likenessOfShots(read(a), read(b));
}

/** Likeness of every pair: `matrix[i][j]`, with 1 on the diagonal. */
export function likenessMatrix(plan: MixPlan, combinations: Combination[]): number[][] {
  const read = shotReader(plan);
  const videos = combinations.map(read);
  const matrix = videos.map(() => Array.from({ length: videos.length }, () => 1));
  for (const [i, a] of videos.entries()) {
    for (let j = i + 1; j < videos.length; j++) {
      const value = likenessOfShots(a, videos[j]!);
      matrix[i]![j] = value;
      matrix[j]![i] = value;
    }
  }
  return matrix;
}

/** Likeness of the two that are most alike; 0 where there are fewer than two. */
export function mostLikeness(plan: MixPlan, combinations: Combination[]): number {
  const videos = combinations.map(shotReader(plan));
  let most = 0;
  for (const [i, a] of videos.entries()) {
    for (let j = 0; j < i; j++) most = Math.max(most, likenessOfShots(a, videos[j]!));
  }
  return most;
}

/** Likeness of two videos that are given as what their shots show. */
export function likenessOfShots(a: Shown[], b: Shown[]): number {
  return Math.max(sharedPart(a, b), sharedPart(b, a));
}

/** A function that turns combinations of this plan into what their shots show; it throws on a pick the plan does not know. */
export function shotReader(plan: MixPlan): (combination: Combination) => Shown[] {
  const slots = new Map(
    [
      { id: HEADER_SLOT, clips: plan.header ?? [], scripts: [], duration: { rule: 'clip' } as const },
      ...plan.shootings,
      { id: FOOTER_SLOT, clips: plan.footer ?? [], scripts: [], duration: { rule: 'clip' } as const },
    ].map((slot) => [slot.id, { ...slot, clips: byId<PlanClip>(slot.clips), scripts: byId<PlanScript>(slot.scripts) }]),
  );

  return (combination) =>
    combination.map(({ slotId, clipId, scriptId }) => {
      const slot = slots.get(slotId);
      const clip = slot?.clips.get(clipId);
      if (!slot || !clip) throw new Error(`The plan has no clip ${clipId} in ${slotId}`);
      return shownBy(clip, slot.duration, scriptId === undefined ? undefined : slot.scripts.get(scriptId));
    });
}

function sharedPart(a: Shown[], b: Shown[]): number {
  const total = totalSeconds(a);
  if (total === 0) return 0;
  let shared = 0;
  for (const shown of a) shared += shown.seconds * overlapShare(shown, b);
  return Math.min(1, shared / total);
}

function totalSeconds(shots: Shown[]): number {
  return shots.reduce((sum, { seconds }) => sum + seconds, 0);
}

function byId<T extends { id: string }>(items: T[] = []): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
