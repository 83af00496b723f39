import type { BoxStep, Subtitle } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { index, integer, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** Tools one behind another, under a name. */
export const box_recipe = pgTable(
  'box_recipe',
  {
    recipe_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id, { onDelete: 'cascade' }),
    recipe_name: text().notNull(),
    steps: jsonb().$type<BoxStep[]>().notNull(),
    created_by: text().notNull(),
    updated_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
  },
  (table) => [index('box_recipe_project').on(table.project_id)],
);

/** A folder whose new materials go through a recipe; those from before `since` do not. */
export const box_recipe_dir = pgTable(
  'box_recipe_dir',
  {
    recipe_id: text()
      .notNull()
      .references(() => box_recipe.recipe_id, { onDelete: 'cascade' }),
    dir_id: text().notNull(),
    since: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.recipe_id, table.dir_id] }), index('box_recipe_dir_of').on(table.dir_id)],
);

/** What went through a recipe by itself: once, however often the file is analysed. */
export const box_recipe_run = pgTable(
  'box_recipe_run',
  {
    recipe_id: text()
      .notNull()
      .references(() => box_recipe.recipe_id, { onDelete: 'cascade' }),
    /** The file: a replaced material is a new one. */
    vlc_id: text().notNull(),
    task_id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.recipe_id, table.vlc_id] })],
);

/** Subtitles that a person corrected; null: as heard again. Those of a file that was replaced say nothing of its follower. */
export const box_subtitle = pgTable('box_subtitle', {
  material_id: text()
    .primaryKey()
    .references(() => material.material_id, { onDelete: 'cascade' }),
  vlc_id: text().notNull(),
  revision: integer().notNull(),
  subtitles: jsonb().$type<Subtitle[]>(),
  updated_by: text().notNull(),
  updated_at: time().notNull().default(now),
});
