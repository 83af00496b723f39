import type { Role } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from '#db/pg-core.ts';

/** A department of the company, which owns teams. */
export const team_group = pgTable('team_group', {
  group_id: text().primaryKey(),
  group_name: text().notNull(),
  created_at: time().notNull().default(now),
});

/** Where people work. A team is a space of type TEAM and its team_id is the space_id. */
export const space = pgTable(
  'space',
  {
    space_id: text().primaryKey(),
    space_type: text().$type<'PRIVATE' | 'TEAM'>().notNull(),
    space_name: text().notNull(),
    group_id: text().references(() => team_group.group_id),
    owner_uid: text(),
    quota_bytes: bigint({ mode: 'number' }).notNull(),
    used_bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Since when the space labels what machines made by itself, who accepted that, and which wording. */
    label_duty_at: time(),
    label_duty_by: text(),
    label_duty_version: integer(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    uniqueIndex('space_personal')
      .on(table.owner_uid)
      .where(sql`space_type = 'PRIVATE'`),
  ],
);

export const space_member = pgTable(
  'space_member',
  {
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    user_uid: text().notNull(),
    role: text().$type<Role>().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.space_id, table.user_uid] }), index('space_member_user').on(table.user_uid)],
);
