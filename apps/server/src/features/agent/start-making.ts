import { type Admission, type AgentBatch, AppError } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';
import { requireMinutes } from './agent-rule.ts';
import { agent_batch } from './agent.tables.ts';
import { agreedRows, forgetErrors } from './agreed-rows.ts';
import { agreeOrAsk, tellAsks } from './asks.ts';
import { produceAgentBatch } from './produce-batch.jobs.ts';

const OPEN: ('queued' | 'running' | 'canceling')[] = ['queued', 'running', 'canceling'];

/**
 * Begins to make rows, or asks somebody else to agree: then there is no task. One task at a time makes a batch: two would
 * make the same rows. Whoever agrees has agreed only if it was begun.
 */
export async function startMaking(
  context: Context,
  batch: AgentBatch,
  row_ids: string[],
  { approval, minutes, key, isSeen }: Admission & { isSeen: boolean },
): Promise<string | null> {
  const { db, queue, space, user, scopes } = context;
  const { agent_batch_config_id, project_id, batch_name } = batch;
  return db.transaction(async (tx) => {
    const isBatch = eq(agent_batch.agent_batch_config_id, agent_batch_config_id);
    const [held] = await tx.select().from(agent_batch).where(isBatch).for('update');
    if (!held) throw new AppError('not_found', '批次不存在或已被删除');
    const isOpen = and(eq(task.task_id, held.task_id ?? ''), inArray(task.status, OPEN));
    if (await tx.$count(task, isOpen)) throw new AppError('conflict', '这一批正在制作，请等它做完，或先停下');
    if (approval !== 'none') {
      const isAgreed = await agreeOrAsk(
        tx,
        held,
        { user_uid: user.user_uid, isSeen, isInPerson: scopes === null },
        { key, row_ids },
      );
      await tellAsks(context, tx, held);
      if (!isAgreed) return null;
    }
    const agreed = agreedRows(
      batch.rows.filter(({ row_id }) => row_ids.includes(row_id)),
      batch.brief,
    );
    const made = batch.checks.filter(({ row_id }) => row_ids.includes(row_id));
    const length = made.reduce((sum, check) => sum + check.seconds, 0);
    const task_id = await queue.add(
      produceAgentBatch,
      {
        space_id: space.space_id,
        user_uid: user.user_uid,
        project_id,
        title: `制作「${batch_name}」${row_ids.length} 条`,
        work: Math.max(1, minutes * 60),
        input: { agent_batch_config_id, row_ids, agreed, seconds: length },
      },
      tx,
    );
    await requireMinutes(tx, space.space_id, task_id);
    await forgetErrors(tx, agent_batch_config_id, row_ids);
    await tx.update(agent_batch).set({ task_id }).where(isBatch);
    return task_id;
  });
}
