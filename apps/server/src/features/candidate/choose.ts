import {
  AppError,
  type CandidateChoice,
  type LikenessSetting,
  type MixLimit,
  type MixSummary,
  type PlannedVideo,
  resolveConfig,
  type VideoFactors,
} from '@mixreel/contract';
import { choicesOf, FACTORS, likenessMatrix, type LimitReport, type MixPlan } from '@mixreel/media';
import type { App } from '#context.ts';
import type { MixDocument } from '#features/mix/document.ts';
import { type Heard, readHeard } from '#features/mix/narration.ts';
import { readDocumentAt } from '#features/mix/past-document.ts';
import { OTHER_SEED, tellChange } from '#features/mix/tell-change.ts';
import { levelOf, publishableBelow } from '#features/standard/level.ts';
import { readPast } from '#features/standard/past-videos.ts';
import { readStandard } from '#features/standard/standard.queries.ts';
import { spareFor, toAdvice } from './advice.ts';
import { buildPlan, toCombination, toVideo } from './build-plan.ts';
import { type CandidateRow, readCandidates, storeChosen } from './candidate.queries.ts';
import { namesOf } from './changes.ts';
import { estimateSeconds, shareMade, workOf } from './estimate.ts';
import { type Factors, readFactors } from './factors.ts';
import { readHindrances } from './hindrances.ts';
import { askPlanner } from './plan-thread.ts';
import { runningTimes } from './running-times.ts';

export type MixState = {
  document: MixDocument;
  heard: Map<string, Heard>;
  factors: Factors;
  standard: LikenessSetting;
  plan: MixPlan;
};

/** A mix with all that its videos are planned by; with a sequence as it was after that step of its history. */
export async function readState(app: App, space_id: string, mproject_id: string, sequence?: number): Promise<MixState> {
  const document = await readDocumentAt(app.db, space_id, mproject_id, { sequence });
  const factors = await readFactors(app, document.mix);
  const others = factors.voices.slice(1).map(({ id }) => id);
  const heard = await readHeard(app, document, others);
  const standard = await readStandard(app.db, space_id);
  return { document, heard, factors, standard, plan: buildPlan(document, heard, factors, standard) };
}

/**
 * Chooses the candidates of a mix. Those chosen before stay where they are still possible and share no more than allowed;
 * for another seed all are chosen anew, and the same seed gives the same ones again. What somebody excluded is never
 * chosen and takes nobody's place.
 */
export async function chooseCandidates(
  app: App,
  state: MixState,
  { count, isFresh }: { count: number; isFresh: boolean },
  by: { user_uid: string; name: string } | null,
): Promise<void> {
  const { document, plan } = state;
  const { space_id, mproject_id, plan_revision, planned_revision } = document.mix;
  const before = await readCandidates(app.db, mproject_id);
  const excluded = before.filter(({ is_excluded }) => is_excluded);
  const kept = isFresh || planned_revision === OTHER_SEED ? [] : before.filter(({ is_excluded }) => !is_excluded);
  const { seed } = resolveConfig({ template: document.mix.template_config, project: document.mix.config }).combine;
  // What stays is no past of its own.
  const except = kept.flatMap(({ artwork_id }) => artwork_id ?? []);
  const past = await readPast(app.db, space_id, { days: state.standard.history_days, except });
  const chosen = await askPlanner<'choose'>({
    kind: 'choose',
    plan: { ...plan, past },
    request: {
      count,
      seed,
      keep: kept.map(toCombination),
      made: kept.flatMap(({ artwork_id, signature }) => (artwork_id ? signature : [])),
      avoid: excluded.map(toCombination),
    },
  });
  if (chosen.length === 0) {
    const report = await askPlanner<'limits'>({ kind: 'limits', plan });
    throw new AppError('conflict', report.limits[0]?.sentence ?? '还不能组合：请给每个镜头添加片段');
  }
  const videos = chosen.map((one) => toVideo(one.picks));
  const times = await runningTimes(app, state, videos);
  await app.db.transaction(async (tx) => {
    await storeChosen(
      tx,
      { space_id, mproject_id, plan_revision },
      chosen.map(({ signature, mostLikeness, meanLikeness, closest }, n) => ({
        signature,
        ...videos[n]!,
        duration: times[n]!,
        most_likeness: mostLikeness,
        mean_likeness: meanLikeness,
        closest,
      })),
      before,
    );
    await tellChange(app, tx, mproject_id, 'candidates', by);
  });
}

