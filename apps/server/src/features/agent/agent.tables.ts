import type { AgentBrief, AgentKind, AgentLook, AgentShot, AgentStep, PostChange, Ratio } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from '#db/pg-core.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** Somebody's order to make videos of a product: what it works from. */
export const agent_project = pgTable(
  'agent_project',
  {
    agent_project_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    agent_kind: text().$type<AgentKind>().notNull(),
    agent_name: text().notNull(),
    brief: jsonb().$type<AgentBrief>().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('agent_project_list').on(table.project_id, table.updated_at)],
);

/** Who asked for which rows, exactly as `key` names them, and what somebody else said to it. */
export type StoredAsk = {
  user_uid: string;
  key: string;
  row_ids: string[];
  asked_at: string;
  answer: { user_uid: string; is_approved: boolean; reason: string } | null;
};

/** A table of videos to be made, and how far that is. Its name and rows are written by acts alone. */
export const agent_batch = pgTable(
  'agent_batch',
  {
    agent_batch_config_id: text().primaryKey(),
    agent_project_id: text()
      .notNull()
      .references(() => agent_project.agent_project_id, { onDelete: 'cascade' }),
    space_id: text().notNull(),
    project_id: text().notNull(),
    batch_name: text().notNull(),
    /** What planning told. */
    notices: jsonb().$type<string[]>().notNull().default([]),
    plan_task_id: text(),
    task_id: text(),
    dir_id: text(),
    /** What people wrote over planned posts, by platform and row. */
    post_changes: jsonb().$type<Record<string, PostChange>>().notNull().default({}),
    /** What somebody wants made and needs somebody else for, until they have heard the answer. */
    ask: jsonb().$type<StoredAsk>(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    index('agent_batch_list').on(table.agent_project_id, table.created_at),
    index('agent_batch_asked')
      .on(table.space_id)
      .where(sql`${table.ask} is not null`),
  ],
);

/** The rows of batches; `rank` orders them. Written by acts of the document alone. */
export const agent_row = pgTable(
  'agent_row',
  {
    agent_batch_config_id: text()
      .notNull()
      .references(() => agent_batch.agent_batch_config_id, { onDelete: 'cascade' }),
    row_id: text().notNull(),
    rank: text().notNull(),
    point: text().notNull(),
    hook: text().notNull(),
    lines: text().notNull(),
    clips: text().notNull(),
    shots: jsonb().$type<(AgentShot | null)[]>().notNull(),
    voice_id: text().notNull(),
    music_id: text().notNull(),
    ratio: text().$type<Ratio>().notNull(),
    title: text().notNull(),
    topics: text().notNull(),
    note: text().notNull(),
    /** 0: as long as its lines take. */
    seconds: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.agent_batch_config_id, table.row_id] })],
);

/** How a finished video looked, which one, and how often the task that made it had put it right before. */
export type StoredLook = AgentLook & { artwork_id: string; task_id: string; tries: number };

/** What was made of a row: its mix, and exactly what that was made of. How far its video is, the export knows. */
export const agent_video = pgTable(
  'agent_video',
  {
    agent_batch_config_id: text()
      .notNull()
      .references(() => agent_batch.agent_batch_config_id, { onDelete: 'cascade' }),
    row_id: text().notNull(),
    /** Null: it could not even be begun. */
    mproject_id: text().references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    /** The name of what the mix was made of: another row has another. */
    made_key: text().notNull().default(''),
    /** Why nothing came of it. */
    error: text(),
    repairs: jsonb().$type<string[]>().notNull().default([]),
    look: jsonb().$type<StoredLook>(),
    updated_at: time().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.agent_batch_config_id, table.row_id] }),
    index('agent_video_mix').on(table.mproject_id),
  ],
);

/** What a space holds its batches to. */
export const agent_rule = pgTable('agent_rule', {
  space_id: text()
    .primaryKey()
    .references(() => space.space_id, { onDelete: 'cascade' }),
  approval_rows: integer().notNull(),
  month_minutes: integer().notNull(),
  updated_at: time().notNull().default(now),
});

/** Something that an agent was asked to do by itself. */
export const agent_run = pgTable(
  'agent_run',
  {
    run_id: text().primaryKey(),
    agent_project_id: text()
      .notNull()
      .references(() => agent_project.agent_project_id, { onDelete: 'cascade' }),
    space_id: text().notNull(),
    goal: text().notNull(),
    can_produce: boolean().notNull(),
    steps_max: integer().notNull(),
    money_max: real().notNull(),
    task_id: text().notNull(),
    /** How it ended, in words. */
    outcome: text().notNull().default(''),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    undone_at: time(),
  },
  (table) => [index('agent_run_list').on(table.agent_project_id, table.created_at)],
);

/** What it did, step by step: written before a call is made, and again when it is answered. */
export const agent_step = pgTable(
  'agent_step',
  {
    run_id: text()
      .notNull()
      .references(() => agent_run.run_id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    tool: text().notNull(),
    reason: text().notNull(),
    input: text().notNull(),
    answer: text().notNull().default(''),
    state: text().$type<AgentStep['state']>().notNull().default('begun'),
    cost: real().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.n] })],
);
