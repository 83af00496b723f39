import type { ClipPick, LikenessSetting } from '@mixreel/contract';
import { type KindsOfLikeness as Likeness, type PlanClip, type Shown, weigh } from '@mixreel/media';
import type { Place } from '#features/artwork/fresh-clips.ts';
import type { HeardMost, PlannedLook } from './looks.ts';

/** A video that the new one must differ from: what it shows, and how alike the old one is to it. */
export type Rival = {
  /** Null: nobody knows, the measure stays. */
  shown: Shown[] | null;
  measured: Likeness;
  /** Another voice or music than it was measured with, when it is to be replaced as well. */
  look: PlannedLook;
  isReplaced: boolean;
};

type Search = {
  places: Place[];
  /** What a clip shows at a place. */
  show(place: number, clip: PlanClip): Shown;
  isAllowed(picks: ClipPick[], clips: PlanClip[]): boolean;
  rivals: Rival[];
  look: PlannedLook;
  heard: HeardMost;
  weights: LikenessSetting['weights'];
  /** Good enough. */
  wanted: number;
  canSwap: boolean;
};

export type Difference = { picks: ClipPick[]; clips: PlanClip[]; likeness: number };

const OPTIONS_MOST = 24;
/** What the order counts of the likeness of pictures, half of it: two neighbours changed places. */
const OTHER_ORDER = 0.95;

/**
 * Swaps one clip after another, each time the one that brings most, until the video is different enough from all
 * others or nothing helps any more.
 */
export function planDifference(search: Search): Difference {
  const { places, rivals, wanted, canSwap } = search;
  const options = places.map(({ all }) => all.slice(0, canSwap ? OPTIONS_MOST : 1));
  const shown = options.map((clips, place) => clips.map((clip) => search.show(place, clip)));
  const shared = shown.map((row) => row.map((one) => rivals.map((rival) => sharedSeconds(one, rival.shown ?? []))));
  const chosen = places.map(() => 0);
  const sums = rivals.map((_, n) => shared.reduce((sum, row) => sum + row[0]![n]!, 0));
  let total = shown.reduce((sum, row) => sum + row[0]!.seconds, 0);

  /** How alike the video is to all others with this option at this place. */
  const judge = (place: number, option: number): { most: number; mean: number } => {
    const before = chosen[place]!;
    const length = total + shown[place]![option]!.seconds - shown[place]![before]!.seconds;
    let [most, sum] = [0, 0];
    for (const [n, rival] of rivals.entries()) {
      const seconds = sums[n]! + shared[place]![option]![n]! - shared[place]![before]![n]!;
      const value = weigh(planned(search, rival, seconds, length), search.weights);
      most = Math.max(most, value);
      sum += value;
    }
    return { most, mean: sum / Math.max(1, rivals.length) };
  };
  const take = (place: number, option: number) => {
    const before = chosen[place]!;
    total += shown[place]![option]!.seconds - shown[place]![before]!.seconds;
    for (const n of rivals.keys()) sums[n]! += shared[place]![option]![n]! - shared[place]![before]![n]!;
    chosen[place] = option;
  };

  let now = judge(0, chosen[0]!);
  for (let swaps = 0; now.most > wanted && swaps < 2 * places.length; swaps += 1) {
    let best: { place: number; option: number; most: number; mean: number } | null = null;
    for (const [place, clips] of options.entries()) {
      for (const option of clips.keys()) {
        if (option === chosen[place]) continue;
        const value = judge(place, option);
        if (!isLess(value, best ?? now)) continue;
        if (search.isAllowed(...taken(places, options, chosen.with(place, option)))) best = { place, option, ...value };
      }
    }
    if (!best) break;
    take(best.place, best.option);
    now = best;
  }
  const [picks, clips] = taken(places, options, chosen);
  return { picks, clips, likeness: now.most };
}

function isLess(a: { most: number; mean: number }, b: { most: number; mean: number }): boolean {
  return a.most < b.most - 1e-9 || (a.most <= b.most + 1e-9 && a.mean < b.mean - 1e-9);
}

function taken(places: Place[], options: PlanClip[][], chosen: number[]): [ClipPick[], PlanClip[]] {
  const clips = chosen.map((option, place) => options[place]![option]!);
  return [places.map(({ pick }, n) => ({ ...pick, video_clip_id: clips[n]!.id })), clips];
}

/** Pictures by what is shown; sound by whether voice and music are others; words stay. */
function planned({ look, heard }: Search, rival: Rival, seconds: number, total: number): Likeness {
  const { measured, shown } = rival;
  const other = shown?.reduce((sum, one) => sum + one.seconds, 0) ?? 0;
  const least = Math.min(total, other);
  const order = look.order === rival.look.order ? 1 : OTHER_ORDER;
  const picture =
    shown && measured.picture >= 0 ? (least > 0 ? Math.min(1, seconds / least) * order : 0) : measured.picture;
  const isNewVoice = look.config.voice?.voice_id !== rival.look.config.voice?.voice_id;
  const isNewMusic = look.config.music?.music_id !== rival.look.config.music?.music_id;
  const isNewSound = heard === 'voice' ? isNewVoice : heard === 'music' ? isNewMusic : false;
  const own = shown && measured.sound >= 0 ? Math.min(measured.sound, picture) : measured.sound;
  const sound = measured.sound < 0 ? -1 : isNewSound ? 0 : heard === 'own' ? own : measured.sound;
  return { picture, sound, text: measured.text };
}

/** Seconds of a shot that another video shows too. */
function sharedSeconds(one: Shown, others: Shown[]): number {
  const length = one.toSeconds - one.fromSeconds;
  let shared = 0;
  for (const { content, fromSeconds, toSeconds } of others) {
    if (content !== one.content) continue;
    // A still picture has no length: seeing it at all is seeing all of it.
    if (length <= 0) return one.seconds;
    const overlap = Math.min(one.toSeconds, toSeconds) - Math.max(one.fromSeconds, fromSeconds);
    if (overlap > 0) shared = Math.max(shared, (overlap / length) * one.seconds);
  }
  return shared;
}
