import type { CaptionPosition } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { index, jsonb, pgTable, text } from '#db/pg-core.ts';
import { mproject } from '#features/mix/mix.tables.ts';

/** A place for captions that somebody named. */
export const caption_position = pgTable(
  'caption_position',
  {
    position_id: text().primaryKey(),
    space_id: text().notNull(),
    mproject_id: text()
      .notNull()
      .references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    position_name: text().notNull(),
    position: jsonb().$type<CaptionPosition>().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('caption_position_mproject').on(table.mproject_id)],
);
