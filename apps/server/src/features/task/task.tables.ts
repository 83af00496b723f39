import type { Task, TaskError, TaskStep, TaskStatus, TaskType } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** What people see of background work. The queue carries the work; this row is the truth about its state. */
export const task = pgTable(
  'task',
  {
    task_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id),
    project_id: text(),
    mproject_id: text(),
    user_uid: text().notNull(),
    job_name: text().notNull(),
    job_input: jsonb().notNull(),
    task_type: text().$type<TaskType>().notNull(),
    title: text().notNull(),
    /** One of hundreds that a page shows in its own way: in the task centre only when it failed. */
    is_quiet: boolean().notNull().default(false),
    status: text().$type<TaskStatus>().notNull().default('queued'),
    progress: real().notNull().default(0),
    steps: jsonb().$type<TaskStep[]>().notNull().default([]),
    /** What finished steps left behind for the next attempt. */
    memory: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    eta_s: real(),
    /** How much there is to do, in units of its job: seconds of film, bytes, videos. */
    work: real().notNull().default(1),
    /** Counts every start; writes of an attempt that is no longer the current one are refused. */
    attempt: integer().notNull().default(0),
    /** The attempt after which tries are counted: moved on by a retry, a finished step, a hand-back and a worker's death. */
    counted_from: integer().notNull().default(0),
    /** Workers that died at it since it last finished a step. */
    deaths: integer().notNull().default(0),
    error: jsonb().$type<TaskError>(),
    result: jsonb().$type<NonNullable<Task['result']>>(),
    created_at: time().notNull().default(now),
    started_at: time(),
    finished_at: time(),
  },
  (table) => [
    index('task_space').on(table.space_id, table.task_id.desc().nullsFirst()),
    index('task_project').on(table.project_id, table.task_id.desc().nullsFirst()),
    index('task_mproject').on(table.mproject_id, table.task_id.desc().nullsFirst()),
    // The few that every analysis asks for.
    index('task_story')
      .on(table.project_id)
      .where(sql`task_type = 'story_board_ana' and status in ('queued', 'running')`),
  ],
);

export const task_read = pgTable(
  'task_read',
  {
    task_id: text()
      .notNull()
      .references(() => task.task_id, { onDelete: 'cascade' }),
    user_uid: text().notNull(),
    read_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.user_uid, table.task_id] })],
);

/** What making one second of video cost on this machine lately: estimates are made from it. */
export const render_cost = pgTable('render_cost', {
  kind: text().primaryKey(),
  cpu_seconds: real().notNull(),
  samples: integer().notNull(),
});
