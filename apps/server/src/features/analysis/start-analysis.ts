import { eq, inArray } from 'drizzle-orm';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { material } from '#features/material/material.tables.ts';
import { raiseTotal, tellInfo } from './analysis-info.ts';
import { measureMaterial } from './measure.jobs.ts';

/** A material that is to be analysed, and for whom. */
export type ToAnalyse = { material_id: string; space_id: string; project_id: string | null; user_uid: string };

/** Puts materials in line for analysis. In a transaction, so that a material never waits for a task that is not there. */
export async function startAnalysis(
  app: Pick<App, 'queue' | 'streams'>,
  db: Queryable,
  materials: ToAnalyse[],
): Promise<void> {
  const byProject = Map.groupBy(materials, ({ project_id }) => project_id);
  for (const [project_id, those] of byProject) {
    const ids = those.map(({ material_id }) => material_id);
    if (project_id) await raiseTotal(db, project_id, ids);
    const names = await readNames(db, ids);
    for (const { material_id, space_id, user_uid } of those) {
      const title = `分析「${names.get(material_id) ?? '素材'}」`;
      const task = { space_id, project_id, user_uid, title, is_quiet: true, input: { material_id } };
      const analysis_task_id = await app.queue.add(measureMaterial, task, db);
      await db
        .update(material)
        .set({ analysis_task_id, analysis_status: 'waiting', analysis_message: null })
        .where(eq(material.material_id, material_id));
    }
    const changed = ids.map((material_id) => ({ material_id, analysis_status: 'waiting' as const, progress: 0 }));
    await tellInfo(app, db, project_id, changed);
  }
}

async function readNames(db: Queryable, material_ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ material_id: material.material_id, material_name: material.material_name })
    .from(material)
    .where(inArray(material.material_id, material_ids));
  return new Map(rows.map(({ material_id, material_name }) => [material_id, material_name]));
}
