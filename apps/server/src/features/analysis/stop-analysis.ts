import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { raiseTotal, tellInfo, UNDER_WAY } from './analysis-info.ts';
import { startAnalysis } from './start-analysis.ts';
import { understandMaterial } from './understand.jobs.ts';

type Project = { space_id: string; project_id: string };

/** Stops what waits and what runs. What is known by then stays. Says how many. */
export async function stopAnalysis(
  app: Pick<App, 'db' | 'streams' | 'queue' | 'log'>,
  { space_id, project_id }: Project,
  material_ids?: string[],
): Promise<number> {
  const stopped = await app.db.transaction(async (tx) => {
    const rows = await tx
      .update(material)
      .set({ analysis_status: 'stopped', analysis_message: null })
      .where(
        and(
          eq(material.space_id, space_id),
          eq(material.project_id, project_id),
          inArray(material.analysis_status, UNDER_WAY),
          material_ids && inArray(material.material_id, material_ids),
        ),
      )
      .returning({ material_id: material.material_id, task_id: material.analysis_task_id });
    const changed = rows.map(({ material_id }) => ({ material_id, analysis_status: 'stopped' as const, progress: 0 }));
    if (rows.length > 0) await tellInfo(app, tx, project_id, changed);
    return rows;
  });
  for (const { task_id } of stopped) if (task_id) await endTask(app, task_id);
  return stopped.length;
}

/** Stops a task that no material waits for. One that has ended meanwhile needs no stop: it may no longer write. */
export async function endTask({ queue }: Pick<App, 'queue'>, task_id: string): Promise<void> {
  await queue.cancel(task_id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.error === 'task_state')) throw error;
  });
}

/**
 * Goes on with what was stopped or failed, behind what is known already; or, for the given ones, looks at them anew.
 * Says how many were put in line.
 */
export async function resumeAnalysis(
  app: Pick<App, 'db' | 'streams' | 'queue' | 'log'>,
  { space_id, project_id }: Project,
  user_uid: string,
  material_ids?: string[],
): Promise<number> {
  return app.db.transaction(async (tx) => {
    const rows = await tx
      .select({
        material_id: material.material_id,
        material_name: material.material_name,
        analysis_status: material.analysis_status,
        analysis_version: material.analysis_version,
        is_measured: sql<boolean>`${material_facts.material_id} is not null`,
      })
      .from(material)
      .leftJoin(material_facts, eq(material_facts.material_id, material.material_id))
      .where(
        and(
          eq(material.space_id, space_id),
          eq(material.project_id, project_id),
          material_ids
            ? and(
                inArray(material.material_id, material_ids),
                inArray(material.analysis_status, ['done', 'stopped', 'failed']),
              )
            : inArray(material.analysis_status, ['stopped', 'failed']),
        ),
      )
      .orderBy(material.material_id)
      .for('update', { of: material });
    const isHalfDone = (row: (typeof rows)[number]) =>
      !material_ids && row.analysis_status === 'stopped' && row.is_measured && row.analysis_version === 0;
    const half = rows.filter(isHalfDone);
    const whole = rows.filter((row) => !isHalfDone(row));
    await startAnalysis(
      app,
      tx,
      whole.map(({ material_id }) => ({ material_id, space_id, project_id, user_uid })),
    );
    if (half.length > 0) {
      await raiseTotal(
        tx,
        project_id,
        half.map(({ material_id }) => material_id),
      );
      for (const { material_id, material_name } of half) {
        const title = `识别「${material_name}」的内容`;
        const next = { space_id, project_id, user_uid, title, is_quiet: true, input: { material_id } };
        const analysis_task_id = await app.queue.add(understandMaterial, next, tx);
        await tx
          .update(material)
          .set({ analysis_task_id, analysis_status: 'waiting', analysis_message: null })
          .where(eq(material.material_id, material_id));
      }
      const changed = half.map(({ material_id }) => ({
        material_id,
        analysis_status: 'waiting' as const,
        progress: 50,
      }));
      await tellInfo(app, tx, project_id, changed);
    }
    return rows.length;
  });
}

/**
 * Brings materials in line with tasks that ended without a word: whose worker died once too often, whose last try
 * failed, or that somebody cancelled as a task.
 */
export async function settleAnalysis(app: Pick<App, 'db' | 'streams'>): Promise<void> {
  await app.db.transaction(async (tx) => {
    const rows = await tx
      .update(material)
      .set({
        analysis_status: sql`case when ${task.status} = 'failed' then 'failed' else 'stopped' end`,
        analysis_message: sql`${task.error} ->> 'message'`,
      })
      .from(task)
      .where(
        and(
          eq(task.task_id, material.analysis_task_id),
          inArray(material.analysis_status, UNDER_WAY),
          inArray(task.status, ['failed', 'canceled']),
        ),
      )
      .returning({
        material_id: material.material_id,
        project_id: material.project_id,
        analysis_status: material.analysis_status,
      });
    for (const [project_id, those] of Map.groupBy(rows, (row) => row.project_id)) {
      const changed = those.map(({ material_id, analysis_status }) => ({ material_id, analysis_status, progress: 0 }));
      await tellInfo(app, tx, project_id, changed);
    }
  });
}
