import type { AnalysisInfo, AnalysisStatus } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { analysis_batch } from './analysis.tables.ts';

type Changed = AnalysisInfo['changed'];

export const UNDER_WAY: AnalysisStatus[] = ['waiting', 'running'];

/** How far a material is when its file has been looked through, in percent. */
export const MEASURED_AT = 50;

export function analysisTopic(project_id: string): string {
  return `analysis:${project_id}`;
}

/**
 * How far a project's analysis is, counted from the materials themselves: a restart, a deletion or a move in the middle
 * leaves nothing to repair.
 */
export async function readInfo(db: Queryable, project_id: string, changed: Changed = []): Promise<AnalysisInfo> {
  const rows = await db
    .select({ status: material.analysis_status, count: sql<number>`count(*)::int` })
    .from(material)
    .where(
      and(
        eq(material.project_id, project_id),
        // As the index says it, so that the index is used.
        sql`analysis_status <> 'done'`,
        isNull(material.deleted_at),
      ),
    )
    .groupBy(material.analysis_status);
  const [batch] = await db.select().from(analysis_batch).where(eq(analysis_batch.project_id, project_id));
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  const count = (status: AnalysisStatus) => counts.get(status) ?? 0;
  const analysis_total = count('waiting') + count('running');
  const ended = count('failed') > 0 ? 'failed' : count('stopped') > 0 ? 'stopped' : 'done';
  const isRunning = count('running') > 0 || (batch?.all_total ?? 0) > analysis_total;
  return {
    analysis_status: analysis_total === 0 ? ended : isRunning ? 'running' : 'waiting',
    analysis_total,
    all_total: Math.max(batch?.all_total ?? 0, analysis_total),
    later_total: batch?.later_total ?? 0,
    failed_total: count('failed'),
    changed,
  };
}

/** Tells everybody who watches a project how far it is now. */
export async function tellInfo(
  { streams }: Pick<App, 'streams'>,
  db: Queryable,
  project_id: string | null,
  changed: Changed,
): Promise<void> {
  if (!project_id) return;
  await streams.publish(db, analysisTopic(project_id), 'message', await readInfo(db, project_id, changed));
}

/** Keeps how many of a project are to be looked at again later. */
export async function setLater(db: Queryable, project_id: string, later_total: number): Promise<void> {
  await db.update(analysis_batch).set({ later_total }).where(eq(analysis_batch.project_id, project_id));
}

/** Counts materials into the batch of a project; a project that had nothing to do begins a new one. */
export async function raiseTotal(db: Queryable, project_id: string, material_ids: string[]): Promise<void> {
  const others = and(
    eq(material.project_id, project_id),
    inArray(material.analysis_status, UNDER_WAY),
    sql`${material.material_id} <> all(${sql.param(material_ids)}::text[])`,
    isNull(material.deleted_at),
  );
  const isUnderWay = sql`exists (select 1 from ${material} where ${others})`;
  const added = material_ids.length;
  await db
    .insert(analysis_batch)
    .values({ project_id, all_total: added })
    .onConflictDoUpdate({
      target: analysis_batch.project_id,
      set: { all_total: sql`case when ${isUnderWay} then ${analysis_batch.all_total} else 0 end + ${added}` },
    });
}
