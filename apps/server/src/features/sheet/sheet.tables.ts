import type { SheetLayer, SheetSettings } from '@mixreel/contract/sheet';
import { now, time } from '#db/columns.ts';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A picture in layers. */
export const sheet = pgTable(
  'sheet',
  {
    sheet_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    sheet_name: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    background: jsonb().$type<SheetSettings['background']>().notNull(),
    guides: jsonb().$type<SheetSettings['guides']>().notNull().default([]),
    /** Whether it began as something that a machine put together. What its layers show counts besides. */
    ai_origin: boolean().notNull().default(false),
    /** What it was last saved as. */
    material_id: text(),
    cover_vlc_id: text(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('sheet_list').on(table.space_id, table.project_id, table.updated_at)],
);

/** The layers of pictures; `rank` orders them from below. Written by acts of the document alone. */
export const sheet_layer = pgTable(
  'sheet_layer',
  {
    sheet_id: text()
      .notNull()
      .references(() => sheet.sheet_id, { onDelete: 'cascade' }),
    layer_id: text().notNull(),
    rank: text().notNull(),
    kind: text().$type<SheetLayer['kind']>().notNull(),
    layer_name: text().notNull(),
    group_id: text(),
    x: doublePrecision().notNull(),
    y: doublePrecision().notNull(),
    width: doublePrecision().notNull(),
    height: doublePrecision().notNull(),
    rotation: doublePrecision().notNull(),
    opacity: doublePrecision().notNull(),
    blend: text().$type<SheetLayer['blend']>().notNull(),
    shadow: jsonb().$type<SheetLayer['shadow']>(),
    is_hidden: boolean().notNull(),
    is_locked: boolean().notNull(),
    mask: jsonb().$type<SheetLayer['mask']>(),
    picture: jsonb().$type<SheetLayer['picture']>(),
    text: jsonb().$type<SheetLayer['text']>(),
    shape: jsonb().$type<SheetLayer['shape']>(),
  },
  (table) => [primaryKey({ columns: [table.sheet_id, table.layer_id] })],
);

/**
 * The pictures that its layers show or have shown, as files that only it holds: whatever happens to the material or the poster
 * that they come from, they stay, also for its history.
 */
export const sheet_file = pgTable(
  'sheet_file',
  {
    sheet_id: text()
      .notNull()
      .references(() => sheet.sheet_id, { onDelete: 'cascade' }),
    vlc_id: text().notNull(),
    /** As it is seen, upright. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Whether a machine made it. */
    ai_origin: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sheet_id, table.vlc_id] }), index('sheet_file_vlc').on(table.vlc_id)],
);

/** Pictures that a task has made of a sheet already, by their rows: another attempt makes only the others. */
export const sheet_made = pgTable(
  'sheet_made',
  {
    task_id: text().notNull(),
    row: integer().notNull(),
    sheet_id: text()
      .notNull()
      .references(() => sheet.sheet_id, { onDelete: 'cascade' }),
    material_id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.task_id, table.row] })],
);
