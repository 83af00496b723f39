import { now, time } from '#db/columns.ts';
import { index, pgTable, text } from '#db/pg-core.ts';

/** Who got which file without the visible notice: kept for at least six months. */
export const label_log = pgTable(
  'label_log',
  {
    log_id: text().primaryKey(),
    space_id: text().notNull(),
    user_uid: text().notNull(),
    user_name: text().notNull(),
    file_name: text().notNull(),
    vlc_id: text().notNull(),
    artwork_id: text(),
    address: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('label_log_space').on(table.space_id, table.created_at)],
);
