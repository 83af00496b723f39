import type { LikenessChange, LikenessProposal, LikenessSetting, VideoFactors } from '@mixreel/contract';
import {
  createPredictor,
  type Forecast,
  forecaster,
  type Outlook,
  type PlanClip,
  type Predictor,
  weigh,
} from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { type Place, placesOf } from '#features/artwork/fresh-clips.ts';
import { factorsLeft, isAllowed } from '#features/artwork/plan-remake.ts';
import { toCombination } from '#features/candidate/build-plan.ts';
import { type MixState, readState } from '#features/candidate/choose.ts';
import { pieceFrom } from '#features/candidate/factors.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { readMade } from '#features/standard/past-videos.ts';
import { PLAIN_LOOK, type PlannedLook, planLooks } from './looks.ts';
import { type Measured, round } from './measure.ts';
import { type Difference, planDifference, type Rival } from './plan-difference.ts';
import type { ProposalPlan, StoredReport } from './stored-report.ts';

type Wish = { changes: LikenessChange[]; max_likeness: number; setting: LikenessSetting };
export type Proposed = Pick<StoredReport, 'proposals' | 'plans' | 'looks' | 'notes'>;

/** Videos of which it is known what they show that a new one is compared with. */
const RIVALS_MOST = 300;

/**
 * What would make the videos that are too much alike different. Of two that are alike the newer one is changed; once it
 * is, the older one may be fine as it is. The new video stands in for the old one, which it is not compared with.
 */
export async function propose(app: App, measured: Measured, wish: Wish): Promise<Proposed> {
  const { set, overall, all } = measured;
  const made: Proposed = { proposals: [], plans: [], looks: {}, notes: [] };
  const likenessOf = (row: number) => Math.max(0, ...all.map((_, n) => (n === row ? 0 : overall(row, n))));
  const rows = set.map((_, row) => row).filter((row) => likenessOf(row) > wish.max_likeness);
  if (rows.length === 0) return { ...made, notes: ['没有超过上限的成片，不需要改'] };

  const mixes = new Map<string, Mix | null>();
  const replaced = new Map<number, Outlook>();
  const predictor = createPredictor(wish.setting.weights);
  const known = await readMade(app.db, idsToRead(measured, rows));
  const outlooks = new Map(Array.from(known, ([artwork_id, forecast]) => [artwork_id, predictor.read(forecast)]));
  // From the newest: whoever came first stays as it is.
  for (const row of rows.toReversed()) {
    const { artwork_id, artwork_name, mproject_id, space_id } = set[row]!;
    const refuse = (why: string) => made.notes.push(`「${artwork_name}」${why}`);
    if (!mproject_id) {
      refuse('不是在这里混剪出来的，没有片段可换');
      continue;
    }
    if (!mixes.has(mproject_id)) mixes.set(mproject_id, await openMix(app, space_id, mproject_id, wish.changes));
    const mix = mixes.get(mproject_id);
    if (!mix) {
      refuse('的混剪已被删除，恢复混剪后可以再试');
      continue;
    }
    const video = await readPlaces(app, mix.state, artwork_id);
    if (!video) {
      refuse('用到的镜头或台词已不在混剪里，请到混剪里重新挑选候选');
      continue;
    }
    const { places, factors } = video;
    const rivals = rivalsOf(measured, row, outlooks, replaced, wish);
    if (likenessNow(mix, video, rivals, predictor, wish) <= wish.max_likeness) {
      refuse('在换掉比它新的几条之后就不重复了，不用改');
      continue;
    }
    const found = search(mix, video, rivals, predictor, wish);
    const changes = [...sentencesOf(mix.state, places, found), ...found.look.changes];
    if (changes.length === 0) {
      refuse('没有可换的：镜头里没有别的片段，请先给镜头添加新片段');
      continue;
    }
    replaced.set(row, found.outlook);
    const likeness_before = round(likenessOf(row));
    const likeness_after = round(found.likeness);
    if (found.likeness > wish.max_likeness) {
      refuse(`换了之后重复度仍约 ${Math.round(100 * found.likeness)}%：给镜头添加更多片段，可以再低`);
    }
    made.proposals.unshift({ artwork_id, artwork_name, changes, likeness_before, likeness_after, ...UNMADE });
    made.plans.unshift({ artwork_id, mproject_id, picks: found.picks, factors, look: found.number, ...UNSTARTED });
    made.looks[mproject_id] = [PLAIN_LOOK, ...mix.looks].map(({ config, order }) => ({ config, order }));
  }
  if (made.proposals.length > 0) {
    made.notes.push('改后的重复度：按换上的片段、音色、音乐和台词预测，和挑选候选时是同一个算法；做出来后会重新测量');
  }
  return made;
}

