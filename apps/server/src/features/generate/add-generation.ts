import type { z } from 'zod';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import type { Job } from '#queue/job.ts';
import { ai_generation } from './generate.tables.ts';
import { tellGeneration } from './history-stream.ts';

export type NewGeneration = Pick<
  typeof ai_generation.$inferInsert,
  'space_id' | 'project_id' | 'kind' | 'prompt' | 'params'
> &
  Partial<
    Pick<
      typeof ai_generation.$inferInsert,
      'negative' | 'engine' | 'inputs' | 'parent_id' | 'batch_id' | 'cost_asked' | 'note'
    >
  > & {
    user_uid: string;
    /** In the task centre. */
    title: string;
    /** In units of the job. */
    work?: number;
  };

type Input = z.ZodObject<{ generation_id: z.ZodString }>;

/** Puts a wish into the history and in line to be made: both, or neither. */
export async function addGeneration(
  app: Pick<App, 'db' | 'queue' | 'streams' | 'secret'>,
  job: Job<Input>,
  { user_uid, title, work = 1, ...row }: NewGeneration,
  outer?: Queryable,
): Promise<{ generation_id: string; task_id: string }> {
  const { space_id, project_id } = row;
  const generation_id = newId();
  const write = async (tx: Queryable) => {
    const input = { generation_id };
    const task_id = await app.queue.add(job, { space_id, project_id, user_uid, title, work, input }, tx);
    await tx.insert(ai_generation).values({ ...row, generation_id, task_id, created_by: user_uid });
    await tellGeneration(app, tx, { space_id, generation_id });
    return { generation_id, task_id };
  };
  return outer ? write(outer) : app.db.transaction(write);
}
