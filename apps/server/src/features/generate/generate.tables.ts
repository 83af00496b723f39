import type { GenerationKind } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { boolean, doublePrecision, index, jsonb, pgTable, text } from '#db/pg-core.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A picture that it was made of, as large as it is seen. */
export type GenerationInput = { vlc_id: string; material_id: string | null; width: number; height: number };

/** A file that came of it. `marked_vlc_id` is the same with the notice that people see, for taking away. */
export type GenerationOutput = {
  vlc_id: string;
  marked_vlc_id: string | null;
  cover_vlc_id: string | null;
  content_type: string;
  width: number;
  height: number;
  duration: number | null;
  material_id: string | null;
  /** Files that its layers show: they go with it. */
  part_vlc_ids?: string[];
};

/** What was asked for and what came of it. How far it is stands in its task. */
export const ai_generation = pgTable(
  'ai_generation',
  {
    generation_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    task_id: text().notNull(),
    kind: text().$type<GenerationKind>().notNull(),
    prompt: text().notNull(),
    negative: text().notNull().default(''),
    engine: text().notNull().default(''),
    engine_name: text(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    inputs: jsonb().$type<GenerationInput[]>().notNull().default([]),
    files: jsonb().$type<GenerationOutput[]>().notNull().default([]),
    parent_id: text(),
    batch_id: text(),
    note: text(),
    cost_asked: doublePrecision().notNull().default(0),
    cost: doublePrecision(),
    is_liked: boolean().notNull().default(false),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    // Ids sort by time: the newest come first without another sort column.
    index('ai_generation_history')
      .on(table.project_id, table.kind, table.generation_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('ai_generation_task').on(table.task_id),
    index('ai_generation_bin')
      .on(table.deleted_at)
      .where(sql`deleted_at is not null`),
  ],
);
