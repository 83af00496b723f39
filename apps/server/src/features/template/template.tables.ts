import type { MixOverrides, Template } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { index, integer, jsonb, pgTable, text } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** Settings of a mix that were saved to be used elsewhere. */
export const template = pgTable(
  'template',
  {
    template_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    template_name: text().notNull(),
    template_type: text().$type<Template['template_type']>().notNull(),
    config: jsonb().$type<MixOverrides>().notNull(),
    shootings: jsonb().$type<Template['shootings']>().notNull().default([]),
    use_count: integer().notNull().default(0),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('template_list').on(table.space_id, table.template_type)],
);
