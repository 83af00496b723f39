import { now, time } from '#db/columns.ts';
import { pgTable, text, uniqueIndex } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** What a space always calls something in another language. */
export const glossary_term = pgTable(
  'glossary_term',
  {
    term_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    term: text().notNull(),
    language: text().notNull(),
    translation: text().notNull(),
    created_by: text().notNull(),
    updated_at: time().notNull().default(now),
  },
  (table) => [uniqueIndex('glossary_term_word').on(table.space_id, table.language, table.term)],
);
