import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { now, time } from '#db/columns.ts';
import { space } from '#features/team/team.tables.ts';

/** One stored content, known by its SHA-256. What no file refers to any more is collected. */
export const stored_object = pgTable('stored_object', {
  sha256: text().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
  touched_at: time().notNull().default(now),
});

/** A space's claim on a stored content, under a name and a type. */
export const vlc_file = pgTable(
  'vlc_file',
  {
    vlc_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id),
    sha256: text()
      .notNull()
      .references(() => stored_object.sha256),
    file_name: text().notNull(),
    content_type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Made by us of a file that the space pays for, as covers and copies: not charged. */
    is_free: boolean().notNull().default(false),
    created_by: text(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    index('vlc_file_content').on(table.sha256),
    index('vlc_file_space').on(table.space_id, table.sha256),
    // Whether a space has a file of a size: asked before a file is uploaded.
    index('vlc_file_bytes').on(table.space_id, table.bytes),
  ],
);
