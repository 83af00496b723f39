import type { ClipPick } from '@mixreel/contract';
import { bigint, boolean, index, integer, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core';
import { now, time } from '#db/columns.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A directory of finished videos. */
export const dir = pgTable(
  'dir',
  {
    dir_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    parent_id: text(),
    dir_name: text().notNull(),
    /** The mix whose videos it was made for. */
    mproject_id: text(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('dir_project').on(table.project_id, table.parent_id)],
);

/** A finished video. */
export const artwork = pgTable(
  'artwork',
  {
    artwork_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    dir_id: text()
      .notNull()
      .references(() => dir.dir_id),
    artwork_name: text().notNull(),
    mproject_id: text(),
    candidate_id: text(),
    picks: jsonb().$type<ClipPick[]>().notNull().default([]),
    vlc_id: text()
      .notNull()
      .references(() => vlc_file.vlc_id),
    cover_vlc_id: text(),
    duration: real().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    ai_origin: boolean().notNull(),
    task_id: text(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    index('artwork_dir').on(table.dir_id, table.artwork_id.desc().nullsFirst()),
    index('artwork_project').on(table.project_id, table.artwork_id.desc().nullsFirst()),
    index('artwork_mproject').on(table.mproject_id, table.artwork_id.desc().nullsFirst()),
  ],
);
