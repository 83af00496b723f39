import type { Banner } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { boolean, integer, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { user_account } from '#features/auth/auth.tables.ts';

/** The functions that a person keeps at hand. */
export const common_func = pgTable(
  'common_func',
  {
    user_uid: text()
      .notNull()
      .references(() => user_account.user_uid, { onDelete: 'cascade' }),
    func_id: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.user_uid, table.func_id] })],
);

export const banner = pgTable('banner', {
  banner_id: text().primaryKey(),
  title: text().notNull(),
  image_url: text(),
  link: text(),
  audience: text().$type<Banner['audience']>().notNull(),
  start_at: time(),
  end_at: time(),
  sort: integer().notNull(),
  closable: boolean().notNull(),
  created_at: time().notNull().default(now),
});
