import type { Material, SpokenWord } from '@mixreel/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core';
import { now, time } from '#db/columns.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

export const material = pgTable(
  'material',
  {
    material_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id),
    project_id: text().references(() => project.project_id),
    vlc_id: text().references(() => vlc_file.vlc_id),
    material_name: text().notNull(),
    material_type: text().$type<Material['material_type']>().notNull(),
    material_sub_type: text().$type<Material['material_sub_type']>(),
    material_source: text().$type<Material['material_source']>().notNull(),
    duration: real(),
    width: integer(),
    height: integer(),
    bytes: bigint({ mode: 'number' }),
    /** Made by a machine: labelled wherever it is shown or used. */
    ai_origin: boolean().notNull().default(false),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    // Ids sort by time, so the newest come first without another sort column.
    index('material_view')
      .on(
        table.space_id,
        table.project_id,
        table.material_type,
        table.material_sub_type,
        table.material_id.desc().nullsFirst(),
      )
      .where(sql`deleted_at is null`),
    index('material_space')
      .on(table.space_id, table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('material_file').on(table.vlc_id),
  ],
);

/** What is known of a material's sound: how it looks as a waveform, and what is said when. */
export const material_sound = pgTable('material_sound', {
  material_id: text()
    .primaryKey()
    .references(() => material.material_id, { onDelete: 'cascade' }),
  peaks: jsonb().$type<number[]>().notNull(),
  words: jsonb().$type<SpokenWord[]>().notNull(),
});
