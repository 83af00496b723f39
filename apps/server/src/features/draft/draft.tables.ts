import type { DraftSetting } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { jsonb, pgTable, text } from '#db/pg-core.ts';

/** How a user wants drafts for other editors. */
export const draft_setting = pgTable('draft_setting', {
  user_uid: text().primaryKey(),
  setting: jsonb().$type<DraftSetting>().notNull(),
  updated_at: time().notNull().default(now),
});