/** How many videos a mix gives, what keeps it from giving more, and what is chosen so far. */
export async function readSummary(app: App, state: MixState): Promise<MixSummary> {
  const { document, plan } = state;
  const { mix } = document;
  const rows = (await readCandidates(app.db, mix.mproject_id)).filter(({ is_excluded }) => !is_excluded);
  const picked = rows.filter(({ is_picked }) => is_picked);
  const { count: wanted } = resolveConfig({ template: mix.template_config, project: mix.config }).combine;
  const { report, outlooks, mostLikeness } = await askPlanner<'summary'>({
    kind: 'summary',
    plan,
    wanted,
    spare: spareFor(state),
    chosen: possible(plan, rows).map(toCombination),
    picked: possible(plan, picked).map(toCombination),
  });
  const durations = await runningTimes(app, state, possible(plan, rows));
  const made = await shareMade(app, state, picked);
  const work = workOf(state, picked, made);
  return {
    combinations: String(report.combinations),
    is_exact: report.isExact,
    ceiling: String(report.ceiling),
    room: outlooks.room,
    is_room_more: outlooks.isMore,
    wanted,
    planned: rows.length,
    picked: picked.length,
    exported: rows.filter(({ artwork_id }) => artwork_id !== null).length,
    most_likeness: mostLikeness,
    level: levelOf(mostLikeness, state.standard),
    level_from: publishableBelow(state.standard),
    ...choicesIn(state, rows),
    estimate_s: picked.length > 0 ? await estimateSeconds(app, state, picked, made) : null,
    new_shots: work.shots,
    speech_s: work.speech,
    duration_min: durations.length > 0 ? Math.min(...durations) : 0,
    duration_max: Math.max(0, ...durations),
    limits: [
      ...(await readHindrances(app, state)),
      ...limitsOf(report, { wanted, room: outlooks.room, most: plan.maxSharePercent }),
    ],
    advice: outlooks.advice.map((one) => toAdvice(state, one)),
    ways: outlooks.ways.map((one) => toAdvice(state, one)),
    is_outdated: rows.length > 0 && mix.planned_revision !== mix.plan_revision,
  };
}

type Found = { wanted: number; room: number; most: number };

/** What is proven to hold a mix down; where that alone would leave room for more than were found, the limit itself. */
function limitsOf({ limits, ceiling }: LimitReport, { wanted, room, most }: Found): MixLimit[] {
  const told = limits.map(({ kind, slotIds, sentence }) => ({ kind, slot_ids: slotIds, sentence }));
  if (room === 0 || room >= wanted || ceiling < BigInt(wanted)) return told;
  const sentence = `任意两条重复度最多 ${most}%，再多一条就会和已有的某一条超过。`;
  return [{ kind: 'share', slot_ids: [], sentence }, ...told.filter(({ kind }) => kind !== 'share')];
}

/** What the candidates begin with and who speaks in them, those that most have first. */
function choicesIn(state: MixState, rows: PlannedVideo[]): Pick<MixSummary, 'openings' | 'voices'> {
  const { clipName, voiceName } = namesOf(state);
  const own = state.factors.voices[0]?.id;
  return {
    openings: countBy(
      rows.map(({ picks }) => picks[0]?.video_clip_id),
      clipName,
    ),
    voices: countBy(
      rows.map(({ factors }) => factors.voice ?? own),
      voiceName,
    ),
  };
}

function countBy(ids: (string | undefined)[], nameOf: (id: string) => string): CandidateChoice[] {
  const known = ids.filter((id) => id !== undefined);
  return [...Map.groupBy(known, (id) => id)]
    .map(([id, those]) => ({ id, name: nameOf(id), count: those.length }))
    .toSorted((a, b) => b.count - a.count);
}

/** Likeness of every pair of candidates that the plan still allows, row by row above the diagonal, in thousandths. */
export async function readMatrix({ plan }: MixState, rows: CandidateRow[]) {
  const known = possible(plan, rows);
  const combinations = known.map(toCombination);
  const matrix =
    known.length > SMALL
      ? await askPlanner<'matrix'>({ kind: 'matrix', plan, combinations })
      : likenessMatrix(plan, combinations);
  return {
    candidate_ids: known.map(({ candidate_id }) => candidate_id),
    numbers: known.map(({ number }) => number),
    likeness: matrix.flatMap((row, i) => row.slice(i + 1).map((value) => Math.round(value * 1000))),
  };
}

const SMALL = 20;

/** Candidates whose clips are all still there. */
export function possible<T extends PlannedVideo>(plan: MixPlan, rows: T[]): T[] {
  const slots = new Map(
    [
      { id: 'header', clips: plan.header ?? [], scripts: [] },
      ...plan.shootings,
      { id: 'footer', clips: plan.footer ?? [], scripts: [] },
    ].map(({ id, clips, scripts = [] }) => [
      id,
      { clips: new Set(clips.map((clip) => clip.id)), scripts: new Set(scripts.map((script) => script.id)) },
    ]),
  );
  const isKnown = (factors: VideoFactors) => FACTORS.every((kind) => has(choicesOf(plan, kind), factors[kind]));
  return rows.filter(
    ({ picks, factors }) =>
      isKnown(factors) &&
      picks.every(({ slot_id, video_clip_id, script_id }) => {
        const slot = slots.get(slot_id);
        return slot?.clips.has(video_clip_id) && (script_id === null || slot.scripts.has(script_id));
      }),
  );
}

function has(choices: { id: string }[] = [], id?: string): boolean {
  return id === undefined || choices.some((one) => one.id === id);
}
