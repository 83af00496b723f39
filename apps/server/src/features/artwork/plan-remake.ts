import type { ClipPick, VideoFactors } from '@mixreel/contract';
import { canMake, choicesOf, FACTORS, type MixPlan, type PlanClip, signatureOf } from '@mixreel/media';
import { toCombination } from '#features/candidate/build-plan.ts';
import type { Place } from './fresh-clips.ts';

/** Clips that are tried for one video before it is given up. */
const STEPS_MAX = 2000;

type Known = {
  /** Of videos that exist or are being made: never again. */
  made: Set<string>;
  /** Of candidates: only where there is nothing else. */
  planned: Set<string>;
  /** How often each clip was taken so far: those that come next take others where they can. */
  uses: Map<string, number>;
};

/**
 * The same lines in the same order, with clips that the video does not show; a place that has none keeps its clip. Null
 * when every such combination exists already.
 */
export function planRemake(
  plan: MixPlan,
  { places, factors }: { places: Place[]; factors: VideoFactors },
  { made, planned, uses }: Known,
): ClipPick[] | null {
  const strict = places.map(({ fresh, all }) => (fresh.length > 0 ? fresh : all.slice(0, 1)));
  // One clip may keep another from being used: then some of the video's own stay.
  const loose = places.map(({ fresh, all }) => [...fresh, ...all.filter((clip) => !fresh.includes(clip))]);
  for (const options of [strict, loose]) {
    for (const avoided of [made.union(planned), made]) {
      const found = search(plan, { places, factors }, options.map(evenly(uses)), avoided);
      if (!found) continue;
      made.add(signatureOf(toCombination({ picks: found, factors })));
      for (const { video_clip_id } of found) uses.set(video_clip_id, (uses.get(video_clip_id) ?? 0) + 1);
      return found;
    }
  }
  return null;
}

/** Those that were taken least first; among equals the order stays. */
function evenly(uses: Map<string, number>) {
  return (clips: PlanClip[]) => clips.toSorted((a, b) => (uses.get(a.id) ?? 0) - (uses.get(b.id) ?? 0));
}

/** The voice, the music and whatever else the video has of its own, as far as its mix still has them. */
export function factorsLeft(plan: MixPlan, factors: VideoFactors): VideoFactors {
  const left = FACTORS.filter((kind) => choicesOf(plan, kind).some(({ id }) => id === factors[kind]));
  return Object.fromEntries(left.map((kind) => [kind, factors[kind]]));
}

function search(
  plan: MixPlan,
  { places, factors }: { places: Place[]; factors: VideoFactors },
  options: PlanClip[][],
  avoided: Set<string>,
): ClipPick[] | null {
  let steps = 0;
  const walk = (chosen: PlanClip[]): ClipPick[] | null => {
    const picks = chosen.map(({ id }, n) => ({ ...places[n]!.pick, video_clip_id: id }));
    // Asked at every place: what is forbidden at the first ones must not be tried with all of the rest.
    if (!isAllowed(plan, picks, chosen)) return null;
    if (chosen.length === places.length) {
      const isNew = places.some(({ fresh }, n) => fresh.includes(chosen[n]!));
      return isNew && !avoided.has(signatureOf(toCombination({ picks, factors }))) ? picks : null;
    }
    for (const clip of options[chosen.length]!) {
      steps += 1;
      if (steps > STEPS_MAX) return null;
      const found = walk([...chosen, clip]);
      if (found) return found;
    }
    return null;
  };
  return walk([]);
}

/** What the mix forbids, asked of these places only: it may have got more since. */
export function isAllowed(plan: MixPlan, picks: ClipPick[], chosen: PlanClip[]): boolean {
  const { forbiddenPairs = [], allowRepeats = true } = plan;
  if (chosen.length < 2 || (forbiddenPairs.length === 0 && allowRepeats)) return true;
  const at = (slot_id: string) => chosen.filter((_, n) => picks[n]!.slot_id === slot_id);
  const shootings = picks.flatMap(({ slot_id }) => {
    const shooting = plan.shootings.find(({ id }) => id === slot_id);
    return shooting ? { ...shooting, clips: at(slot_id) } : [];
  });
  return canMake(
    { ...plan, shootings, header: at('header'), footer: at('footer') },
    toCombination({ picks, factors: {} }),
  );
}