const UNMADE: Pick<LikenessProposal, 'is_started' | 'export_task_id' | 'made_artwork_id' | 'likeness_made'> = {
  is_started: false,
  export_task_id: null,
  made_artwork_id: null,
  likeness_made: null,
};
const UNSTARTED: Pick<ProposalPlan, 'started_at' | 'export_task_id' | 'candidate_id'> = {
  started_at: null,
  export_task_id: null,
  candidate_id: null,
};

type Mix = { state: MixState; looks: PlannedLook[] };

async function openMix(app: App, space_id: string, mproject_id: string, wanted: LikenessChange[]): Promise<Mix | null> {
  const known = and(
    eq(mproject.mproject_id, mproject_id),
    eq(mproject.space_id, space_id),
    isNull(mproject.deleted_at),
  );
  if (!(await app.db.$count(mproject, known))) return null;
  const state = await readState(app, space_id, mproject_id);
  return { state, looks: await planLooks(app, state, wanted) };
}

async function readPlaces({ db }: App, state: MixState, artwork_id: string) {
  const [video] = await db
    .select({ picks: artwork.picks, factors: artwork.factors, timeline: artwork.timeline })
    .from(artwork)
    .where(eq(artwork.artwork_id, artwork_id));
  const places = video ? placesOf(state, video) : [];
  const here = places.filter((place) => place !== null);
  const isWhole = here.length > 0 && here.length === places.length && here.every(({ all }) => all.length > 0);
  return video && isWhole ? { places: here, factors: video.factors } : null;
}

/** Whose pictures matter: all of the set, and outside those that are alike or of the same mixes. */
function idsToRead({ set, outside, overall }: Measured, rows: number[]): string[] {
  const mixes = new Set(rows.map((row) => set[row]!.mproject_id));
  const ranked = outside
    .map((video, n) => ({
      video,
      likeness: Math.max(...rows.map((row) => overall(row, set.length + n))),
      isOurs: mixes.has(video.mproject_id),
    }))
    .filter(({ likeness, isOurs }) => likeness > 0 || isOurs)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, RIVALS_MOST);
  return [...set, ...ranked.map(({ video }) => video)].map(({ artwork_id }) => artwork_id);
}

/** Everything that a new video must differ from; what others are replaced by instead of these. */
function rivalsOf(
  measured: Measured,
  row: number,
  outlooks: Map<string, Outlook>,
  replaced: Map<number, Outlook>,
  wish: Wish,
): Rival[] {
  return measured.all.flatMap(({ artwork_id }, column): Rival[] => {
    if (column === row) return [];
    const likeness = measured.of(row, column);
    const instead = replaced.get(column);
    if (instead) return [{ outlook: instead, measured: likeness, isReplaced: true }];
    const known = outlooks.get(artwork_id) ?? null;
    // Of those that nothing is known of and that are little alike, none can become the closest.
    if (!known && weigh(likeness, wish.setting.weights) < wish.max_likeness / 2) return [];
    return [{ outlook: known, measured: likeness, isReplaced: false }];
  });
}

type Video = { places: Place[]; factors: VideoFactors };

