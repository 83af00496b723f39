import type { SkuMark } from '@mixreel/contract';
import { bytea, now, time } from '#db/columns.ts';
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from '#db/pg-core.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A product that the space teaches the library to recognise. */
export const sku_mark = pgTable(
  'sku_mark',
  {
    sku_mark_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    merchant_name: text().notNull().default(''),
    sku_name: text().notNull(),
    category: text().notNull().default(''),
    keywords: text().array().notNull().default([]),
    status: text().$type<SkuMark['status']>().notNull().default('waiting'),
    message: text(),
    task_id: text(),
    /** What was learnt: vectors as lists of numbers. */
    prototypes: jsonb().$type<number[][]>().notNull().default([]),
    threshold: real(),
    spread: real(),
    precision_est: real(),
    /** Shots up to this id have been compared; ids sort by time, so newer ones have not. Empty when older ones came. */
    seen_until: text().notNull().default(''),
    /** Counts up with each learning, so that an older task does not overwrite a newer. */
    revision: integer().notNull().default(1),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('sku_mark_project').on(table.project_id)],
);

export const sku_picture = pgTable(
  'sku_picture',
  {
    sku_mark_id: text()
      .notNull()
      .references(() => sku_mark.sku_mark_id, { onDelete: 'cascade' }),
    vlc_id: text()
      .notNull()
      .references(() => vlc_file.vlc_id, { onDelete: 'cascade' }),
    is_excluded: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.sku_mark_id, table.vlc_id] })],
);

/** How alike a product and a shot are. From a confidence of a half on the shot counts as showing it. */
export const sku_hit = pgTable(
  'sku_hit',
  {
    sku_mark_id: text()
      .notNull()
      .references(() => sku_mark.sku_mark_id, { onDelete: 'cascade' }),
    shot_id: text()
      .notNull()
      .references(() => shot.shot_id, { onDelete: 'cascade' }),
    likeness: real().notNull(),
    confidence: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sku_mark_id, table.shot_id] }),
    index('sku_hit_best').on(table.sku_mark_id, table.confidence.desc().nullsFirst()),
    index('sku_hit_shot').on(table.shot_id),
  ],
);

/**
 * What a person said of a shot, by the moment it is about and with the look it was said of: shots are made anew by every
 * analysis, and what was taught stays.
 */
export const sku_verdict = pgTable(
  'sku_verdict',
  {
    sku_mark_id: text()
      .notNull()
      .references(() => sku_mark.sku_mark_id, { onDelete: 'cascade' }),
    material_id: text()
      .notNull()
      .references(() => material.material_id, { onDelete: 'cascade' }),
    at_ms: integer().notNull(),
    verdict: text().$type<'confirmed' | 'rejected'>().notNull(),
    /** The vectors of the shot it was said of. */
    vectors: bytea().notNull(),
    user_uid: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.sku_mark_id, table.material_id, table.at_ms] }),
    index('sku_verdict_material').on(table.material_id),
  ],
);
