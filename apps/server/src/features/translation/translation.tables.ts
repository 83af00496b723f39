import { now, time } from '#db/columns.ts';
import { index, jsonb, pgTable, text } from '#db/pg-core.ts';
import { document } from '#features/document/document.tables.ts';

/** Which document is another one in which language, and what was translated how: a text that was changed since is told. */
export const translation = pgTable(
  'translation',
  {
    copy_id: text()
      .primaryKey()
      .references(() => document.document_id, { onDelete: 'cascade' }),
    // No foreign key: the copy outlives its source.
    source_id: text().notNull(),
    language: text().notNull(),
    texts: jsonb().$type<TranslatedText[]>().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('translation_source').on(table.source_id, table.created_at)],
);

/** By the key of the source's passage. */
export type TranslatedText = { key: string; source: string; text: string };
