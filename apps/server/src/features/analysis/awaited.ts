import type { Queryable } from '#db/connect.ts';
import { sql } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { upload_record } from '#features/upload/upload.tables.ts';

/** The step of its task behind which a board has its rows; what is seen in them comes last, with all else that is known. */
export const ROWS_THERE = 'hear';

/**
 * Whether a board waits for its rows from this material, which it may know by its upload alone. Whatever rows are not
 * made of is left until they are there: everybody else can wait for it.
 */
export async function isAwaited(db: Queryable, material_id: string): Promise<boolean> {
  // Kinds and states are written out: only so does the index of these few tasks serve.
  const { rows } = await db.execute(sql`
    select 1
    from ${task}
    join ${material} on ${material.project_id} = ${task.project_id} and ${material.material_id} = ${material_id}
    where ${task.task_type} = 'story_board_ana' and ${task.status} in ('queued', 'running')
      and not jsonb_exists(${task.memory}, ${ROWS_THERE})
      and (${task.job_input} ->> 'material_id' = ${material_id}
        or exists (select 1 from ${upload_record}
          where ${upload_record.record_uuid} = ${task.job_input} ->> 'record_uuid'
            and ${upload_record.material_id} = ${material_id}))
    limit 1`);
  return rows.length > 0;
}
