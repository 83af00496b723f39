import type { ClipPick, LikenessSetting } from '@mixreel/contract';
import { type KindsOfLikeness, type Outlook, type PlanClip, type Predictor, weigh } from '@mixreel/media';
import type { Place } from '#features/artwork/fresh-clips.ts';

/** A video that the new one must differ from: what it will be, or was, and how alike the old one is to it. */
export type Rival = {
  /** Null: nobody knows, the measure stays. */
  outlook: Outlook | null;
  measured: KindsOfLikeness;
  isReplaced: boolean;
};

type Search = {
  places: Place[];
  /** What a video of these clips shows, says and plays. */
  foretell(picks: ClipPick[]): Outlook;
  isAllowed(picks: ClipPick[], clips: PlanClip[]): boolean;
  rivals: Rival[];
  predictor: Predictor;
  weights: LikenessSetting['weights'];
  /** Good enough. */
  wanted: number;
  canSwap: boolean;
};

export type Difference = { picks: ClipPick[]; outlook: Outlook; likeness: number };

const OPTIONS_MOST = 24;

/**
 * Swaps one clip after another, each time the one that brings most, until the video is different enough from all
 * others or nothing helps any more.
 */
export function planDifference(search: Search): Difference {
  const { places, rivals, wanted, canSwap } = search;
  const options = places.map(({ all }) => all.slice(0, canSwap ? OPTIONS_MOST : 1));
  const look = (chosen: number[]) => {
    const picks = places.map(({ pick }, n) => ({ ...pick, video_clip_id: options[n]![chosen[n]!]!.id }));
    const outlook = search.foretell(picks);
    const values = rivals.map((rival) => weigh(foreseen(search, outlook, rival), search.weights));
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    return { chosen, picks, outlook, most: Math.max(0, ...values), mean };
  };
  const isAllowed = ({ chosen, picks }: ReturnType<typeof look>) =>
    search.isAllowed(
      picks,
      chosen.map((option, n) => options[n]![option]!),
    );

  let now = look(places.map(() => 0));
  for (let swaps = 0; now.most > wanted && swaps < 2 * places.length; swaps += 1) {
    let best: ReturnType<typeof look> | null = null;
    for (const [place, clips] of options.entries()) {
      for (const option of clips.keys()) {
        if (option === now.chosen[place]) continue;
        const next = look(now.chosen.with(place, option));
        if (isLess(next, best ?? now) && isAllowed(next)) best = next;
      }
    }
    if (!best) break;
    now = best;
  }
  const { picks, outlook, most } = now;
  return { picks, outlook, likeness: most };
}

function isLess(a: { most: number; mean: number }, b: { most: number; mean: number }): boolean {
  return a.most < b.most - 1e-9 || (a.most <= b.most + 1e-9 && a.mean < b.mean - 1e-9);
}

/** As the planner foretells it; where the judge found nothing to hear in either, there is nothing to foretell. */
function foreseen({ predictor }: Search, outlook: Outlook, { outlook: other, measured }: Rival): KindsOfLikeness {
  if (!other) return measured;
  const kinds = predictor.kinds(outlook, other);
  return measured.sound < 0 ? { ...kinds, sound: -1 } : kinds;
}
