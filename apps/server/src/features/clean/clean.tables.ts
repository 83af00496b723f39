import type { CleanMark, CleanQuality } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { bigint, index, integer, jsonb, pgTable, real, text } from '#db/pg-core.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** What came of it, and who declared that it may be done. */
export type CleanedFile = {
  vlc_id: string;
  bytes: number;
  quality: CleanQuality;
  seen_share: number;
  made_share: number;
  ai_origin: boolean;
  note: string | null;
  material_id: string | null;
};
/** Kept as it was said: the version of the text, who, when. */
export type Declaration = { version: number; user_uid: string; user_name: string; at: string };

/** A video or picture from which something is taken away. How far that is stands in its tasks. */
export const clean = pgTable(
  'clean',
  {
    clean_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    batch_id: text().notNull(),
    material_id: text().notNull(),
    /** The file as it was when it was looked at: another one has its text elsewhere. */
    vlc_id: text().notNull(),
    sha256: text().notNull(),
    material_name: text().notNull(),
    content_type: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    fps: real().notNull(),
    duration_ms: bigint({ mode: 'number' }).notNull(),
    cuts_ms: jsonb().$type<number[]>().notNull().default([]),
    revision: integer().notNull().default(1),
    marks: jsonb().$type<CleanMark[]>().notNull().default([]),
    /** Found by us, and changed by nobody. */
    notices: jsonb().$type<CleanMark[]>().notNull().default([]),
    note: text(),
    find_task_id: text(),
    make_task_id: text(),
    declaration: jsonb().$type<Declaration>(),
    result: jsonb().$type<CleanedFile>(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  // Ids sort by time: the newest come first without another sort column.
  (table) => [
    index('clean_project').on(table.project_id, table.clean_id.desc().nullsFirst()),
    index('clean_batch').on(table.batch_id),
  ],
);
