import { now, time } from '#db/columns.ts';
import { date, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** What each space used of each engine, by day. */
export const ai_usage = pgTable(
  'ai_usage',
  {
    day: date().notNull(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    engine: text().notNull(),
    ability: text().notNull(),
    calls: integer().notNull().default(0),
    cache_hits: integer().notNull().default(0),
    /** In the unit of the ability. */
    amount: doublePrecision().notNull().default(0),
    cpu_seconds: doublePrecision().notNull().default(0),
    failures: integer().notNull().default(0),
    cost: doublePrecision().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.space_id, table.engine, table.ability] })],
);

/**
 * What was given to a service that is paid for taking it, one row for each step of a task. It is written before the service is
 * asked: whatever happens then, nothing is given twice.
 */
export const ai_job = pgTable(
  'ai_job',
  {
    job_id: text().primaryKey(),
    task_id: text().notNull(),
    step: text().notNull(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    ability: text().notNull(),
    engine: text().notNull(),
    /** A hash: whose limits count, and not the key. */
    account: text().notNull(),
    /** `submitting`: nobody knows yet whether the service has it. `unclear`: nobody will know. */
    state: text().$type<'submitting' | 'submitted' | 'kept' | 'unclear' | 'failed' | 'canceled'>().notNull(),
    /** What the service calls it. */
    ticket: jsonb().$type<Record<string, string>>(),
    /** What came of it, as files of the space. */
    output: jsonb().$type<Record<string, unknown>>(),
    error: text(),
    created_at: time().notNull().default(now),
    submitted_at: time(),
    ended_at: time(),
  },
  (table) => [
    uniqueIndex('ai_job_step').on(table.task_id, table.step),
    index('ai_job_account').on(table.account, table.state),
  ],
);

/** What an administrator gave to an engine that runs workflows. */
export const ai_workflow = pgTable('ai_workflow', {
  engine: text().primaryKey(),
  /** As it was pasted: it comes back as it was written. */
  workflow: text().notNull(),
  updated_by: text().notNull(),
  updated_at: time().notNull().default(now),
});
