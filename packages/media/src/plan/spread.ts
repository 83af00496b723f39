import type { LikenessWeights } from '#likeness/weigh.ts';
import type { Forecast } from '#plan/forecast.ts';
import { createPredictor, type Outlook } from '#plan/predict.ts';
import { STEEPNESS } from '#plan/search.ts';
import { overlapOf, type Shown } from '#plan/shown.ts';

/** Something that may be shown in a place of a video. */
export type SpreadOption = {
  shown: Shown;
  /** How little it is wanted: as much as one more video would be, so much like this one. */
  cost: number;
  /** What is made of it: where two places have the same name, it is made once. */
  name: string;
};

/** A video whose words are given, and for each place what may be shown; a place with one option is decided. */
export type SpreadVideo = {
  places: SpreadOption[][];
  /** All else that is known of it. */
  forecast: Omit<Forecast, 'shown' | 'own'>;
  /** Whether the sound of its shots is heard. */
  isOwnHeard: boolean;
};

export type SpreadSetting = { weights?: LikenessWeights; past?: Forecast[] };

/** Comparisons of two videos that a plan may spend: a few seconds. */
const WORK = 6_000_000;
const SWEEPS = 12;
/** Showing the same pictures twice in one video is as bad as two videos that are so much alike. */
const TWICE = 0.6;
/** What saves work may make the set as a whole a little more alike, never one video more like the one nearest to it. */
const MOST_ENERGY = 1.02;

/**
 * Chooses what is shown in videos that each have their own words, so that they are as little alike as the options allow:
 * place by place what lowers the sum of exp(likeness), as the search over the combinations of one mix does, by the same
 * predictor. Then what is made already takes the place of something new wherever no two become more alike. Answers the
 * number of the option of every place.
 */
export function spreadVideos(videos: SpreadVideo[], { weights, past = [] }: SpreadSetting = {}): number[][] {
  const predictor = createPredictor(weights);
  const words = videos.map(({ forecast }) => predictor.read({ ...forecast, shown: [], own: [] }));
  const look = (n: number, own: number[]): Outlook => {
    const { places, isOwnHeard } = videos[n]!;
    const shown = own.map((pick, place) => places[place]![pick]!.shown);
    return predictor.show(words[n]!, shown, isOwnHeard ? shown : []);
  };
  const before = past.map((one) => predictor.read(one));
  const picks = videos.map(({ places }) => places.map(() => 0));
  const outlooks = videos.map((_, n) => look(n, picks[n]!));
  const open = [...videos.keys()].filter((n) => videos[n]!.places.some(({ length }) => length > 1));
  let work = 0;

  const judge = (n: number, own: number[], without: ReadonlySet<number>) => {
    const outlook = look(n, own);
    let [energy, most] = [costOf(videos[n]!, own), 0];
    const meet = (other: Outlook) => {
      const likeness = predictor.likeness(outlook, other);
      energy += Math.exp(STEEPNESS * likeness);
      most = Math.max(most, likeness);
    };
    for (const [other, one] of outlooks.entries()) if (other !== n && !without.has(other)) meet(one);
    for (const one of before) meet(one);
    work += outlooks.length + before.length;
    return { outlook, energy, most };
  };

  /** Changes one place after another while that helps; false where nothing did. */
  const settle = (n: number, without: ReadonlySet<number>): boolean => {
    let now = judge(n, picks[n]!, without);
    let hasMoved = false;
    for (const [place, options] of videos[n]!.places.entries()) {
      for (let pick = 0; pick < options.length && work < WORK; pick++) {
        if (pick === picks[n]![place]) continue;
        const next = judge(n, picks[n]!.with(place, pick), without);
        if (next.energy >= now.energy * (1 - 1e-9)) continue;
        picks[n] = picks[n]!.with(place, pick);
        now = next;
        hasMoved = true;
      }
    }
    outlooks[n] = now.outlook;
    return hasMoved;
  };

  // First one by one, each beside those that are decided; then all beside all.
  const waiting = new Set(open);
  for (const n of open) {
    waiting.delete(n);
    settle(n, waiting);
  }
  const all = new Set<number>();
  for (let round = 0; round < SWEEPS && work < WORK; round++) {
    const moved = open.filter((n) => settle(n, all));
    if (moved.length === 0) break;
  }
  saveWork();
  return picks;

  /** What another video has as well is made once. */
  function saveWork(): void {
    const names = new Map<string, number>();
    const count = (n: number, step: number) => {
      for (const [place, pick] of picks[n]!.entries()) {
        const { name } = videos[n]!.places[place]![pick]!;
        names.set(name, (names.get(name) ?? 0) + step);
      }
    };
    for (const n of videos.keys()) count(n, 1);
    for (const n of open) {
      for (const [place, options] of videos[n]!.places.entries()) {
        const current = options[picks[n]![place]!]!;
        if (names.get(current.name)! > 1) continue;
        const now = judge(n, picks[n]!, all);
        for (const [pick, { name }] of options.entries()) {
          if (name === current.name || !names.get(name)) continue;
          const next = judge(n, picks[n]!.with(place, pick), all);
          if (next.most > now.most + 1e-9 || next.energy > now.energy * MOST_ENERGY) continue;
          count(n, -1);
          picks[n] = picks[n]!.with(place, pick);
          outlooks[n] = next.outlook;
          count(n, 1);
          break;
        }
      }
    }
  }
}

/** How little the options are wanted, and what is shown twice. */
function costOf({ places }: SpreadVideo, picks: number[]): number {
  let cost = 0;
  for (const [place, pick] of picks.entries()) {
    const option = places[place]![pick]!;
    if (option.cost > 0) cost += Math.exp(STEEPNESS * option.cost) - 1;
    for (let other = 0; other < place; other++) {
      const one = places[other]![picks[other]!]!.shown;
      if (one.content !== option.shown.content) continue;
      cost += overlapOf(option.shown, one) > 0 ? Math.exp(STEEPNESS * TWICE) : 0;
    }
  }
  return cost;
}
