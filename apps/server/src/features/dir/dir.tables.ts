import type { ArtworkFilter, Checkbox, DirKind, Material } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { index, integer, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A directory of finished videos, or a folder of materials. */
export const dir = pgTable(
  'dir',
  {
    dir_id: text().primaryKey(),
    kind: text().$type<DirKind>().notNull().default('artwork'),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    parent_id: text(),
    dir_name: text().notNull(),
    /** The mix whose videos it was made for. */
    mproject_id: text(),
    /** A smart one: holds nothing, shows what this finds. */
    rule: jsonb().$type<ArtworkFilter>(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    index('dir_project').on(table.project_id, table.kind, table.parent_id),
    index('dir_parent').on(table.parent_id),
  ],
);

/**
 * How many materials of a kind lie in a folder, '' for those in none. Kept by a trigger on `material`: counting takes
 * longer than a page of the list.
 */
export const dir_count = pgTable(
  'dir_count',
  {
    project_id: text().notNull(),
    dir_id: text().notNull(),
    material_type: text().$type<Material['material_type']>().notNull(),
    material_sub_type: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project_id, table.dir_id, table.material_type, table.material_sub_type] }),
    index('dir_count_dir').on(table.dir_id),
  ],
);

/** A mark that a space defines for its finished videos. */
export const checkbox = pgTable(
  'checkbox',
  {
    checkbox_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    checkbox_name: text().notNull(),
    colour: text().$type<Checkbox['colour']>().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('checkbox_space').on(table.space_id)],
);
