import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { task as taskTable } from '#features/task/task.tables.ts';
import type { JobContext } from '#queue/job.ts';
import { tellInfo } from './analysis-info.ts';

export type MaterialRow = typeof material.$inferSelect;
export type HeldFile = Pick<typeof vlc_file.$inferSelect, 'sha256' | 'content_type'>;

/** The material of a task that begins, marked as running; null when it is gone or another task has taken it over. */
export async function beginAnalysis(
  { db, streams, task }: JobContext,
  material_id: string,
  progress: number,
): Promise<{ row: MaterialRow; file: HeldFile | null } | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(material)
      .set({ analysis_status: 'running' })
      .where(
        and(
          eq(material.material_id, material_id),
          eq(material.analysis_task_id, task.task_id),
          inArray(material.analysis_status, ['waiting', 'running', 'failed']),
        ),
      )
      .returning();
    if (!row) return null;
    const [file] = await tx
      .select({ sha256: vlc_file.sha256, content_type: vlc_file.content_type })
      .from(vlc_file)
      .where(eq(vlc_file.vlc_id, row.vlc_id ?? ''));
    await tellInfo({ streams }, tx, row.project_id, [{ material_id, analysis_status: 'running', progress }]);
    return { row, file: file ?? null };
  });
}

/**
 * The material, held until the transaction ends; null when this attempt has nothing more to say about it: it was
 * stopped, its task was taken over by another worker, or a newer analysis was asked for.
 */
export async function holdMaterial(
  tx: Queryable,
  { task }: Pick<JobContext, 'task'>,
  material_id: string,
): Promise<MaterialRow | null> {
  const [mine] = await tx
    .select({ task_id: taskTable.task_id })
    .from(taskTable)
    .where(
      and(eq(taskTable.task_id, task.task_id), eq(taskTable.attempt, task.attempt), eq(taskTable.status, 'running')),
    )
    .for('share');
  if (!mine) return null;
  const [row] = await tx
    .select()
    .from(material)
    .where(
      and(
        eq(material.material_id, material_id),
        eq(material.analysis_task_id, task.task_id),
        eq(material.analysis_status, 'running'),
      ),
    )
    .for('update');
  return row ?? null;
}

/** Writes down that the analysis failed, in words. What was known before stays. */
export async function failAnalysis(context: JobContext, material_id: string, message: string): Promise<void> {
  const { db, streams } = context;
  await db.transaction(async (tx) => {
    const row = await holdMaterial(tx, context, material_id);
    if (!row) return;
    const change = { analysis_status: 'failed' as const, analysis_message: message };
    await tx.update(material).set(change).where(eq(material.material_id, material_id));
    await tellInfo({ streams }, tx, row.project_id, [{ material_id, analysis_status: 'failed', progress: 0 }]);
  });
}

const TELL_EVERY_MS = 1000;

/** Reports a part of the work to the task and, at most once a second, to the pages. `done` is 0 to 1. */
export function progressOf(context: JobContext, row: MaterialRow, { from, to }: { from: number; to: number }) {
  const { db, streams, log, report } = context;
  let told = Date.now();
  return (done: number) => {
    report(done);
    if (Date.now() - told < TELL_EVERY_MS) return;
    told = Date.now();
    const progress = Math.round(from + (to - from) * Math.min(1, done));
    const changed = [{ material_id: row.material_id, analysis_status: 'running' as const, progress }];
    db.transaction((tx) => tellInfo({ streams }, tx, row.project_id, changed)).catch((error: unknown) =>
      log.warn({ err: error }, 'progress of an analysis was not told'),
    );
  };
}
