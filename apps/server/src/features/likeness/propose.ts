import type { LikenessChange, LikenessProposal, LikenessSetting } from '@mixreel/contract';
import { type PlanClip, type Shown, shotReader, weigh } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { type Place, placesOf } from '#features/artwork/fresh-clips.ts';
import { isAllowed } from '#features/artwork/plan-remake.ts';
import { toCombination } from '#features/candidate/build-plan.ts';
import { type MixState, readState } from '#features/candidate/choose.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { readShown } from '#features/standard/past-videos.ts';
import { heardMost, PLAIN_LOOK, type PlannedLook, planLooks } from './looks.ts';
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
  const replaced = new Map<number, { shown: Shown[]; look: PlannedLook }>();
  const shown = await readShown(app.db, idsToRead(measured, rows));
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
    const known = await readPlaces(app, mix.state, artwork_id);
    if (!known) {
      refuse('用到的镜头或台词已不在混剪里，请到混剪里重新挑选候选');
      continue;
    }
    const { places, factors } = known;
    const rivals = rivalsOf(measured, row, shown, replaced, wish);
    if (likenessNow(mix, places, rivals, wish) <= wish.max_likeness) {
      refuse('在换掉比它新的几条之后就不重复了，不用改');
      continue;
    }
    const found = search(mix, places, rivals, wish);
    const changes = [...sentencesOf(mix.state, places, found), ...found.look.changes];
    if (changes.length === 0) {
      refuse('没有可换的：镜头里没有别的片段，请先给镜头添加新片段');
      continue;
    }
    replaced.set(row, { shown: found.shown, look: found.look });
    const likeness_before = round(likenessOf(row));
    const likeness_after = round(found.likeness);
    if (found.likeness > wish.max_likeness) {
      refuse(`换了之后仍有约 ${Math.round(100 * found.likeness)}% 重复：给镜头添加更多片段，可以再低`);
    }
    made.proposals.unshift({ artwork_id, artwork_name, changes, likeness_before, likeness_after, ...UNMADE });
    made.plans.unshift({ artwork_id, mproject_id, picks: found.picks, factors, look: found.number, ...UNSTARTED });
    made.looks[mproject_id] = [PLAIN_LOOK, ...mix.looks].map(({ config, order }) => ({ config, order }));
  }
  if (made.proposals.length > 0) {
    made.notes.push(
      '改后的重复度：画面按换上的片段计算，声音按换不换音色和音乐估计，文字按不变计算；做出来后会重新测量',
    );
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

type Replaced = Map<number, { shown: Shown[]; look: PlannedLook }>;

/** Everything that a new video must differ from; what others are replaced by instead of these. */
function rivalsOf(
  measured: Measured,
  row: number,
  shown: Map<string, Shown[]>,
  replaced: Replaced,
  wish: Wish,
): Rival[] {
  return measured.all.flatMap(({ artwork_id }, column): Rival[] => {
    if (column === row) return [];
    const likeness = measured.of(row, column);
    const instead = replaced.get(column);
    if (instead) return [{ ...instead, measured: likeness, isReplaced: true }];
    const known = shown.get(artwork_id) ?? null;
    // Of those that nothing is known of and that are little alike, none can become the closest.
    if (!known && weigh(likeness, wish.setting.weights) < wish.max_likeness / 2) return [];
    return [{ shown: known, measured: likeness, look: PLAIN_LOOK, isReplaced: false }];
  });
}

/** How alike the video is as it stands, once those that are replaced are others. */
function likenessNow(mix: Mix, places: Place[], rivals: Rival[], wish: Wish): number {
  const kept = rivals.filter(({ isReplaced }) => !isReplaced).map((one) => weigh(one.measured, wish.setting.weights));
  const others = rivals.filter(({ isReplaced }) => isReplaced);
  const asIs = places.map((place) => ({ ...place, all: place.all.slice(0, 1) }));
  const planned = planDifference({ ...searchOf(mix.state, asIs, others, wish), look: PLAIN_LOOK });
  return Math.max(planned.likeness, ...kept);
}

type Found = Difference & { look: PlannedLook; number: number; shown: Shown[] };

/** With other clips alone where that is enough, else also in the look that brings most. */
function search({ state, looks }: Mix, places: Place[], rivals: Rival[], wish: Wish): Found {
  const common = searchOf(state, places, rivals, wish);
  const inLook = (look: PlannedLook, number: number): Found => {
    const found = planDifference({ ...common, look });
    return { ...found, look, number, shown: found.clips.map((clip, place) => common.show(place, clip)) };
  };
  const plain = inLook(PLAIN_LOOK, 0);
  if (plain.likeness <= wish.max_likeness) return plain;
  const others = looks.map((look, n) => inLook(look, n + 1));
  return others.toSorted((a, b) => a.likeness - b.likeness)[0] ?? plain;
}

function searchOf(state: MixState, places: Place[], rivals: Rival[], { changes, setting, max_likeness }: Wish) {
  return {
    places,
    rivals,
    show: showAt(state, places),
    isAllowed: (picks: Difference['picks'], clips: PlanClip[]) => isAllowed(state.plan, picks, clips),
    heard: heardMost(state),
    weights: setting.weights,
    wanted: max_likeness,
    canSwap: changes.includes('clips'),
  };
}

/** What a clip would show at a place of this video. */
function showAt({ plan }: MixState, places: Place[]) {
  const read = shotReader(plan);
  return (place: number, clip: PlanClip): Shown =>
    read(toCombination({ picks: [{ ...places[place]!.pick, video_clip_id: clip.id }], factors: {} }))[0]!;
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
