import { now, time } from '#db/columns.ts';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** One stored content, known by its SHA-256. What no file refers to any more is collected. */
export const stored_object = pgTable('stored_object', {
  sha256: text().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
  touched_at: time().notNull().default(now),
  /** Its CRC-32, once an archive needed it. */
  crc32: bigint({ mode: 'number' }),
});

/** A content that is made of ranges of another one, which therefore stays. */
export const stored_part = pgTable(
  'stored_part',
  {
    sha256: text()
      .notNull()
      .references(() => stored_object.sha256, { onDelete: 'cascade' }),
    part_sha256: text()
      .notNull()
      .references(() => stored_object.sha256),
  },
  (table) => [
    primaryKey({ columns: [table.sha256, table.part_sha256] }),
    index('stored_part_part').on(table.part_sha256),
  ],
);

/** Something put together for one download, gone when its time is over. */
export const delivery = pgTable(
  'delivery',
  {
    task_id: text().primaryKey(),
    space_id: text().notNull(),
    vlc_id: text()
      .notNull()
      .references(() => vlc_file.vlc_id),
    file_name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    notes: jsonb().$type<string[]>().notNull().default([]),
    expires_at: time().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('delivery_expires').on(table.expires_at)],
);

/** A content that may no longer leave a space, whatever it is called there, and why. */
export const withheld_content = pgTable(
  'withheld_content',
  {
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    sha256: text().notNull(),
    reason: text().notNull(),
    withheld_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.space_id, table.sha256] })],
);

/** What a content was made of and shows: whatever keeps one of these in a space keeps it there, too. */
export const content_source = pgTable(
  'content_source',
  {
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    sha256: text()
      .notNull()
      .references(() => stored_object.sha256, { onDelete: 'cascade' }),
    /** Not a reference: what was made of it outlives it. */
    source_sha256: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.space_id, table.source_sha256, table.sha256] }),
    index('content_source_made').on(table.sha256),
  ],
);

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
