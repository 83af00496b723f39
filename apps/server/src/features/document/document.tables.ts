import type { DocumentAct } from '@mixreel/contract';
import type { State } from '@mixreel/document';
import { now, time } from '#db/columns.ts';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** Everything that several people edit at once, by the id of what it is; its rows are those of its kind. */
export const document = pgTable('document', {
  document_id: text().primaryKey(),
  kind: text().notNull(),
  space_id: text()
    .notNull()
    .references(() => space.space_id, { onDelete: 'cascade' }),
  /** Of the newest act. */
  sequence: integer().notNull().default(1),
  /** Of the newest state that is kept whole. */
  version_sequence: integer(),
  created_at: time().notNull().default(now),
  deleted_at: time(),
});

/** What was done to documents, in order. */
export const document_act = pgTable(
  'document_act',
  {
    document_id: text()
      .notNull()
      .references(() => document.document_id, { onDelete: 'cascade' }),
    sequence: integer().notNull(),
    act_id: text().notNull(),
    user_uid: text(),
    cause: text().$type<NonNullable<DocumentAct['cause']> | 'api'>(),
    words: text().notNull(),
    operations: jsonb().$type<DocumentAct['operations']>().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.document_id, table.sequence] }),
    uniqueIndex('document_act_id').on(table.document_id, table.act_id),
    index('document_act_age').on(table.created_at),
  ],
);

/** Documents whole, as they were after an act: where the way to any state in between begins. */
export const document_version = pgTable(
  'document_version',
  {
    document_id: text()
      .notNull()
      .references(() => document.document_id, { onDelete: 'cascade' }),
    sequence: integer().notNull(),
    state: jsonb().$type<State>().notNull(),
    /** Given by a person: such a one is kept for ever. */
    version_name: text(),
    /** When the document was like this. */
    created_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.document_id, table.sequence] })],
);
