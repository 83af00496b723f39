import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { now, time } from '#db/columns.ts';
import { space } from '#features/team/team.tables.ts';

/** One product or campaign: what materials, storyboards, mix projects and finished videos belong to. */
export const project = pgTable(
  'project',
  {
    project_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_name: text().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('project_space').on(table.space_id)],
);
