import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, inArray } from '#db/orm.ts';
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
    const known = await readFacts(db, ids);
    for (const { material_id, space_id, user_uid } of those) {
      const { material_name = '素材', bytes } = known.get(material_id) ?? {};
      const title = `分析「${material_name}」`;
      // How long a film is, is not known before it was looked at; how large, is.
      const work = Math.max(1, (bytes ?? 0) / 1e6);
      const task = { space_id, project_id, user_uid, title, work, is_quiet: true, input: { material_id } };
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

async function readFacts(db: Queryable, material_ids: string[]) {
  const rows = await db
    .select({
      material_id: material.material_id,
      material_name: material.material_name,
      bytes: material.bytes,
    })
    .from(material)
    .where(inArray(material.material_id, material_ids));
  return new Map(rows.map((row) => [row.material_id, row]));
}
