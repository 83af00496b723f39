import type { App } from '#context.ts';
import { and, desc, eq, gt, inArray, isNull, lt } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { perApp } from '#memory.ts';
import { isBusy } from '#queue/is-busy.ts';
import { MEASURED_AT, raiseTotal, setLater, tellInfo } from './analysis-info.ts';
import { ANALYSIS_VERSION, understandMaterial } from './understand.jobs.ts';

type Parts = Pick<App, 'db' | 'queue' | 'streams' | 'memory'>;

const AT_ONCE = 20;
const IS_OLD = and(
  eq(material.analysis_status, 'done'),
  gt(material.analysis_version, 0),
  lt(material.analysis_version, ANALYSIS_VERSION),
  isNull(material.deleted_at),
);
/** What an older version of the product understood becomes no more while this one runs. */
const stateOf = perApp(() => ({ isDone: false }));

/**
 * Looks again at what an older version of the product looked at, the newest first, while nobody waits for anything. What
 * was found then is used until the new is there; pages show it as any analysis.
 */
export async function renewOldAnalyses(app: Parts): Promise<number> {
  if (stateOf(app).isDone || (await isBusy(app))) return 0;
  return app.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(material)
      .where(IS_OLD)
      .orderBy(desc(material.material_id))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    if (rows.length === 0) stateOf(app).isDone = true;
    for (const [project_id, those] of Map.groupBy(rows, (row) => row.project_id)) {
      const ids = those.map(({ material_id }) => material_id);
      if (project_id) {
        await raiseTotal(tx, project_id, ids);
        const old = await tx.$count(material, and(eq(material.project_id, project_id), IS_OLD));
        await setLater(tx, project_id, old - ids.length);
      }
      for (const { material_id, material_name, space_id, created_by, duration } of those) {
        const title = `重新识别「${material_name}」的内容`;
        const work = Math.max(1, duration ?? 1);
        const task = {
          space_id,
          project_id,
          user_uid: created_by,
          title,
          work,
          is_quiet: true,
          input: { material_id },
        };
        const analysis_task_id = await app.queue.add(understandMaterial, task, tx);
        await tx.update(material).set({ analysis_task_id }).where(eq(material.material_id, material_id));
      }
      await tx.update(material).set({ analysis_status: 'waiting' }).where(inArray(material.material_id, ids));
      const changed = ids.map((material_id) => {
        return { material_id, analysis_status: 'waiting' as const, progress: MEASURED_AT };
      });
      await tellInfo(app, tx, project_id, changed);
    }
    return rows.length;
  });
}
