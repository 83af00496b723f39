import type { ARRANGED_TABLES, ColumnLayout } from '@mixreel/contract';
import { jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { user_account } from '#features/auth/auth.tables.ts';

/** How a person left the columns of a table. */
export const user_columns = pgTable(
  'user_columns',
  {
    user_uid: text()
      .notNull()
      .references(() => user_account.user_uid, { onDelete: 'cascade' }),
    table_name: text().$type<(typeof ARRANGED_TABLES)[number]>().notNull(),
    layout: jsonb().$type<ColumnLayout>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_uid, table.table_name] })],
);
