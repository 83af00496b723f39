import { type AgentBrief, type AgentRow, AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';
import { agent_video } from './agent.tables.ts';
import { keyOfRow } from './row-mix.ts';

/** What a task may make of each row: the row as it was agreed to, and what the product itself made of that since. */
export type Agreed = Record<string, string[]>;

export function agreedRows(rows: readonly AgentRow[], brief: AgentBrief): Agreed {
  return Object.fromEntries(rows.map((row) => [row.row_id, [keyOfRow(row, brief)]]));
}

/** Why nothing came of rows before is no news once they are to be made again. */
export async function forgetErrors(tx: Queryable, agent_batch_config_id: string, row_ids: string[]): Promise<void> {
  const isRow = and(eq(agent_video.agent_batch_config_id, agent_batch_config_id), inArray(agent_video.row_id, row_ids));
  await tx.update(agent_video).set({ error: null }).where(isRow);
}

/** What somebody changed is not made for it. */
export function editedRow(): AppError {
  return new AppError('conflict', '提交后改过，请重新提交');
}

type Repair = { brief: AgentBrief; before: AgentRow; after: AgentRow };

/** The product puts a row right while a task makes it, unless somebody changed it meanwhile: another attempt goes on with that. */
export async function agreeToRepair(tx: Queryable, task_id: string, { brief, before, after }: Repair): Promise<void> {
  const path = sql`array['agreed', ${after.row_id}::text]`;
  const isTask = eq(task.task_id, task_id);
  const [held] = await tx
    .select({ keys: sql<string[] | null>`${task.job_input} #> ${path}` })
    .from(task)
    .where(isTask);
  if (!held?.keys) return;
  if (!held.keys.includes(keyOfRow(before, brief))) throw editedRow();
  const keys = JSON.stringify([...held.keys, keyOfRow(after, brief)]);
  await tx
    .update(task)
    .set({ job_input: sql`jsonb_set(${task.job_input}, ${path}, ${keys}::jsonb)` })
    .where(isTask);
}
