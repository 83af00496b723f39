import { AppError, resolveConfig } from '@mixreel/contract';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { requireDirOf } from '#features/artwork/artwork.queries.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { readCandidates } from './candidate.queries.ts';
import { export_video } from './candidate.tables.ts';
import { checkMix } from './check.ts';
import { type MixState, possible } from './choose.ts';
import { exportMix } from './export.jobs.ts';
import { fileNames } from './file-names.ts';

type Wish = {
  candidate_ids?: string[] | undefined;
  best?: number | undefined;
  name_rule?: string | undefined;
  dir_id?: string | undefined;
};

/** Puts an export in line: the task, and a row for each of its videos, all or nothing. */
export async function startExport(app: App, state: MixState, wish: Wish, by: { user_uid: string; name: string }) {
  const { mix } = state.document;
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  const blocking = (await checkMix(app, state)).find(({ blocks }) => blocks);
  if (blocking) throw new AppError('conflict', blocking.message);
  const rows = possible(state.plan, await readCandidates(app.db, mix.mproject_id)).filter((row) => !row.is_excluded);
  const { candidate_ids, best } = wish;
  const chosen = candidate_ids
    ? rows.filter(({ candidate_id }) => candidate_ids.includes(candidate_id))
    : rows.filter(({ is_picked }) => best !== undefined || is_picked).slice(0, best);
  if (chosen.length === 0) throw new AppError('invalid', '没有可以导出的候选，请先挑选');
  if (candidate_ids && chosen.length < candidate_ids.length) {
    throw new AppError('conflict', '有候选的片段已被删除，请重新挑选后再导出');
  }
  const names = fileNames(wish.name_rule ?? config.output.name_rule, chosen, mix.mproject_name);
  return app.db.transaction(async (tx) => {
    const dir_id = await requireDirOf(tx, mix, {
      dir_id: (wish.dir_id ?? config.output.dir_id) || undefined,
      user_uid: by.user_uid,
    });
    const { space_id, project_id, mproject_id } = mix;
    const title = `导出「${mix.mproject_name}」${chosen.length} 条`;
    const given = { space_id, user_uid: by.user_uid, project_id, mproject_id, title, input: { mproject_id } };
    const task_id = await app.queue.add(exportMix, given, tx);
    await tx.insert(export_video).values(
      chosen.map(({ candidate_id, number, picks }, n) => ({
        export_video_id: newId(),
        space_id,
        mproject_id,
        task_id,
        candidate_id,
        number,
        picks,
        file_name: names[n]!,
        dir_id,
      })),
    );
    await tellChange(app, tx, mproject_id, 'exports', by);
    return { task_id, count: chosen.length, dir_id };
  });
}
