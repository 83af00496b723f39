import type { Fact } from '@mixreel/contract';
import { time } from '#db/columns.ts';
import { boolean, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { document } from '#features/document/document.tables.ts';

/** What the words of a document may not say otherwise; `rank` orders them. Written by acts of the document alone. */
export const fact = pgTable(
  'fact',
  {
    document_id: text()
      .notNull()
      .references(() => document.document_id, { onDelete: 'cascade' }),
    fact_id: text().notNull(),
    rank: text().notNull(),
    kind: text().$type<Fact['kind']>().notNull(),
    text: text().notNull(),
    value: text().notNull(),
    unit: text().notNull(),
    source: jsonb().$type<Fact['source']>(),
    locked: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.document_id, table.fact_id] })],
);

/** Where a document says otherwise all the same, and who lets it. */
export const fact_acceptance = pgTable(
  'fact_acceptance',
  {
    document_id: text()
      .notNull()
      .references(() => document.document_id, { onDelete: 'cascade' }),
    acceptance_id: text().notNull(),
    place_id: text().notNull(),
    said: text().notNull(),
    sheet: text().notNull(),
    accepted_by: text().notNull(),
    accepted_by_name: text().notNull(),
    accepted_at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.document_id, table.acceptance_id] })],
);
