import { bytea, now, time } from '#db/columns.ts';
import { index, integer, jsonb, pgTable, text } from '#db/pg-core.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { task } from '#features/task/task.tables.ts';
import type { StoredReport } from './stored-report.ts';

/** What a finished video looks, sounds and reads like, small enough to compare thousands. */
export const artwork_signature = pgTable(
  'artwork_signature',
  {
    artwork_id: text()
      .primaryKey()
      .references(() => artwork.artwork_id, { onDelete: 'cascade' }),
    space_id: text().notNull(),
    seconds: integer().notNull(),
    /** Four hashes of eight bytes a second, eight of four bytes a second: as `packages/media` compares them. */
    picture: bytea().notNull(),
    sound: bytea().notNull(),
    text: text().notNull(),
    /** How it was made; others of another version are made again. */
    version: integer().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('artwork_signature_space').on(table.space_id, table.created_at)],
);

export const likeness_report = pgTable('likeness_report', {
  task_id: text()
    .primaryKey()
    .references(() => task.task_id, { onDelete: 'cascade' }),
  space_id: text().notNull(),
  report: jsonb().$type<StoredReport>().notNull(),
  created_at: time().notNull().default(now),
});
