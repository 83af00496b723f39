import type { Project, SkuType } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** An advertiser or brand that a space makes videos for. */
export const client = pgTable(
  'client',
  {
    client_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    client_name: text().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [uniqueIndex('client_name').on(table.space_id, sql`lower(${table.client_name})`)],
);

/** One product or campaign: what materials, storyboards, mix projects and finished videos belong to. */
export const project = pgTable(
  'project',
  {
    project_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    client_id: text().references(() => client.client_id),
    project_name: text().notNull(),
    sku_type: text().$type<SkuType>().notNull().default('other'),
    sku_name: text().notNull().default(''),
    description: text().notNull().default(''),
    selling_points: jsonb().$type<string[]>().notNull().default([]),
    target_platforms: jsonb().$type<Project['target_platforms']>().notNull().default([]),
    /** The example that comes with the product, which can be brought back. */
    is_demo: boolean().notNull().default(false),
    revision: integer().notNull().default(1),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    index('project_space').on(table.space_id),
    uniqueIndex('project_name')
      .on(table.space_id, sql`lower(${table.project_name})`)
      .where(sql`deleted_at is null`),
  ],
);
