import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { document } from '#features/document/document.tables.ts';
import { agent_batch, agent_project } from './agent.tables.ts';

/** Agents and their batches go with their project: the documents first, as whoever acts on them holds them. */
export async function binAgentsOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  const there = and(eq(agent_batch.project_id, project_id), isNull(agent_batch.deleted_at));
  const ids = tx.select({ id: agent_batch.agent_batch_config_id }).from(agent_batch).where(there);
  await tx.update(document).set({ deleted_at: now }).where(inArray(document.document_id, ids));
  await tx.update(agent_batch).set({ deleted_at: now }).where(there);
  await tx
    .update(agent_project)
    .set({ deleted_at: now })
    .where(and(eq(agent_project.project_id, project_id), isNull(agent_project.deleted_at)));
}
