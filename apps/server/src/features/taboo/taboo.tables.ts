import { now, time } from '#db/columns.ts';
import { pgTable, text, uniqueIndex } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** A forbidden word that a space uses all the same, and who said so. */
export const taboo_exception = pgTable(
  'taboo_exception',
  {
    exception_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    word: text().notNull(),
    note: text().notNull(),
    allowed_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [uniqueIndex('taboo_exception_word').on(table.space_id, table.word)],
);