/** How alike the video is as it stands, once those that are replaced are others. */
function likenessNow(mix: Mix, video: Video, rivals: Rival[], predictor: Predictor, wish: Wish): number {
  const kept = rivals.filter(({ isReplaced }) => !isReplaced).map((one) => weigh(one.measured, wish.setting.weights));
  const others = rivals.filter(({ isReplaced }) => isReplaced);
  const asIs = { ...video, places: video.places.map((place) => ({ ...place, all: place.all.slice(0, 1) })) };
  const planned = planDifference(searchOf(mix.state, asIs, PLAIN_LOOK, { rivals: others, predictor, wish }));
  return Math.max(planned.likeness, ...kept);
}

type Found = Difference & { look: PlannedLook; number: number };

/** With other clips alone where that is enough, else also in the look that brings most. */
function search({ state, looks }: Mix, video: Video, rivals: Rival[], predictor: Predictor, wish: Wish): Found {
  const inLook = (look: PlannedLook, number: number): Found => ({
    ...planDifference(searchOf(state, video, look, { rivals, predictor, wish })),
    look,
    number,
  });
  const plain = inLook(PLAIN_LOOK, 0);
  if (plain.likeness <= wish.max_likeness) return plain;
  const others = looks.map((look, n) => inLook(look, n + 1));
  return others.toSorted((a, b) => a.likeness - b.likeness)[0] ?? plain;
}

type Against = { rivals: Rival[]; predictor: Predictor; wish: Wish };

function searchOf(state: MixState, video: Video, look: PlannedLook, { rivals, predictor, wish }: Against) {
  const foretell = foretellIn(state, video, look);
  return {
    places: video.places,
    rivals,
    predictor,
    foretell: (picks: Difference['picks']) => predictor.read(foretell(picks)),
    isAllowed: (picks: Difference['picks'], clips: PlanClip[]) => isAllowed(state.plan, picks, clips),
    weights: wish.setting.weights,
    wanted: wish.max_likeness,
    canSwap: wish.changes.includes('clips'),
  };
}

/** What a video of other clips will be in this look. A look has one voice and one music; without one it keeps its own. */
function foretellIn({ plan }: MixState, { factors }: Video, { config, order }: PlannedLook) {
  const isPlain = Object.keys(config).length === 0;
  const { voice_id } = config.voice ?? {};
  const { music_id } = config.music ?? {};
  const foretell = forecaster({
    ...plan,
    ...(voice_id && { voices: [{ id: voice_id }] }),
    ...(music_id && { music: [pieceFrom(music_id, plan.music?.[0]?.underSpeech ?? 0)] }),
  });
  const own = isPlain ? factorsLeft(plan, factors) : {};
  const row = order && ['header', ...order, 'footer'];
  return (picks: Difference['picks']): Forecast => {
    const shown = row ? picks.toSorted((a, b) => row.indexOf(a.slot_id) - row.indexOf(b.slot_id)) : picks;
    return foretell(toCombination({ picks: shown, factors: own }));
  };
}

function sentencesOf(
  { document, plan }: MixState,
  places: Place[],
  { picks }: Difference,
): LikenessProposal['changes'] {
  const names = new Map(document.clips.map(({ clip, material }) => [clip.video_clip_id, material.material_name]));
  return picks.flatMap(({ slot_id, video_clip_id }, n) => {
    const before = places[n]!.pick.video_clip_id;
    if (before === video_clip_id) return [];
    const slot = plan.shootings.find(({ id }) => id === slot_id)?.name ?? (slot_id === 'header' ? '片头' : '片尾');
    const clip = document.clips.find((one) => one.clip.video_clip_id === video_clip_id)!.clip;
    const range = `${seconds(clip.start_ms)}–${seconds(clip.end_ms)} 秒`;
    const from = names.get(before);
    const sentence = `${slot}：${from ? `「${from}」` : ''}换成「${names.get(video_clip_id) ?? ''}」${range}`;
    return { kind: 'clips' as const, sentence };
  });
}

function seconds(ms: number): string {
  return String(Math.round(ms / 100) / 10);
}
