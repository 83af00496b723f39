import type { LikenessSetting } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { jsonb, pgTable, text } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

export const likeness_setting = pgTable('likeness_setting', {
  space_id: text()
    .primaryKey()
    .references(() => space.space_id, { onDelete: 'cascade' }),
  setting: jsonb().$type<LikenessSetting>().notNull(),
  updated_by: text().notNull(),
  updated_at: time().notNull().default(now),
});
