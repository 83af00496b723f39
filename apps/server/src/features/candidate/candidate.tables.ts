import type { ClipPick, Cover, ExportVideo, VideoFactors } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { boolean, index, integer, jsonb, pgTable, real, text, uniqueIndex } from '#db/pg-core.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { task } from '#features/task/task.tables.ts';

/** One chosen combination of a mix. */
export const candidate = pgTable(
  'candidate',
  {
    candidate_id: text().primaryKey(),
    space_id: text().notNull(),
    mproject_id: text()
      .notNull()
      .references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    signature: text().notNull(),
    picks: jsonb().$type<ClipPick[]>().notNull(),
    factors: jsonb().$type<VideoFactors>().notNull().default({}),
    duration: real().notNull(),
    most_likeness: real().notNull(),
    mean_likeness: real().notNull(),
    closest_id: text(),
    is_picked: boolean().notNull().default(true),
    is_excluded: boolean().notNull().default(false),
    /** What somebody wants for its cover; null: whatever is best. */
    cover: jsonb().$type<Cover>(),
    /** The finished video that was made of it last, and the name of exactly what it was made of. */
    artwork_id: text(),
    exported_key: text(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    uniqueIndex('candidate_signature').on(table.mproject_id, table.signature),
    index('candidate_number').on(table.mproject_id, table.number),
  ],
);

/** One video of an export: what a task with many videos has for children. */
export const export_video = pgTable(
  'export_video',
  {
    export_video_id: text().primaryKey(),
    space_id: text().notNull(),
    mproject_id: text()
      .notNull()
      .references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    task_id: text()
      .notNull()
      .references(() => task.task_id, { onDelete: 'cascade' }),
    candidate_id: text().notNull(),
    number: integer().notNull(),
    /** Kept here: what was asked for is made even when the candidates are chosen anew meanwhile. */
    picks: jsonb().$type<ClipPick[]>().notNull(),
    factors: jsonb().$type<VideoFactors>().notNull().default({}),
    cover: jsonb().$type<Cover>(),
    file_name: text().notNull(),
    dir_id: text().notNull(),
    status: text().$type<ExportVideo['status']>().notNull().default('waiting'),
    /** Of its pictures, 0 to 100. */
    progress: real().notNull().default(0),
    error: text(),
    artwork_id: text(),
    finished_at: time(),
  },
  (table) => [
    index('export_video_task').on(table.task_id, table.number),
    index('export_video_mproject').on(table.mproject_id, table.export_video_id.desc().nullsFirst()),
  ],
);
