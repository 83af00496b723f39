import { now, time } from '#db/columns.ts';
import { index, jsonb, pgTable, text } from '#db/pg-core.ts';

/** Who did what. The name is kept as it was then; nothing here changes when the user does. */
export const audit_entry = pgTable(
  'audit_entry',
  {
    audit_id: text().primaryKey(),
    at: time().notNull().default(now),
    user_uid: text().notNull(),
    user_name: text().notNull(),
    action: text().notNull(),
    summary: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    address: text().notNull(),
    user_agent: text().notNull(),
  },
  (table) => [
    index('audit_entry_user').on(table.user_uid, table.audit_id.desc().nullsFirst()),
    index('audit_entry_at').on(table.at),
  ],
);
