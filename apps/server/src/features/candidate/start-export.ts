import { AppError, namesByRule, type PlannedVideo, resolveConfig } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { requireDirOf } from '#features/dir/holding-dir.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { addCandidates } from './add-candidates.ts';
import { problemReader } from './candidate-problem.ts';
import { type CandidateRow, readCandidates } from './candidate.queries.ts';
import { export_video } from './candidate.tables.ts';
import { requireExportable } from './check.ts';
import type { MixState } from './choose.ts';
import { estimateSeconds, shareMade } from './estimate.ts';
import { exportMix } from './export.jobs.ts';
import { namesTaken } from './names-taken.ts';
import { runningTimes } from './running-times.ts';

type Wish = {
  candidate_ids?: string[] | undefined;
  best?: number | undefined;
  name_rule?: string | undefined;
  dir_id?: string | undefined;
  time_zone?: string | undefined;
};

type By = { user_uid: string; name: string };

/** Puts an export in line: the task, and a row for each of its videos, all or nothing. */
export async function startExport(app: App, state: MixState, wish: Wish, by: By) {
  const { mix } = state.document;
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  await requireExportable(app, state);
  const rows = (await readCandidates(app.db, mix.mproject_id)).filter((row) => !row.is_excluded);
  const problemOf = problemReader(state);
  const { candidate_ids, best } = wish;
  const asked = candidate_ids
    ? rows.filter(({ candidate_id }) => candidate_ids.includes(candidate_id))
    : best === undefined
      ? rows.filter(({ is_picked }) => is_picked)
      : rows.filter((row) => problemOf(row) === null).slice(0, best);
  if (asked.length < (candidate_ids?.length ?? 0)) {
    throw new AppError('conflict', '有候选已经重新挑选过，请看看现在的候选再导出');
  }
  const left_out = asked.flatMap((row) => {
    const { candidate_id, number } = row;
    const problem = problemOf(row);
    return problem ? [{ candidate_id, number, problem }] : [];
  });
  const chosen = asked.filter(({ candidate_id }) => !left_out.some((one) => one.candidate_id === candidate_id));
  if (chosen.length === 0) {
    const [first] = left_out;
    throw first
      ? new AppError('conflict', `选中的都做不了。第 ${first.number} 条：${first.problem}`)
      : new AppError('invalid', '没有可以导出的候选，请先挑选');
  }
  // As long as they are now: what was written down when they were chosen may have been an estimate.
  const times = await runningTimes(app, state, chosen);
  const named = chosen.map(({ number }, n) => ({ number, seconds: times[n]!, words: { mix: mix.mproject_name } }));
  const made = await shareMade(app, state, chosen);
  return app.db.transaction(async (tx) => {
    const dir_id = await requireDirOf(tx, mix, {
      dir_id: (wish.dir_id ?? config.output.dir_id) || undefined,
      user_uid: by.user_uid,
    });
    const rule = wish.name_rule ?? config.output.name_rule;
    const names = namesByRule(rule, named, { taken: await namesTaken(tx, [dir_id]), time_zone: wish.time_zone });
    const videos = chosen.map((row, n) => ({ ...row, file_name: names[n]!, dir_id }));
    const title = `导出「${mix.mproject_name}」`;
    const task_id = await addExport(app, tx, state, { title, videos, by, made });
    return { task_id, count: chosen.length, dir_id, left_out };
  });
}

/** Exports combinations that somebody else than the planner chose. Those that are no candidates become some. */
export async function exportPicks(
  app: App,
  state: MixState,
  { title, wanted, by }: { title: string; wanted: (PlannedVideo & { file_name: string; dir_id: string })[]; by: By },
): Promise<string> {
  const { mix } = state.document;
  await requireExportable(app, state);
  const times = await runningTimes(app, state, wanted);
  return app.db.transaction(async (tx) => {
    const rows = await addCandidates(
      tx,
      state,
      wanted.map(({ picks, factors }, n) => ({ picks, factors, seconds: times[n]! })),
    );
    const videos = wanted.map((one, n) => ({ ...one, ...rows[n]! }));
    const task_id = await addExport(app, tx, state, { title, videos, by, made: [] });
    await tellChange(app, tx, mix.mproject_id, 'candidates', by);
    return task_id;
  });
}

type Video = Pick<CandidateRow, 'candidate_id' | 'number' | 'picks' | 'factors' | 'duration'> &
  Partial<Pick<CandidateRow, 'cover'>> & {
    file_name: string;
    dir_id: string;
  };

async function addExport(
  app: App,
  tx: Queryable,
  state: MixState,
  { title, videos, by, made }: { title: string; videos: Video[]; by: By; made: number[] },
): Promise<string> {
  const { space_id, project_id, mproject_id } = state.document.mix;
  const task_id = await app.queue.add(
    exportMix,
    {
      space_id,
      user_uid: by.user_uid,
      project_id,
      mproject_id,
      title: `${title}${videos.length} 条`,
      work: Math.max(1, await estimateSeconds({ ...app, db: tx }, state, videos, made)),
      input: { mproject_id },
    },
    tx,
  );
  await addVideos(app, tx, state, { task_id, videos, by });
  return task_id;
}

/** The rows of videos that a task is to make, the mix's own export or another task. */
export async function addVideos(
  app: App,
  tx: Queryable,
  state: MixState,
  { task_id, videos, by }: { task_id: string; videos: Video[]; by: By | null },
): Promise<void> {
  const { space_id, mproject_id } = state.document.mix;
  // The finished videos keep these ids: lists with the newest first then show an export from its first video on.
  const ids = videos.map(newId).toSorted().toReversed();
  await tx.insert(export_video).values(
    videos.map(({ candidate_id, number, picks, factors, cover, file_name, dir_id }, n) => ({
      export_video_id: ids[n]!,
      space_id,
      mproject_id,
      task_id,
      candidate_id,
      number,
      picks,
      factors,
      cover: cover ?? null,
      file_name,
      dir_id,
    })),
  );
  await tellChange(app, tx, mproject_id, 'exports', by);
}
